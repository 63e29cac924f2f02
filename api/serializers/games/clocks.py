"""How time is kept in a game."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.serializers.base import INT32, ChoiceField, IntegerField, StrictSerializer
from api.serializers.games.choices import CLOCK_MODES

DAY = 24 * 3600
LONGEST_LIVE_MS, LONGEST_INCREMENT_MS = DAY * 1000, 3600 * 1000
SHORTEST_BANK_MS, SHORTEST_TURN_MS = 30_000, 5000  # less is no time to see the table in
SHORTEST_DAILY, LONGEST_DAILY = 60, 14 * DAY
MOST_VACATION = 60
_LIVE = ("initial_ms", "increment_ms", "turn_ms", "reserve_ms")


class ClockPolicy(serializers.Serializer):
    """How time is kept; members of other modes are null."""

    mode = serializers.ChoiceField(choices=CLOCK_MODES)
    initial_ms = serializers.IntegerField(allow_null=True, min_value=0, max_value=INT32)
    increment_ms = serializers.IntegerField(allow_null=True, min_value=0, max_value=INT32)
    turn_ms = serializers.IntegerField(allow_null=True, min_value=0, max_value=INT32)
    reserve_ms = serializers.IntegerField(allow_null=True, min_value=0, max_value=INT32)
    turn_seconds = serializers.IntegerField(allow_null=True, min_value=0, max_value=INT32)
    vacation_days = serializers.IntegerField(allow_null=True, min_value=0, max_value=INT32)


def _live(text: str, **options: Any) -> IntegerField:
    options = {"min_value": 0, "max_value": LONGEST_LIVE_MS, **options}
    return IntegerField(required=False, allow_null=True, help_text=text, **options)


class ClockRequest(StrictSerializer):
    """How time is to be kept: `live` by a bank, by the turn, or both; `daily` by the turn; `none` not at all."""

    mode = ChoiceField(choices=CLOCK_MODES)
    initial_ms = _live("Live: each seat's time for the game.", min_value=SHORTEST_BANK_MS)
    increment_ms = _live("Live: added to it after each turn.", max_value=LONGEST_INCREMENT_MS)
    turn_ms = _live("Live: the longest a turn may last.", min_value=SHORTEST_TURN_MS)
    reserve_ms = _live("Live: used, once, when the rest is over.")
    turn_seconds = IntegerField(
        required=False,
        allow_null=True,
        min_value=SHORTEST_DAILY,
        max_value=LONGEST_DAILY,
        help_text="Daily: the longest a turn may last.",
    )
    vacation_days = IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST_VACATION,
        help_text="Daily: so many times a seat whose time is over gets a day more.",
    )

    def validate(self, attrs: Any) -> Any:
        """The members of the mode, with nothing missing and no others."""
        given = {name: value for name, value in attrs.items() if value is not None}
        mode = given.pop("mode")
        members = {"live": _LIVE, "daily": ("turn_seconds", "vacation_days"), "none": ()}[mode]
        foreign = [name for name in given if name not in members]
        if foreign:
            message = gettext("Not in a clock of mode {mode}.").format(mode=mode)
            raise serializers.ValidationError(dict.fromkeys(foreign, message))
        if mode == "live" and not (given.get("initial_ms") or given.get("turn_ms")):
            raise serializers.ValidationError({"initial_ms": gettext("A live clock needs `initial_ms` or `turn_ms`.")})
        if mode == "daily" and "turn_seconds" not in given:
            raise serializers.ValidationError({"turn_seconds": gettext("A daily clock needs it.")})
        return {"mode": mode, **given}
