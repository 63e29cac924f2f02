"""Every code that an error of this API can bear: what `type` addresses point at, and clients switch on."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class ProblemType:
    """One kind of problem. `retryable`: the same request, sent again later, may succeed."""

    code: str
    status: int
    title: str
    meaning: str
    retryable: bool = False


# Status -> (code, title, meaning). The refusals of moves stand in the order in which they are tested.
_BY_STATUS: dict[int, tuple[tuple[str, str, str], ...]] = {
    400: (
        ("bad_json", "The body is not readable JSON", "Send one JSON object in UTF-8; `detail` says what is wrong."),
        ("bad_request", "The request is malformed", "`errors` names each key, parameter or header and its fault."),
        ("unknown_parameter", "A query parameter is not known", "The operation does not take it; `errors` names it."),
        ("unknown_field", "A key of the body is not known", "The operation does not take it; `errors` names it."),
        ("bad_cursor", "The cursor is not usable", "It was not made here or for this list, or has expired. Start anew."),
        ("bad_position", "The position cannot be loaded", "`key` names the part of the position that is wrong."),
    ),
    401: (
        ("not_authenticated", "A token is needed", "Send `Authorization: Bearer` with a token that is known here."),
        ("token_expired", "The token has expired", "Get a new one."),
        ("token_revoked", "The token was revoked", "It was ended by its player or by the staff. Get a new one."),
        ("wrong_login", "The login is not right", "There is no such account, or the password or secret is another."),
    ),
    403: (
        ("missing_scope", "The token does not allow this", "`required_scope` names the scope that it lacks."),
        ("not_seated", "You have no seat in this game", "Only the players at the table can do this."),
        ("not_your_player", "The player is not yours", "People act for themselves, apps for players of their own."),
        ("not_owner", "Only the owner of the game can do this", "Ask the player who made the game."),
        ("hints_off", "Hints are off in this game", "The rules of this table do not allow them."),
        ("undo_off", "No move is taken back at this table", "Its undo policy says so."),
        ("sanctioned", "You may not do this for now", "A sanction is in force; `detail` says which and until when."),
        ("wrong_password", "The password is not right", "It has to be the present password of the account."),
        ("csrf_failed", "The cross-site check failed", "A browser that is signed in sends its CSRF token along."),
        ("forbidden", "You may not do this", "`detail` says why."),
    ),
    404: (("not_found", "There is no such thing", "It does not exist, or you may not know of it."),),
    405: (("method_not_allowed", "The method is not allowed here", "`Allow` lists those that are."),),
    406: (("not_acceptable", "The wanted form is not offered", "Accept `application/json`."),),
    409: (
        ("name_taken", "The name is taken", "Another account has this name, or one that looks the same."),
        ("already_account", "You have an account already", "Only guests can become accounts."),
        ("limit_reached", "You have as many as you may have", "`detail` says how many. Delete one first."),
        ("game_over", "The game is over", "Nothing can be done in it any more."),
        ("game_not_started", "The game has not started", "Its seats are being filled."),
        ("game_not_over", "The game is not over", "A rematch follows a game that was played to its end, or broken off."),
        ("game_started", "The game has started", "Rules and seats are fixed; a player may still resign."),
        ("seats_open", "There are free seats", "The game can start when every seat is filled."),
        ("game_full", "The game has no free seat", "All seats are taken."),
        ("seat_taken", "The seat is taken", "Somebody else sits there."),
        ("returns_used_up", "You cannot take the seat back again", "`detail` says how often one may in such a game."),
        ("game_paused", "The game is paused", "Nobody may move until all have agreed to go on."),
        ("game_not_paused", "The game is not paused", "There is nothing to resume."),
        ("nothing_to_undo", "There is nothing to take back", "Only moves of your own turn that have shown nothing can be taken back."),
        ("no_clock", "The game has no clock", "Nobody's time is limited."),
        ("offer_open", "There is an open offer", "Answer it or wait for its end; there is one at a time."),
        ("offer_closed", "The offer is closed", "It was answered, withdrawn, or has expired."),
        ("already_attempted", "There was an attempt already", "Only the first one counts."),
    ),
    410: (
        ("invite_expired", "The invitation has expired", "Ask for a new one."),
        ("link_expired", "The code is not good any more", "It was used, has expired, or never was. Ask for a new one."),
        ("erased", "It was erased", "It existed, and its owner had it removed."),
    ),
    411: (("length_required", "The length of the body is missing", "Send `Content-Length`."),),
    412: (
        ("version_conflict", "The game has moved on",
         "`current_version` is its version now; `your_last_move` tells whether your move is part of it. Read anew."),
    ),
    413: (("too_large", "The body is too large", "Bodies have at most 64 KiB."),),
    415: (("unsupported_media_type", "The body's type is not taken", "Send `application/json` in UTF-8."),),
    422: (
        ("deal_over", "The deal is over", "No move is possible in it any more."),
        ("bad_notation", "The move cannot be read", "`errors` points at the part of the move that is wrong."),
        ("own_discard", "It is your own discard", "Who discarded the card cannot call it."),
        ("call_closed", "There is nothing to call now", "The window for calls is closed, or was not opened for you."),
        ("nothing_to_call", "This card cannot be called", "It is not playable on the table as it lies."),
        ("not_your_turn", "It is not your turn", "Another seat is to move."),
        ("wrong_phase", "Not in this phase of the turn", "A turn is: draw or take, table cards, discard."),
        ("card_not_in_hand", "The card is not in your hand", "Only cards of the own hand can be played."),
        ("card_not_in_pile", "The card is not in the pile", "Only cards of the pile can be taken."),
        ("no_such_meld", "There is no such meld", "Melds are numbered from 1 in the order of the deal."),
        ("wild_swap_off", "Wild cards stay where they are", "These rules do not let wild cards be swapped."),
        ("no_such_wild", "The meld has no such wild card", "Only a wild card on the table can be swapped for."),
        ("stock_empty", "The stock is empty", "Take from the pile, or decline."),
        ("cannot_decline", "Declining is not possible now", "There is something to draw, or somebody may call."),
        ("not_a_meld", "The cards are no meld", "They are neither a set nor a run under these rules."),
        ("ambiguous", "The move can be read in several ways", "Say what the wild card stands for, or which end."),
        ("does_not_fit", "The card does not fit there", "It continues neither the run nor the set."),
        ("not_your_meld", "The meld is another player's", "These rules let players add to their own melds only."),
        ("take_too_deep", "Only the top card may be taken", "These rules do not allow deep takes."),
        ("cannot_use_taken_card", "The taken card could not be tabled", "It must be of use in this turn."),
        ("must_use_taken_card", "The taken card must be tabled first", "The turn cannot end before."),
        ("taken_card_discarded", "The taken card may not be discarded", "Not in the turn in which it was taken."),
        ("must_keep_a_discard", "A card must be kept to discard", "These rules end a deal with a discard only."),
        ("must_table_last_card", "The last card must be tabled", "It can be laid off, so it may not be discarded."),
        ("turn_would_get_stuck", "The turn could not be ended", "After this move no legal way would be left."),
        ("impossible_rules", "The rules exclude each other", "`options` names the options that are in conflict."),
        ("idempotency_key_reused", "The key belongs to another request", "Use a new `Idempotency-Key`."),
    ),
    428: (("version_required", "The version is missing", "Name the version, or the call window, that you saw."),),
}  # fmt: skip

_RETRYABLE: dict[int, tuple[tuple[str, str, str], ...]] = {
    409: (
        ("call_window_open", "Others may still call", "Try again when the window for calls has closed."),
        ("turn_timed_out", "Your time for this turn is over", "A computer player ends the turn. Come back after it."),
    ),
    429: (("rate_limited", "Too many requests", "`limit` names the limit; wait for `retry_after_ms`."),),
    500: (("internal", "Something went wrong here", "It was logged. Ask again with the same `Idempotency-Key`."),),
    503: (("unavailable", "Not available for the moment", "Ask again with the same `Idempotency-Key`."),),
}  # fmt: skip


def _types() -> Iterator[ProblemType]:
    for table, retryable in ((_BY_STATUS, False), (_RETRYABLE, True)):
        for status, rows in table.items():
            for row in rows:
                yield ProblemType(row[0], status, row[1], row[2], retryable)


PROBLEM_TYPES: dict[str, ProblemType] = {kind.code: kind for kind in sorted(_types(), key=lambda kind: kind.status)}
