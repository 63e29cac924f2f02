"""Who may see a game, and as whom."""

from uuid import UUID

from django.db.models import Q, QuerySet

from games.models import Game, Seat, Visibility
from games.sight import SPECTATOR, Role, Viewer
from games.store import GameState
from players.errors import DomainError


def check_visible(state: GameState, player_id: UUID | None) -> None:
    """`not_found` for a private game of others: who may not see it does not learn that it exists."""
    game = state.game
    if game.visibility != Visibility.PRIVATE:
        return
    insiders = {game.owner_id, *(seat.player_id for seat in state.seats)} - {None}
    if player_id not in insiders:
        raise DomainError("not_found", "There is no such game.")


def is_open_to_all(*, game_id: UUID) -> bool:
    """Whether there is such a game, and whoever knows its id may see it."""
    return Game.objects.filter(pk=game_id).exclude(visibility=Visibility.PRIVATE).exists()


def viewer_of(state: GameState, player_id: UUID | None) -> Viewer:
    """As whom the player looks at the game; one who has resigned is a spectator."""
    seat = state.seat_of(player_id)
    number = None if seat is None else seat.seat
    if state.game.is_over:
        return Viewer(Role.FINISHED, number)
    return SPECTATOR if number is None else Viewer(Role.SEAT, number)


def visible_games(player_id: UUID | None) -> QuerySet[Game]:
    """The games that a list may show this player: public ones, and those of which the player is a part."""
    public = Q(visibility=Visibility.PUBLIC)
    if player_id is None:
        return Game.objects.filter(public)
    own = Q(owner_id=player_id) | Q(id__in=games_of(player_id))
    return Game.objects.filter(public | own)


def games_of(player_id: UUID) -> QuerySet[Seat, UUID]:
    """The ids of the games in which the player sits or sat."""
    return Seat.objects.filter(player_id=player_id).values_list("game_id", flat=True)
