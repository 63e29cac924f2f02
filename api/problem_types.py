"""Every code that an error of this API can bear: what `type` addresses point at, and clients switch on."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _


@dataclass(frozen=True)
class ProblemType:
    """One kind of problem. `retryable`: the same request, sent again later, may succeed."""

    code: str
    status: int
    title: str
    meaning: str
    retryable: bool = False

    def told(self) -> dict[str, Any]:
        """As people read it, in their language."""
        return {**asdict(self), "title": gettext(self.title), "meaning": gettext(self.meaning)}


# Status -> (code, title, meaning). The refusals of moves stand in the order in which they are tested.
_BY_STATUS: dict[int, tuple[tuple[str, str, str], ...]] = {
    400: (
        ("bad_json", _("The body is not readable JSON"), _("Send one JSON object in UTF-8; `detail` says what is wrong.")),
        ("bad_request", _("The request is malformed"), _("`errors` names each key, parameter or header and its fault.")),
        ("unknown_parameter", _("A query parameter is not known"), _("The operation does not take it; `errors` names it.")),
        ("unknown_field", _("A key of the body is not known"), _("The operation does not take it; `errors` names it.")),
        ("bad_cursor", _("The cursor is not usable"), _("It was not made here or for this list, or has expired. Start anew.")),
        ("bad_position", _("The position cannot be loaded"), _("`key` names the part of the position that is wrong.")),
    ),
    401: (
        ("not_authenticated", _("A token is needed"), _("Send `Authorization: Bearer` with a token that is known here.")),
        ("token_expired", _("The token has expired"), _("Get a new one.")),
        ("token_revoked", _("The token was revoked"), _("It was ended by its player or by the staff. Get a new one.")),
        ("wrong_login", _("The login is not right"), _("There is no such account, or the password or secret is another.")),
    ),
    403: (
        ("missing_scope", _("The token does not allow this"), _("`required_scope` names the scope that it lacks.")),
        ("not_seated", _("You have no seat in this game"), _("Only the players at the table can do this.")),
        ("not_your_player", _("The player is not yours"), _("People act for themselves, apps for players of their own.")),
        ("not_owner", _("Only the owner of the game can do this"), _("Ask the player who made the game.")),
        ("hints_off", _("Hints are off in this game"), _("The rules of this table do not allow them.")),
        ("undo_off", _("No move is taken back at this table"), _("Its undo policy says so.")),
        ("sanctioned", _("You may not do this for now"), _("A sanction is in force; `detail` says which and until when.")),
        ("wrong_password", _("The password is not right"), _("It has to be the present password of the account.")),
        ("csrf_failed", _("The cross-site check failed"), _("A browser that is signed in sends its CSRF token along.")),
        ("forbidden", _("You may not do this"), _("`detail` says why.")),
    ),
    404: (("not_found", _("There is no such thing"), _("It does not exist, or you may not know of it.")),),
    405: (("method_not_allowed", _("The method is not allowed here"), _("`Allow` lists those that are.")),),
    406: (("not_acceptable", _("The wanted form is not offered"), _("Accept `application/json`.")),),
    409: (
        ("name_taken", _("The name is taken"), _("An account has this name, or one that looks the same.")),
        ("already_account", _("You have an account already"), _("Only guests can become accounts.")),
        ("limit_reached", _("You have as many as you may have"), _("`detail` says how many. Delete one first if it can be deleted.")),
        ("game_over", _("The game is over"), _("Nothing can be done in it any more.")),
        ("game_not_started", _("The game has not started"), _("Its seats are being filled.")),
        ("game_not_over", _("The game is not over"), _("A rematch follows a game that was played to its end, or broken off.")),
        ("game_started", _("The game has started"), _("Rules and seats are fixed; a player may still resign.")),
        ("seats_open", _("There are free seats"), _("The game can start when every seat is filled.")),
        ("game_full", _("The game has no free seat"), _("All seats are taken.")),
        ("seat_taken", _("The seat is taken"), _("Somebody else sits there.")),
        ("returns_used_up", _("You cannot take the seat back again"), _("`detail` says how often one may in such a game.")),
        ("game_paused", _("The game is paused"), _("Nobody may move until all have agreed to go on.")),
        ("game_not_paused", _("The game is not paused"), _("There is nothing to resume.")),
        ("nothing_to_undo", _("There is nothing to take back"), _("Only moves of your own turn that have shown nothing can be taken back.")),
        ("no_clock", _("The game has no clock"), _("Nobody's time is limited.")),
        ("offer_open", _("There is an open offer"), _("Answer it or wait for its end; there is one at a time.")),
        ("offer_closed", _("The offer is closed"), _("It was answered, withdrawn, or has expired.")),
        ("already_invited", _("The player is invited already"), _("Or sits at the table, or is named at two seats.")),
        ("seek_closed", _("The seek is closed"), _("A game has come of it, it was withdrawn, or it has run out.")),
        ("entry_changed", _("The entry was changed meanwhile"), _("Read the sheet anew. What you wrote can be entered under another id.")),
        ("attempt_running", _("You have an attempt that is not over"), _("Play it to its end, or resign; then start another.")),
        ("daily_closed", _("The day of this deal is over"), _("Attempts are started on the day itself, in UTC.")),
        ("already_attempted", _("There was an attempt already"), _("Only the first one counts.")),
    ),
    410: (
        ("invite_expired", _("The invitation is not good any more"), _("It was answered or withdrawn, or has expired. Ask for a new one.")),
        ("link_expired", _("The code is not good any more"), _("It was used, has expired, or never was. Ask for a new one.")),
        ("erased", _("It was erased"), _("It existed, and its owner had it removed.")),
    ),
    411: (("length_required", _("The length of the body is missing"), _("Send `Content-Length`.")),),
    412: (
        ("version_conflict", _("The game has moved on"),
         _("`current_version` is its version now; `your_last_move` tells whether your move is part of it. Read anew.")),
    ),
    413: (("too_large", _("The body is too large"), _("Bodies have at most 64 KiB; records and orders of many games may be larger.")),),
    415: (("unsupported_media_type", _("The body's type is not taken"), _("Send `application/json` in UTF-8.")),),
    422: (
        ("deal_over", _("The deal is over"), _("No move is possible in it any more.")),
        ("bad_notation", _("The move cannot be read"), _("`errors` points at the part of the move that is wrong.")),
        ("own_discard", _("It is your own discard"), _("Who discarded the card cannot call it.")),
        ("call_closed", _("There is nothing to call now"), _("The window for calls is closed, or was not opened for you.")),
        ("nothing_to_call", _("This card cannot be called"), _("It is not playable on the table as it lies.")),
        ("not_your_turn", _("It is not your turn"), _("Another seat is to move.")),
        ("wrong_phase", _("Not in this phase of the turn"), _("A turn is: draw or take, table cards, discard.")),
        ("card_not_in_hand", _("The card is not in your hand"), _("Only cards of the own hand can be played.")),
        ("card_not_in_pile", _("The card is not in the pile"), _("Only cards of the pile can be taken.")),
        ("no_such_meld", _("There is no such meld"), _("Melds are numbered from 1 in the order of the deal.")),
        ("wild_swap_off", _("Wild cards stay where they are"), _("These rules do not let wild cards be swapped.")),
        ("no_such_wild", _("The meld has no such wild card"), _("Only a wild card on the table can be swapped for.")),
        ("stock_empty", _("The stock is empty"), _("Take from the pile, or decline.")),
        ("cannot_decline", _("Declining is not possible now"), _("There is something to draw, or somebody may call.")),
        ("not_a_meld", _("The cards are no meld"), _("They are neither a set nor a run under these rules.")),
        ("ambiguous", _("The move can be read in several ways"), _("Say what the wild card stands for, or which end.")),
        ("does_not_fit", _("The card does not fit there"), _("It continues neither the run nor the set.")),
        ("not_your_meld", _("The meld is another player's"), _("These rules let players add to their own melds only.")),
        ("take_too_deep", _("Only the top card may be taken"), _("These rules do not allow deep takes.")),
        ("cannot_use_taken_card", _("The taken card could not be tabled"), _("It must be of use in this turn.")),
        ("must_use_taken_card", _("The taken card must be tabled first"), _("The turn cannot end before.")),
        ("taken_card_discarded", _("The taken card may not be discarded"), _("Not in the turn in which it was taken.")),
        ("must_keep_a_discard", _("A card must be kept to discard"), _("These rules end a deal with a discard only.")),
        ("must_table_last_card", _("The last card must be tabled"), _("It can be laid off, so it may not be discarded.")),
        ("turn_would_get_stuck", _("The turn could not be ended"), _("After this move no legal way would be left.")),
        ("bad_record", _("The record cannot be imported"), _("`errors` points at the deal or member that is wrong.")),
        ("impossible_rules", _("The rules exclude each other"), _("`options` names the options that are in conflict.")),
        ("too_much_work", _("The request asks for too much work"), _("`errors` points at what went too far. Ask for less at once.")),
        ("idempotency_key_reused", _("The key belongs to another request"), _("Use a new `Idempotency-Key`.")),
    ),
    428: (("version_required", _("The version is missing"), _("Name the version, or the call window, that you saw.")),),
}  # fmt: skip

_RETRYABLE: dict[int, tuple[tuple[str, str, str], ...]] = {
    409: (
        ("call_window_open", _("Others may still call"), _("Try again when the window for calls has closed.")),
        ("turn_timed_out", _("Your time for this turn is over"), _("A computer player ends the turn. Come back after it.")),
    ),
    429: (("rate_limited", _("Too many requests"), _("`limit` names the limit; wait for `retry_after_ms`.")),),
    500: (("internal", _("Something went wrong here"), _("It was logged. Ask again with the same `Idempotency-Key`.")),),
    503: (("unavailable", _("Not available for the moment"), _("Ask again with the same `Idempotency-Key`.")),),
}  # fmt: skip


def _types() -> Iterator[ProblemType]:
    for table, retryable in ((_BY_STATUS, False), (_RETRYABLE, True)):
        for status, rows in table.items():
            for row in rows:
                yield ProblemType(row[0], status, row[1], row[2], retryable)


PROBLEM_TYPES: dict[str, ProblemType] = {kind.code: kind for kind in sorted(_types(), key=lambda kind: kind.status)}
