"""Which games are exported."""

from rest_framework import serializers

from api.serializers.base import BooleanParameter, IdField, IntegerParameter
from api.serializers.games.games import validated_preset
from api.serializers.pages import PageQuery

MOST_EXPORTED = 1000
_NAME = 40


class ExportQuery(PageQuery):
    """Which finished games are wanted."""

    limit = IntegerParameter(
        min_value=1, max_value=MOST_EXPORTED, default=MOST_EXPORTED, help_text="How many games at most."
    )
    count = None  # type: ignore[assignment]  # an export is not counted
    player = IdField(required=False, help_text="Games in which this player sat.")
    preset = serializers.CharField(required=False, max_length=_NAME)
    rated = BooleanParameter(required=False)
    finished_after = serializers.DateTimeField(required=False)
    finished_before = serializers.DateTimeField(required=False)

    def validate_preset(self, value: str) -> str:
        """The name of a preset."""
        return validated_preset(value)
