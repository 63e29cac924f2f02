"""What every list has in common."""

from typing import Any

from rest_framework import serializers

from api.serializers.base import BooleanParameter, IntegerParameter, StrictSerializer, list_of

SHORTEST_PAGE, DEFAULT_PAGE, LONGEST_PAGE = 1, 20, 100
CURSOR_LENGTH = 1000


class PageQuery(StrictSerializer):
    """The parameters of every list that comes in pages; filters are added in subclasses."""

    limit = IntegerParameter(
        min_value=SHORTEST_PAGE,
        max_value=LONGEST_PAGE,
        default=DEFAULT_PAGE,
        help_text="How many results at most.",
    )
    cursor = serializers.CharField(
        max_length=CURSOR_LENGTH,
        required=False,
        help_text="The `next_cursor` of the page before. It keeps the filters.",
    )
    count = BooleanParameter(default=False, help_text="Whether to tell `total_count`.")


def page_of(name: str, item: type[serializers.Serializer], longest: int = LONGEST_PAGE) -> type[StrictSerializer]:
    """The serializer of one page of such items; `name` is its name in the schema."""
    members: dict[str, Any] = {
        "__doc__": "One page of a list.",
        "results": list_of(item, longest),
        "next_cursor": serializers.CharField(
            allow_null=True, max_length=CURSOR_LENGTH, help_text="Null on the last page."
        ),
        "has_more": serializers.BooleanField(),
        "total_count": serializers.IntegerField(
            allow_null=True, min_value=0, help_text="With `count=true`, and of a list that is told whole."
        ),
        "total_count_capped": serializers.BooleanField(help_text="There are more than `total_count`."),
    }
    return type(name, (StrictSerializer,), members)
