"""The one schema of every error, and the kinds there are."""

from rest_framework import serializers

from api.problems import LONGEST_DETAIL, LONGEST_PATH, LONGEST_TEXT, MOST_FAULTS
from api.serializers.base import list_of
from api.serializers.moves import MoveField
from api.serializers.pages import page_of


class FaultSerializer(serializers.Serializer):
    """One thing that is wrong with a request."""

    pointer = serializers.CharField(
        allow_null=True,
        max_length=LONGEST_TEXT,
        help_text="JSON pointer into the body; null for a parameter or header.",
    )
    parameter = serializers.CharField(
        allow_null=True,
        max_length=LONGEST_TEXT,
        help_text="Name of the query parameter or header; null for the body.",
    )
    code = serializers.CharField(max_length=60)
    message = serializers.CharField(max_length=LONGEST_TEXT)


class LastMoveSerializer(serializers.Serializer):
    """The caller's own latest move in the game."""

    version = serializers.IntegerField(min_value=0, max_value=2**63 - 1)
    move = MoveField()
    text = serializers.CharField(max_length=LONGEST_TEXT, help_text="In the notation of moves.")


class ProblemSerializer(serializers.Serializer):
    """Every error of this API (RFC 9457). Switch on `code`; new codes may come at any time."""

    type = serializers.CharField(max_length=LONGEST_TEXT, help_text="Address at which the code is explained.")
    title = serializers.CharField(max_length=LONGEST_TEXT)
    status = serializers.IntegerField(min_value=400, max_value=599)
    detail = serializers.CharField(max_length=LONGEST_DETAIL)
    instance = serializers.CharField(max_length=LONGEST_PATH, help_text="Path of the request, cut where it is longer.")
    code = serializers.CharField(max_length=60, help_text="One of `ProblemCode`, or a newer one.")
    errors = list_of(FaultSerializer, MOST_FAULTS, help_text="The first of them, where there are many.")  # type: ignore[assignment]
    rule = serializers.CharField(allow_null=True, max_length=10, help_text="Clause of the rules that refuses a move.")
    current_version = serializers.IntegerField(
        allow_null=True, min_value=0, max_value=2**63 - 1, help_text="With `version_conflict`."
    )
    your_last_move = LastMoveSerializer(
        allow_null=True, required=False, help_text="With `version_conflict` and `call_closed`."
    )
    required_scope = serializers.CharField(required=False, max_length=60, help_text="With `missing_scope`.")
    limit = serializers.CharField(required=False, max_length=60, help_text="With `rate_limited`: the bucket.")
    options = serializers.ListField(
        child=serializers.CharField(max_length=60),
        max_length=60,
        required=False,
        help_text="With `impossible_rules`: the options in conflict.",
    )
    key = serializers.CharField(required=False, max_length=60, help_text="With `bad_position`: the faulty key.")
    retryable = serializers.BooleanField(help_text="Whether the same request may succeed later.")
    retry_after_ms = serializers.IntegerField(allow_null=True, min_value=0)
    request_id = serializers.CharField(allow_null=True, max_length=60)


class ProblemTypeSerializer(serializers.Serializer):
    """One code that problems bear."""

    code = serializers.CharField(max_length=60)
    status = serializers.IntegerField(min_value=400, max_value=599)
    title = serializers.CharField(max_length=LONGEST_TEXT)
    meaning = serializers.CharField(max_length=LONGEST_TEXT)
    retryable = serializers.BooleanField()


ProblemTypePage = page_of("ProblemTypePage", ProblemTypeSerializer, longest=1000)
