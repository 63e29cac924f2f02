"""Who may see a game, and as whom."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from games.models import Game, Seat, Visibility
from games.sight import SPECTATOR, Role, Viewer
from games.store import GameState
from players.errors import DomainError


def check_visible(state: GameState, player_id: UUID | None) -> None:
    """`not_found` for a private game of others: who may not see it does not learn that it exists."""
    if not is_visible(state, player_id):
        raise DomainError("not_found", gettext("There is no such game."))


def is_visible(state: GameState, player_id: UUID | None) -> bool:
    """Whether the player may see the game, knowing its id."""
    game = state.game
    insiders = {game.owner_id, *(seat.player_id for seat in state.seats)} - {None}
    return game.visibility != Visibility.PRIVATE or player_id in insiders


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
    own = Q(owner_id=player_id) | Q(has_seat_of(player_id, "pk"))
    return Game.objects.filter(public | own)


def has_seat_of(player_id: UUID, game: str) -> Exists:
    """Whether the player sits or sat in the game that `game` names in the row asked about.

    Asked of each row by itself: a player may have sat in very many games.
    """
    return Exists(Seat.objects.filter(player_id=player_id, game_id=OuterRef(game)))
