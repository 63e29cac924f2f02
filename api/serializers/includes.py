"""What an answer may hold beside what it always holds."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers


class IncludeField(serializers.CharField):
    """Some of the parts that an operation offers, separated by commas."""

    def __init__(self, *parts: str) -> None:
        text = "One or several of these, with commas: " + ", ".join(f"`{part}`" for part in parts) + "."
        super().__init__(required=False, max_length=100, help_text=text)
        self._parts = parts

    def to_internal_value(self, data: Any) -> set[str]:  # type: ignore[override]
        """The names of the parts."""
        wanted = set(super().to_internal_value(data).split(","))
        if not wanted <= set(self._parts):
            raise serializers.ValidationError(
                gettext("Choose from {known}.").format(known=", ".join(self._parts)), code="invalid_choice"
            )
        return wanted
