"""The rules as a service: positions played by machine, nothing stored."""

from typing import Any

from rest_framework.response import Response

from api.operations import operation
from api.serializers.positions import PositionAnswerSerializer, PositionRequest
from api.views.base import View
from engine.requests import answer

# A hand with several wild cards may have very many; the first of them come at once.
MOST_LEGAL_MOVES = 1000
# Positions of play need some hundred; what was made up to need more takes a second so far.
MOST_STEPS = 5_000


class PositionPlayView(View):
    """Any position, played on."""

    @operation(
        "playPosition",
        tag="Service",
        summary="Play moves from any position",
        description="Plays the moves by the rules of the position and tells what came of each, the position"
        " after them, which moves would be accepted, and the scores if the deal is over. Nothing is stored.",
        token="unused",
        request=PositionRequest,
        answer=PositionAnswerSerializer,
        problems=("bad_position", "impossible_rules", "too_much_work"),
    )
    def post(self, request: Any) -> Response:
        """What the engine answers to the same object."""
        return Response(answer(self.body(), MOST_LEGAL_MOVES, MOST_STEPS))
