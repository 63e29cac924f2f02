"""Playing again: the game that follows one that is over."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from games import after_commit, store
from games.models import Game, Seat, Status
from games.selectors.access import check_visible
from games.services.checks import lock_for
from games.services.create import GameWish, SeatWish, create_game
from games.services.deadlines import settle_due
from games.services.reservations import is_free_for
from games.services.seating import check_welcome, sit_down
from games.services.start import begin
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import DomainError
from players.models import Player


@in_transaction
def create_rematch(*, game_id: UUID, player: Player, now: datetime) -> GameState:
    """The game that follows this one, by the same rules and with the same bots; who asks sits at the seat as before.

    The first who asks makes it and owns it; those who ask later get the same. It starts when all seats are filled.
    Raises `not_found`, `not_seated` for who has not played, `game_not_over`, `game_full`, and `forbidden` for one whom
    the owner of the rematch, or somebody who sits there, has blocked.
    """
    state = lock_for(game_id, player.pk)
    settle_due(state, now)
    seat = next((seat for seat in state.seats if seat.player_id == player.pk), None)
    if seat is None:
        raise DomainError("not_seated", gettext("You did not play in this game."))
    if not state.game.is_over or state.game.started_at is None:
        raise DomainError("game_not_over", gettext("The game has not been played to its end."))
    # Locked after the game that it follows, always in this order.
    following = store.lock(state.game.next_game) if state.game.next_game else None
    if following is None or _was_given_up(following.game):
        return _made(state, seat, player, now)
    if following.game.status == Status.OPEN and following.seat_of(player.pk) is None:
        _join(following, seat.seat, player, now)
    check_visible(following, player.pk)
    return following


def _was_given_up(game: Game) -> bool:
    return game.is_over and game.started_at is None


def _made(state: GameState, seat: Seat, player: Player, now: datetime) -> GameState:
    old = state.game
    seats = [_wish(other, seat) for other in state.seats]
    wish = GameWish(
        options=state.options,
        seats=seats,
        visibility=old.visibility,
        leaver_policy=old.leaver_policy,
        takeover_level=old.takeover_level,
        clock=old.clock,
        rated=old.rated,
        max_timeouts=old.max_timeouts,
        returnable=old.returnable,
        undo_policy=old.undo_policy,
        spectator_delay_moves=old.spectator_delay_moves,
        start=all(one.player_id or one.bot_level for one in seats),
        previous_game=old.id,
    )
    made = create_game(owner=player, wish=wish, now=now)
    Game.objects.filter(id=old.id).update(next_game=made.game.id)
    state.tell("rematch_made", now, seat.seat, next_game=str(made.game.id), changes={})
    after_commit.write_and_ring(state, now)
    return made


def _wish(other: Seat, own: Seat) -> SeatWish:
    """A bot where a bot was; who has left was a person, and may come again; for a name alone, anybody may."""
    if other is own:
        return SeatWish(player_id=own.player_id)
    return SeatWish("" if other.player_id else other.bot_level)


def _join(following: GameState, number: int, player: Player, now: datetime) -> None:
    seats = [following.seats[number], *following.seats]
    free = next((seat for seat in seats if is_free_for(following, seat, player)), None)
    if free is None:
        raise DomainError("game_full", gettext("All seats have been taken or reserved meanwhile."))
    check_welcome(following, player)
    sit_down(following, free, player, now)
    if not any(seat.is_open for seat in following.seats):
        begin(following, now)
    after_commit.write_and_ring(following, now)
