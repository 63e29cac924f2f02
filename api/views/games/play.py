"""Play: the view, the legal moves, and moves."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.response import Response

import engine
from api.operations import operation
from api.serializers.games.views import (
    CheckedMove,
    GameMove,
    GameMovePage,
    GameView,
    LegalMoves,
    MoveQuery,
    MoveRequest,
    PlayedMove,
    PlayedTurn,
    TurnRequest,
    ViewQuery,
)
from api.views.games.base import GameBaseView, TaggedView
from games.selectors.moves import move_fields, moves_of, taken_back, the_move
from games.selectors.views import own_legal_moves_fields, view_fields
from games.services.dry_run import check_move
from games.services.play import submit_move
from games.services.turn import submit_turn
from games.sight import Viewer
from games.store import GameState
from games.times import instant

_REFUSALS = tuple(str(code) for code in engine.Code)
_MOVE_PROBLEMS = (
    *("not_found", "game_over", "game_not_started", "not_seated", "version_required", "version_conflict"),
    *("game_paused", "call_window_open", *_REFUSALS),
)


class GameViewView(TaggedView):
    """The deal that goes on."""

    @operation(
        "getGameView",
        tag="Games",
        summary="See the table as you may see it",
        description="With your own cards if you play. Of a game that is over, the last deal.",
        token="optional",
        scope="game:read",
        query=ViewQuery,
        answer=GameView,
        problems=("not_found", "game_not_started"),
    )
    def get(self, request: Any, game: UUID) -> HttpResponse:
        """The view."""
        return self.tagged(game, self._fields)

    def _fields(self, state: GameState, viewer: Viewer) -> dict[str, Any]:
        view = view_fields(state, viewer, self.now, with_legal_moves=self.includes("legal_moves"))
        return self.with_included(view, state)


class LegalMovesView(GameBaseView):
    """What may be played now."""

    @operation(
        "listLegalMoves",
        tag="Games",
        summary="List your legal moves",
        description="Of your own seat; empty while others are to move.",
        scope="game:read",
        answer=LegalMoves,
        problems=("not_found", "game_not_started", "not_seated"),
    )
    def get(self, request: Any, game: UUID) -> Response:
        """The moves of the caller's seat."""
        state, viewer = self.look(game)
        return self.told(own_legal_moves_fields(state, viewer))


class PlayBaseView(GameBaseView):
    """What answers accepted moves."""

    def told_played(self, state: GameState, content: dict[str, Any]) -> Response:
        """The content with the mover's new view; its `version` is that of the last move."""
        view = view_fields(state, self.viewer_of(state), self.now)
        location = f"{self.request.path.rpartition('/')[0]}/moves/{content['version']}"
        return self.told(
            content | {"view": view, "server_time": instant(self.now)},
            {"Location": location, "ETag": state.cursor.tag},
        )


class MovesView(PlayBaseView):
    """The moves of a game."""

    @operation(
        "listMoves",
        tag="Games",
        summary="List the moves that were played",
        token="optional",
        scope="game:read",
        query=MoveQuery,
        answer=GameMovePage,
        problems=("not_found",),
    )
    def get(self, request: Any, game: UUID) -> Response:
        """One page of moves, in order."""
        state, viewer = self.look(game)
        moves = moves_of(state, viewer, deal_number=self.query.get("deal"), seat=self.query.get("seat"))
        undone = taken_back(state)
        return self.page(moves, ("version",), lambda entry: move_fields(entry, state.game, viewer, undone))

    @operation(
        "submitMove",
        tag="Games",
        summary="Play a move",
        description="Name the `version` that you saw; for a `call` or `pass`, the `window` instead.",
        scope="game:play",
        request=MoveRequest,
        answer=PlayedMove,
        status=201,
        problems=_MOVE_PROBLEMS,
        bucket="moves",
        keyed=True,
    )
    def post(self, request: Any, game: UUID) -> HttpResponse:
        """Play."""
        body = self.body_for(game)
        return self.once(lambda: self._played(game, body))

    def _played(self, game: UUID, body: dict[str, Any]) -> Response:
        played = submit_move(game_id=game, player_id=self.player.pk, now=self.now, **body)
        entry = played.entry
        return self.told_played(played.state, {"version": entry.version, "move": entry.move, "text": entry.text})


class TurnView(PlayBaseView):
    """A whole turn at once."""

    @operation(
        "submitTurn",
        tag="Games",
        summary="Play several moves of a turn, all or none",
        description="No `draw` among them: what it shows cannot be taken back. If the first is a `call`, name the"
        " `window` instead of the `version`; a call that others may precede is sent by itself.",
        scope="game:play",
        request=TurnRequest,
        answer=PlayedTurn,
        status=201,
        problems=_MOVE_PROBLEMS,
        bucket="moves",
        keyed=True,
    )
    def post(self, request: Any, game: UUID) -> HttpResponse:
        """Play."""
        body = self.body_for(game)
        return self.once(lambda: self._played(game, body))

    def _played(self, game: UUID, body: dict[str, Any]) -> Response:
        played = submit_turn(game_id=game, player_id=self.player.pk, now=self.now, **body)
        moves = [{"version": entry.version, "move": entry.move, "text": entry.text} for entry in played.entries]
        return self.told_played(played.state, {"version": moves[-1]["version"], "moves": moves})


class MoveCheckView(GameBaseView):
    """A move tried out."""

    @operation(
        "checkMove",
        tag="Games",
        summary="Ask whether a move would be accepted",
        description="Answers as `submitMove` would, and changes nothing.",
        scope="game:play",
        request=MoveRequest,
        answer=CheckedMove,
        problems=_MOVE_PROBLEMS,
    )
    def post(self, request: Any, game: UUID) -> Response:
        """Check."""
        body = {"version": None, "window": None} | self.body_for(game)
        state, move = check_move(game_id=game, player_id=self.player.pk, now=self.now, **body)
        content = {"move": engine.move_json(move), "text": engine.move_text(move)}
        return self.told({"version": state.game.version} | content)


class MoveView(GameBaseView):
    """One move of the log."""

    @operation(
        "getMove",
        tag="Games",
        summary="Read a move that was played",
        token="optional",
        scope="game:read",
        answer=GameMove,
        problems=("not_found",),
    )
    def get(self, request: Any, game: UUID, version: int) -> Response:
        """The move that made this version."""
        state, viewer = self.look(game)
        undone = taken_back(state, undone_to__lt=version, version__gt=version)
        return self.told(move_fields(the_move(state, viewer, version), state.game, viewer, undone))
