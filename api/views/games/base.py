"""What the views of one game have in common."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.response import Response

from api.etags import holds_tag, unchanged
from api.idempotency import Reveal
from api.profiles import with_ratings
from api.views.base import View
from api.waiting import Asked, wait_of
from games.cursors import Cursor
from games.selectors.access import viewer_of
from games.selectors.games import game_fields_for, with_profiles
from games.services.look import look_at, public_place, token_and_public_place, visible_place
from games.sight import Viewer
from games.store import GameState
from players.errors import DomainError


class GameBaseView(View):
    """A path below a game. Whoever may not see the game gets `not_found`, before anything else is told."""

    is_seat_known = False
    seat: int | None = None
    """The caller's own, where it is known."""

    @property
    def player_id(self) -> UUID | None:
        """Who asks; None for somebody without a token."""
        return None if self.player is None else self.player.pk

    def look(self, game: UUID) -> tuple[GameState, Viewer]:
        """The game as the caller is shown it now, and as whom the caller sees it. Raises `not_found`."""
        state = look_at(game_id=game, player_id=self.player_id, now=self.now)
        return state, self.viewer_of(state)

    def viewer_of(self, state: GameState) -> Viewer:
        """As whom the caller sees the game."""
        viewer = viewer_of(state, self.player_id)
        self.know_seat(viewer.seat)
        return viewer

    def know_seat(self, seat: int | None) -> None:
        """The game was looked at: this is the caller's seat."""
        self.is_seat_known, self.seat = True, seat

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """The answer; a server that knows who is here is told who has asked for it."""
        wait = wait_of(request)
        if wait is not None and self.player_id is not None and "game" in self.kwargs:
            wait.asked = Asked(self.kwargs["game"], self.player_id, self.is_seat_known, self.seat)
        return super().finalize_response(request, response, *args, **kwargs)

    def body_for(self, game: UUID) -> dict[str, Any]:
        """The validated body; what is wrong with it is told only to those who may see the game."""
        try:
            return self.body()
        except Exception:
            self.look(game)
            raise

    def once(self, act: Callable[[], Response], reveal: Reveal | None = None) -> HttpResponse:
        """As for every view; but that a key was used is told only to those who may see the game."""
        try:
            return super().once(act, reveal)
        except DomainError as error:
            if error.code == "idempotency_key_reused":
                self.look(self.kwargs["game"])
            raise

    def includes(self, part: str) -> bool:
        """Whether the answer is to hold this part."""
        return part in self.query.get("include", ())

    def with_included(self, fields: dict[str, Any], state: GameState) -> dict[str, Any]:
        """The fields of a game or view, with what is to be told of those who sit there."""
        if not self.includes("seats.player"):
            return fields
        told = with_profiles(fields, state, self.app)
        with_ratings([seat["profile"] for seat in told["seats"] if seat["profile"]])
        return told

    def told_game(self, state: GameState) -> Response:
        """The game that a service has returned, as the caller may see it."""
        self.viewer_of(state)
        return self.told(game_fields_for(state, self.player_id))

    def told(self, content: Any, headers: dict[str, str] | None = None) -> Response:
        """The answer; selectors have written it in its declared shape."""
        return Response(content, status=self.operation.status, headers=headers)


class TaggedView(GameBaseView):
    """What bears the game's place as its tag."""

    _has_glanced = False
    _place: Cursor | None = None

    def tagged(self, game: UUID, write: Callable[[GameState, Viewer], Any]) -> HttpResponse:
        """What `write` gives, with the game's place as its tag; 304 for a client that has it."""
        if self.held_tag is not None:
            return unchanged(self.held_tag)
        known = self.request.headers.get("If-None-Match")
        if known is not None:
            place = self._place if self._has_glanced else public_place(game_id=game, now=self.now)
            if place is not None and holds_tag(known, place.tag):
                return unchanged(place.tag)
        state, viewer = self.look(game)
        tag = state.tag
        if holds_tag(known, tag):
            return unchanged(tag)
        return self.told(write(state, viewer), {"ETag": tag})

    def find_token(self, digest: str) -> Any:
        """As for every view; with an `If-None-Match`, and by the same statement, the place that is asked for then."""
        if "If-None-Match" not in self.request.headers:
            return super().find_token(digest)
        found = token_and_public_place(digest=digest, game_id=self.kwargs["game"], now=self.now)
        self._has_glanced = found is not None
        token, self._place = found or (None, None)
        return token

    def current_tag(self) -> str | None:
        """That of the game, for those who may see it."""
        place = visible_place(game_id=self.kwargs["game"], player_id=self.player_id, now=self.now)
        return None if place is None else place.tag
