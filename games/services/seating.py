"""Sitting down, putting a bot, and leaving, while a game is open."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from games import after_commit
from games.bot_levels import check_level
from games.models import Author, Entry, Kind, Seat, Status
from games.selectors.games import KEPT_FOR
from games.services import deadlines, leaving, reservations
from games.services.checks import check_open, check_owner, lock_for
from games.services.deals import end_game
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import DomainError
from players.models import Player
from players.selectors import is_blocked_by_any


@in_transaction
def take_seat(*, game_id: UUID, number: int, player: Player, now: datetime) -> GameState:
    """The player sits down there; one who sits elsewhere in the game changes seats, one who sits there stays.

    While the game goes on, a player whose seat a bot has taken over takes it back, if the table allows.
    Raises `not_found`, `seat_taken` (also while it is reserved for another), `returns_used_up`, `turn_timed_out`,
    `game_started`, `game_over`, and `forbidden` for one whom the owner or somebody at the table has blocked.
    """
    state = lock_for(game_id, player.pk)
    seat = _seat(state, number)
    if seat.player_id == player.pk and seat.resigned_at is None:
        return state
    if seat.player_id == player.pk and state.game.returnable and state.game.is_going_on:
        deadlines.settle_due(state, now)
        if state.game.is_going_on:
            leaving.come_back(state, seat, now)
            after_commit.write_and_ring(state, now)
            return state
    if not (seat.is_open or state.game.is_over):
        raise DomainError("seat_taken", gettext("Somebody else sits there."))
    check_open(state)
    deadlines.settle_due(state, now)
    if not reservations.is_free_for(state, seat, player):
        raise DomainError("seat_taken", gettext("The seat is reserved for one who is invited."))
    check_kept_for(state, player, now)
    check_welcome(state, player)
    sit_down(state, seat, player, now)
    after_commit.write_and_ring(state, now)
    return state


def sit_down(state: GameState, seat: Seat, player: Player, now: datetime) -> None:
    """The player at this free seat, in a locked game that is open and not yet written; one who sits elsewhere moves."""
    old = state.seat_of(player.pk)
    if old is not None:
        _vacate(state, old, now)
    reservations.close_for(state, player, now)
    seat.player = player
    seat.save(update_fields=["player"])
    state.append(Kind.JOINED, Author.PERSON, now, seat)


def check_welcome(state: GameState, player: Player) -> None:
    """`forbidden` for one whom the owner or somebody at the table has blocked."""
    others = {state.game.owner_id, *(seat.player_id for seat in state.seats if seat.player_id)} - {player.pk}
    if is_blocked_by_any(player_id=player.pk, others=others):
        raise DomainError("forbidden", gettext("You cannot sit down at this table."))


def check_kept_for(state: GameState, player: Player | None, now: datetime) -> None:
    """`seat_taken` while the seats of a rematch are kept for those who have played before and are not there yet.

    None is anybody.
    """
    game = state.game
    if game.previous_game is None or now >= game.created_at + KEPT_FOR:
        return
    former = set(Seat.objects.filter(game=game.previous_game, player__isnull=False).values_list("player", flat=True))
    missing = former - {seat.player_id for seat in state.seats}
    if missing and (player is None or player.pk not in former):
        raise DomainError("seat_taken", gettext("The seats are kept for those who have played before."))


@in_transaction
def seat_bot(*, game_id: UUID, number: int, level: str, player_id: UUID, now: datetime) -> GameState:
    """The owner puts a bot of this level on a free seat, or another level in a bot's place.

    Raises `not_found`, `not_owner`, `seat_taken`, `game_started`, `game_over`, and `bad_request` for a level
    that does not exist.
    """
    check_level(level, "/bot_level")
    state = lock_for(game_id, player_id)
    seat = _seat(state, number)
    check_owner(state, player_id)
    if seat.player_id is None and seat.bot_level == level:
        return state
    if seat.player_id is not None and not state.game.is_over:
        raise DomainError("seat_taken", gettext("Somebody sits there."))
    check_open(state)
    deadlines.settle_due(state, now)
    if seat.reserved_until is not None:
        raise DomainError("seat_taken", gettext("The seat is reserved for one who is invited."))
    seat.bot_level = level
    seat.save(update_fields=["bot_level"])
    state.append(Kind.BOT_SEATED, Author.SERVICE, now, seat).bot_level = level
    after_commit.write_and_ring(state, now)
    return state


@in_transaction
def leave_seat(*, game_id: UUID, number: int, player_id: UUID, now: datetime) -> GameState:
    """A player leaves the seat; the owner may also empty the seat of another or of a bot. An empty one stays so.

    When the owner leaves, the game goes on under the next player clockwise, or is aborted where there is none.
    Raises `not_found`, `not_seated`, `not_owner`, `game_started`, `game_over`.
    """
    state = lock_for(game_id, player_id)
    seat = _seat(state, number)
    if seat.is_open and state.game.status == Status.OPEN:
        return state
    if seat.player_id != player_id:
        check_owner(state, player_id)
    check_open(state)
    entry = _vacate(state, seat, now)
    if player_id == state.game.owner_id and entry.player_id == player_id:
        _hand_over(state, seat.seat, now)
    after_commit.write_and_ring(state, now)
    return state


@in_transaction
def give_game_up(*, game_id: UUID, player_id: UUID, now: datetime) -> GameState:
    """An owner who sits nowhere leaves an open game, which goes on as when one leaves who does.

    Raises `not_found`, `not_owner`, `game_started`, `game_over`.
    """
    state = lock_for(game_id, player_id)
    check_owner(state, player_id)
    check_open(state)
    state.append(Kind.CHANGED, Author.PERSON, now).player_id = player_id
    _hand_over(state, 0, now)
    after_commit.write_and_ring(state, now)
    return state


def _seat(state: GameState, number: int) -> Seat:
    if not 0 <= number < len(state.seats):
        raise DomainError("not_found", gettext("There is no such seat."))
    return state.seats[number]


def _vacate(state: GameState, seat: Seat, now: datetime) -> Entry:
    entry = state.append(Kind.LEFT, Author.PERSON if seat.player_id else Author.SERVICE, now, seat)
    seat.player, seat.bot_level, seat.connected = None, "", False
    seat.save(update_fields=["player", "bot_level", "connected"])
    return entry


def _hand_over(state: GameState, number: int, now: datetime) -> None:
    """To the next who sits there, from this seat on clockwise, and can sign in; without one the game is aborted."""
    clockwise = [*state.seats[number:], *state.seats[:number]]
    players = (seat.player for seat in clockwise if seat.player and seat.player_id != state.game.owner_id)
    heir = next((player for player in players if player.is_active), None)
    if heir is not None:
        state.game.owner = heir
        return
    reservations.cancel_all(state, now)
    aborted = state.append(Kind.ABORTED, Author.SERVICE, now)
    aborted.outcome = {"then": []}
    end_game(state, aborted, Status.ABORTED, [], now)
