"""Games that were played before are imported from their records."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.response import Response

import engine
from api.operations import operation
from api.serializers.games.games import GameSerializer
from api.serializers.games.imports import ImportRequest
from api.views.base import View
from games.recorded import Recorded, recorded_json, recorded_lines, recorded_text
from games.selectors.games import game_fields
from games.services.imports import import_record

_READERS: dict[str, Callable[[Any], Recorded]] = {
    "record": recorded_json,
    "text": recorded_text,
    "lines": recorded_lines,
}
_REFUSALS = tuple(str(code) for code in engine.Code)


class ImportsView(View):
    """Records that come in."""

    @operation(
        "importRecord",
        tag="Games",
        summary="Make a finished game of its record",
        description="In one of the three forms in which records are answered. The game is played again by the rules,"
        " every move of it: what is wrong is refused with its place. It is yours, unrated, marked as imported, and"
        " counts nowhere.",
        scope="import",
        request=ImportRequest,
        answer=GameSerializer,
        status=201,
        problems=("bad_record", "impossible_rules", *_REFUSALS),
        bucket="imports",
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Import."""
        body = self.body()
        return self.once(lambda: self._made(body))

    def _made(self, body: dict[str, Any]) -> Response:
        form = next(form for form in _READERS if body.get(form) is not None)
        settings = {name: body[name] for name in ("seat", "names", "visibility") if name in body}
        state = import_record(owner=self.player, recorded=_READERS[form](body[form]), now=self.now, **settings)
        headers = {"Location": reverse("game", args=[state.game.id]), "ETag": state.cursor.tag}
        return Response(game_fields(state), status=201, headers=headers)
