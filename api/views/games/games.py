"""Games: made, listed, read and changed, started and given up."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework.response import Response

from api.access import require_scope
from api.etags import version_matched
from api.operations import operation
from api.serializers.games.games import (
    GameChange,
    GameDetailQuery,
    GamePage,
    GameQuery,
    GameRequest,
    GameSerializer,
)
from api.views.base import View
from api.views.games.base import GameBaseView, TaggedView
from api.views.games.lists import GamesBaseView
from games.selectors.games import game_fields
from games.services.change import change_game
from games.services.create import GameWish, SeatWish, create_game
from games.services.rematch import create_rematch
from games.services.resign import resign
from games.services.start import start_game
from games.shown import shown_to

# What a wish says beside rules and seats.
_SETTINGS = (
    *("visibility", "leaver_policy", "takeover_level", "clock", "rated"),
    *("max_timeouts", "returnable", "undo_policy", "spectator_delay_moves", "start"),
)


def charge_invitations(view: View, wishes: Sequence[GameWish]) -> None:
    """Each game that invites others by naming them is an invitation. Raises `missing_scope`, `rate_limited`."""
    own = (None, view.player.pk)
    inviting = [wish for wish in wishes if any(seat.player_id not in own for seat in wish.seats)]
    for _ in inviting:
        require_scope(view.request, "lobby")
        view.charge_caller("lobby")


def wish_of(body: Mapping[str, Any]) -> GameWish:
    """A game as a request asks for it."""
    seats = [SeatWish(seat.get("bot_level") or "", seat.get("player")) for seat in body["seats"]]
    return GameWish(options=body["rules"], seats=seats, **{name: body[name] for name in _SETTINGS if name in body})


class GamesView(GamesBaseView):
    """All games."""

    @operation(
        "listGames",
        tag="Games",
        summary="List games",
        description="Public games, and your own of any kind; the newest first, unless `sort` says otherwise.",
        token="optional",
        scope="game:read",
        query=GameQuery,
        answer=GamePage,
    )
    def get(self, request: Any) -> Response:
        """One page of games."""
        player = self.query.get("player")
        return self.listed() if player is None else self.listed_of(player)

    @operation(
        "createGame",
        tag="Games",
        summary="Make a game",
        description="One call may name rules, people and computer players, and start the game. Others who are named are"
        " invited for a day, for which the scope `lobby` is needed; it counts as an invitation.",
        scope="game:create",
        request=GameRequest,
        answer=GameSerializer,
        status=201,
        problems=("impossible_rules", "seats_open", "not_found", "erased", "already_invited"),
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Make a game."""
        body = self.body()
        wish = wish_of(body)
        charge_invitations(self, [wish])
        return self.once(lambda: self._made(wish))

    def _made(self, wish: GameWish) -> Response:
        state = create_game(owner=self.player, wish=wish, now=self.now)
        location = reverse("game", args=[state.game.id])
        return Response(game_fields(state), status=201, headers={"Location": location})


class GameView(TaggedView):
    """One game."""

    @operation(
        "getGame",
        tag="Games",
        summary="Read a game",
        token="optional",
        scope="game:read",
        query=GameDetailQuery,
        answer=GameSerializer,
        problems=("not_found",),
    )
    def get(self, request: Any, game: UUID) -> HttpResponse:
        """The game."""
        return self.tagged(game, lambda state, _: self.with_included(game_fields(state), state))

    @operation(
        "updateGame",
        tag="Games",
        summary="Change a game before it starts",
        description='For its owner. Send the version in `If-Match`, such as `"v3"`. What is absent stays.',
        scope="game:create",
        request=GameChange,
        answer=GameSerializer,
        problems=("not_found", "not_owner", "game_started", "game_over", "impossible_rules"),
        matched=True,
    )
    def patch(self, request: Any, game: UUID) -> Response:
        """Change the game."""
        body = self.body_for(game)
        state = change_game(
            game_id=game,
            player_id=self.player.pk,
            version=version_matched(self.request, gettext('Send the entity tag of the game, such as "v3.0".')),
            options=body.pop("rules", None),
            changes=body,
            now=self.now,
        )
        return self.told_game(state)


class StartView(GameBaseView):
    """The start of a game."""

    @operation(
        "startGame",
        tag="Games",
        summary="Start a game",
        description="For its owner. A game that has started is answered as it stands, also when it is over,"
        " so that a start can be sent again.",
        scope="game:create",
        answer=GameSerializer,
        problems=("not_found", "not_owner", "seats_open", "game_over"),
    )
    def post(self, request: Any, game: UUID) -> Response:
        """Start the game."""
        return self.told_game(start_game(game_id=game, player_id=self.player.pk, now=self.now))


class ResignView(GameBaseView):
    """Giving up."""

    @operation(
        "resignGame",
        tag="Games",
        summary="Give up",
        description="A computer player goes on at your seat, or the game is broken off, as its policy says.",
        scope="game:play",
        answer=GameSerializer,
        problems=("not_found", "not_seated", "game_not_started", "game_over"),
        keyed=True,
    )
    def post(self, request: Any, game: UUID) -> HttpResponse:
        """Resign."""
        return self.once(lambda: self.told(game_fields(resign(game_id=game, player_id=self.player.pk, now=self.now))))


class RematchView(GameBaseView):
    """Once more."""

    @operation(
        "createRematch",
        tag="Games",
        summary="Play again",
        description="Of a game that is over: one by the same rules, with the same computer players, in which you sit as"
        " before. The first call makes it; those of the other players answer the same game and seat them. It starts"
        " when all seats are filled.",
        scope="game:create",
        answer=GameSerializer,
        status=201,
        problems=("not_found", "not_seated", "game_not_over", "game_full"),
        keyed=True,
    )
    def post(self, request: Any, game: UUID) -> HttpResponse:
        """Make or join the rematch."""
        return self.once(lambda: self._made(game))

    def _made(self, game: UUID) -> Response:
        state = create_rematch(game_id=game, player=self.player, now=self.now)
        location = reverse("game", args=[state.game.id])
        seen = shown_to(state, self.player_id)
        return self.told(game_fields(seen), {"Location": location, "ETag": seen.tag})
