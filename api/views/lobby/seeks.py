"""Seeks: opponents are looked for."""

from contextlib import ExitStack
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from rest_framework.response import Response

from api.operations import operation
from api.serializers.lobby.seeks import SeekAnswer, SeekPage, SeekQuery, SeekRequest, SeekWaitQuery
from api.views.base import View
from api.waiting import wait_of
from games.selectors.news import seek_standings, standing_of_seek
from games.selectors.seeks import open_seeks, seek_fields
from games.services.listen import wait_for
from games.services.seeks import SeekWish, cancel_seek, create_seek, look_at_seek, renew_seek
from games.times import instant
from players.news import Feed, FeedKind, Standing


class SeekBaseView(View):
    """One seek or all of them."""

    @property
    def player_id(self) -> UUID | None:
        """Who asks; None for somebody without a token."""
        return None if self.player is None else self.player.pk

    def told(self, seek: Any, headers: dict[str, str] | None = None) -> Response:
        """The seek as it stands now."""
        content = seek_fields(seek) | {"server_time": instant(timezone.now())}
        return Response(content, status=self.operation.status, headers=headers)


class SeeksView(SeekBaseView):
    """All seeks."""

    @operation(
        "listSeeks",
        tag="Lobby",
        summary="List what others seek",
        description="Open seeks: public ones, and your own; the newest first. Those of players whom you have blocked,"
        " or who have blocked you, are left out.",
        token="optional",
        scope="lobby",
        query=SeekQuery,
        answer=SeekPage,
    )
    def get(self, request: Any) -> Response:
        """One page of seeks."""
        seeks = open_seeks(
            player_id=self.player_id,
            now=self.now,
            preset=self.query.get("preset", ""),
            rated=self.query.get("rated"),
            seats=self.query.get("seats"),
            own=self.query.get("mine", False),
        )
        page = self.page(seeks, ("-id",), seek_fields)
        page.data["server_time"] = instant(self.now)
        return page

    @operation(
        "createSeek",
        tag="Lobby",
        summary="Seek a game",
        description="If enough others wait who seek the same, a game begins at once: `status` is `matched` then, and"
        " `game` names it. Else read the seek with `wait`, and renew it before it runs out, after five minutes. Your"
        " other seeks are cancelled when a game begins.",
        scope="lobby",
        request=SeekRequest,
        answer=SeekAnswer,
        status=201,
        problems=("impossible_rules", "limit_reached"),
        bucket="lobby",
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Seek a game."""
        body = self.body()
        wish = SeekWish(options=body.pop("rules"), **body)
        return self.once(lambda: self._made(wish))

    def _made(self, wish: SeekWish) -> Response:
        seek = create_seek(player=self.player, wish=wish, now=self.now)
        return self.told(seek, {"Location": reverse("seek", args=[seek.id])})


class SeekView(SeekBaseView):
    """One seek."""

    @operation(
        "getSeek",
        tag="Lobby",
        summary="Read a seek, or wait until it is matched",
        description="With `wait`, the answer comes when the seek is not open any more; `game` names the game that has"
        " come of it.",
        token="optional",
        scope="lobby",
        query=SeekWaitQuery,
        answer=SeekAnswer,
        problems=("not_found",),
    )
    def get(self, request: Any, seek: UUID) -> Response:
        """The seek."""
        wait, seconds = wait_of(request), self.query["wait"]
        if wait is None:
            return self.told(self._waited_for(seek, seconds))
        with ExitStack() as slot:
            if not wait.has_begun:
                slot.enter_context(self.waiting())
            found = self._look(seek)
            told = _awaited(found)
            if told is not None and wait.is_left_of(seconds):
                wait.postpone(Feed(FeedKind.SEEK, seek), told, seconds, self.charges, slot.pop_all())
        return self.told(found)

    def _waited_for(self, seek: UUID, seconds: int) -> Any:
        """Wait in this thread."""

        def look() -> Any:
            return self._look(seek)

        with self.waiting():
            return wait_for(look, _awaited, seek_standings, feed_id=seek, wait_seconds=seconds, clock=timezone.now)

    @operation(
        "cancelSeek",
        tag="Lobby",
        summary="Withdraw your seek",
        description="It may be sent again.",
        scope="lobby",
        status=204,
        problems=("not_found", "seek_closed"),
    )
    def delete(self, request: Any, seek: UUID) -> Response:
        """Withdraw it."""
        cancel_seek(seek_id=seek, player_id=self.player.pk, now=self.now)
        return self.nothing()

    def _look(self, seek: UUID) -> Any:
        return look_at_seek(seek_id=seek, player_id=self.player_id, now=timezone.now())


class SeekRenewalView(SeekBaseView):
    """More time for a seek."""

    @operation(
        "renewSeek",
        tag="Lobby",
        summary="Go on seeking",
        description="The seek runs out five minutes from now. It may be sent again.",
        scope="lobby",
        answer=SeekAnswer,
        problems=("not_found", "seek_closed"),
    )
    def post(self, request: Any, seek: UUID) -> Response:
        """Renew it."""
        return self.told(renew_seek(seek_id=seek, player_id=self.player.pk, now=self.now))


def _awaited(seek: Any) -> Standing | None:
    return standing_of_seek(seek) if seek.status == "open" else None
