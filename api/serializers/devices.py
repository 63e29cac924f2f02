"""Devices, and the hours in which they keep still."""

import re
from datetime import time
from typing import Any

from django.conf import settings
from django.utils.translation import gettext
from rest_framework import serializers

from api.serializers.base import ChoiceField, InstantField, StrictSerializer, TextField
from api.serializers.pages import page_of
from players.quiet import QuietHours, time_zones

PLATFORMS = ("android", "ios", "web")
LOCALES = tuple(code for code, _ in settings.LANGUAGES)
LONGEST_PUSH_TOKEN, LONGEST_ZONE = 4096, 64
_CLOCK = re.compile(r"^([01][0-9]|2[0-3]):[0-5][0-9]$", re.ASCII)
_PRINTABLE = re.compile(r"^[!-~]+$")


class _PatternField(serializers.RegexField, TextField):
    """A text of a form, all of it."""

    def to_internal_value(self, data: Any) -> str:
        """The text."""
        text = super().to_internal_value(data)
        if text.endswith("\n"):  # before which `$` matches, too
            self.fail("invalid")
        return text


def _clock(help_text: str) -> _PatternField:
    return _PatternField(_CLOCK, max_length=5, help_text=help_text)


class QuietHoursSerializer(StrictSerializer):
    """Hours in which nothing is pushed, on every day; over midnight where they end earlier than they start."""

    start = _clock("By the clocks in `time_zone`, such as `22:00`.")
    end = _clock("When they are over, such as `07:00`.")
    time_zone = TextField(max_length=LONGEST_ZONE, help_text="A name of the IANA database, such as `Europe/Helsinki`.")

    class Meta:
        ref_name = "QuietHours"

    def validate_time_zone(self, value: str) -> str:
        """One that is known."""
        if value not in time_zones():
            raise serializers.ValidationError(gettext("This time zone is not known here."))
        return value

    def validate(self, attrs: dict[str, Any]) -> QuietHours:
        """Not all day: who wants nothing ever deletes the device."""
        start, end = (time.fromisoformat(attrs[name]) for name in ("start", "end"))
        if start == end:
            raise serializers.ValidationError({"end": [gettext("It must be another time than `start`.")]})
        return QuietHours(start, end, attrs["time_zone"])


class DeviceRequest(StrictSerializer):
    """A device, whole: what is left out is not kept from before."""

    push_token = _PatternField(
        _PRINTABLE,
        max_length=LONGEST_PUSH_TOKEN,
        trim_whitespace=False,
        help_text="The registration token that the push service gave the device. It is never shown again.",
    )
    platform = ChoiceField(choices=PLATFORMS)
    locale = ChoiceField(
        choices=LOCALES, required=False, help_text="The language of pushes; left out: that of `Accept-Language`."
    )
    quiet_hours = QuietHoursSerializer(required=False, allow_null=True)


class DeviceSerializer(serializers.Serializer):
    """Where pushes go."""

    id = serializers.UUIDField(help_text="As the client chose it.")
    platform = serializers.ChoiceField(choices=PLATFORMS)
    locale = serializers.ChoiceField(choices=LOCALES, help_text="The language of pushes.")
    quiet_hours = QuietHoursSerializer(allow_null=True)
    created_at = InstantField()
    updated_at = InstantField(help_text="When it was put last.")

    class Meta:
        ref_name = "Device"


DevicePage = page_of("DevicePage", DeviceSerializer)
