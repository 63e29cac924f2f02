"""What can be agreed upon: whether it is possible now, and what comes of it."""

from datetime import datetime

from django.utils.translation import gettext

from games import clocks, replay
from games.limits import MOST_ENTRIES, MOST_UNDOS_IN_TURN
from games.models import Author, Entry, Kind, Offer, OfferKind, Seat, Status, UndoPolicy
from games.public import changed_hands
from games.selectors.views import shared_fields
from games.services.changes import tell_changes
from games.services.checks import check_not_paused
from games.services.deals import end_game
from games.services.occasion import check_no_wait
from games.store import GameState
from players.errors import DomainError

# These show nothing that was hidden, and leave the turn where it is.
_CAN_BE_UNDONE = ("take", "meld", "lay_off", "swap")
# These make a game longer without playing it.
_LENGTHENING = (OfferKind.UNDO, OfferKind.PAUSE, OfferKind.ADD_TIME)


def check(state: GameState, offer: Offer, now: datetime) -> None:
    """Whether this could be carried out now.

    Raises `game_paused`, `game_not_paused`, `undo_off`, `no_clock`, `limit_reached`, and `call_window_open`: a pause
    waits for its end.
    """
    if offer.kind == OfferKind.RESUME and state.game.status != Status.PAUSED:
        raise DomainError("game_not_paused", gettext("The game is not paused."))
    if offer.kind not in (OfferKind.RESUME, OfferKind.ABANDON):
        check_not_paused(state)
    if offer.kind == OfferKind.PAUSE:
        check_no_wait(state, now)
        if state.game.is_sealed:  # an entry between moves would change the chance of the bot, which is the same for all
            raise DomainError("no_clock", gettext("A daily deal has no clock, and can wait as it is."))
    if offer.kind in _LENGTHENING and state.game.version >= MOST_ENTRIES:
        message = gettext("A game with {most} entries takes no more of these, only moves.")
        raise DomainError("limit_reached", message.format(most=MOST_ENTRIES))
    if offer.kind == OfferKind.ADD_TIME and state.game.clocks is None:
        raise DomainError("no_clock", gettext("Nobody's time is limited in this game."))


def undo_target(state: GameState, seat: Seat, wanted: int | None) -> int:
    """The version to which the seat may go back: the wanted one, or that before its last move.

    Only within one's own turn, and to behind the last move that showed something: a draw, the deal, another's act.
    Raises `game_paused`, `undo_off`, `nothing_to_undo`, `limit_reached`.
    """
    check_not_paused(state)
    if state.game.undo_policy == UndoPolicy.OFF:
        raise DomainError("undo_off", gettext("At this table no move is taken back."))
    moves, floor, undos = _last_moves(state, seat)
    places = [*(move.version for move in moves[1:]), floor]
    if not moves or not (wanted is None or floor <= wanted < moves[0].version):
        raise DomainError("nothing_to_undo", gettext("There is no move of this turn that can be taken back so far."))
    if undos >= MOST_UNDOS_IN_TURN:
        message = gettext("Within one turn, moves are taken back at most {most} times.")
        raise DomainError("limit_reached", message.format(most=MOST_UNDOS_IN_TURN))
    return places[0] if wanted is None else wanted


def _last_moves(state: GameState, seat: Seat) -> tuple[list[Entry], int, int]:
    """The moves that the seat could take back, the newest first; the version before them; the undos since then."""
    moves: list[Entry] = []
    undos = 0
    for entry in replay.newest_first(state.game, state.game.deal_number):
        is_own = entry.seat == seat.seat == state.playing.table.turn
        if entry.kind == Kind.UNDONE:
            undos += 1
        elif is_own and entry.move is not None and entry.move["type"] in _CAN_BE_UNDONE:
            moves.append(entry)
        else:
            return moves, entry.version, undos
    return moves, state.deal_version, undos


def carry_out(state: GameState, offer: Offer, now: datetime) -> Entry:
    """What all have agreed upon is done; the entry tells it."""
    seen_before = shared_fields(state)
    entry = _done(state, offer, now)
    tell_changes(state, entry, seen_before)
    return entry


def _done(state: GameState, offer: Offer, now: datetime) -> Entry:
    seat = state.seats[offer.seat]
    if offer.kind == OfferKind.UNDO:
        assert offer.to_version is not None, "an undo says how far back"
        return _undo(state, seat, offer.to_version, now)
    if offer.kind == OfferKind.PAUSE:
        state.game.paused_at = now
        return _set_status(state, seat, Kind.PAUSED, Status.PAUSED, now)
    if offer.kind == OfferKind.RESUME:
        return _set_status(state, seat, Kind.RESUMED, Status.RUNNING, now)
    if offer.kind == OfferKind.ADD_TIME:
        assert offer.seconds is not None, "more time says how much"
        clocks.add_time(state.game, offer.seconds)
        return state.append(Kind.CLOCK_SET, Author.PERSON, now, seat)
    entry = state.append(Kind.ABORTED, Author.PERSON, now, seat)
    entry.outcome = {"then": []}
    end_game(state, entry, Status.ABORTED, [], now)
    return entry


def _undo(state: GameState, seat: Seat, to_version: int, now: datetime) -> Entry:
    """The log goes on with an entry more; the clocks go on too."""
    before, after = state.playing, replay.deal_at(state, to_version)
    state.deal = after
    hands = changed_hands(before, after)
    return state.append(Kind.UNDONE, Author.PERSON, now, seat, undone_to=to_version, hands=hands)


def _set_status(state: GameState, seat: Seat, kind: Kind, status: Status, now: datetime) -> Entry:
    state.game.status = status
    return state.append(kind, Author.PERSON, now, seat)
