"""What the service says about itself."""

from rest_framework import serializers

from api.serializers.base import InstantField, list_of
from api.serializers.pages import page_of

_TEXT = 500


class ServiceIndexSerializer(serializers.Serializer):
    """Where to go on from here: absolute addresses."""

    name = serializers.CharField(max_length=60)
    docs_url = serializers.URLField(max_length=_TEXT, help_text="Pages for people.")
    schema_url = serializers.URLField(max_length=_TEXT, help_text="The OpenAPI description.")
    meta_url = serializers.URLField(max_length=_TEXT, help_text="Versions and limits.")
    problems_url = serializers.URLField(max_length=_TEXT, help_text="The codes of errors.")


class HealthSerializer(serializers.Serializer):
    """Alive."""

    status = serializers.CharField(max_length=20)


class CheckSerializer(serializers.Serializer):
    """One thing that the service needs, and whether it is there."""

    name = serializers.CharField(max_length=60)
    ok = serializers.BooleanField()


class ReadinessSerializer(serializers.Serializer):
    """Whether requests can be served."""

    status = serializers.CharField(max_length=20)
    checks = list_of(CheckSerializer, 20)


class BucketSerializer(serializers.Serializer):
    """A limit of requests: so many in each window (0 seconds: at the same time), counted by what `per` says."""

    name = serializers.CharField(max_length=60)
    quota = serializers.IntegerField(min_value=1)
    seconds = serializers.IntegerField(min_value=0)
    per = serializers.CharField(
        max_length=20,
        help_text="`address`, `player`, `seat`, `app`, `token`, `account`: the one that is named, or `account and"
        " address`.",
    )


class ScopeSerializer(serializers.Serializer):
    """Something that a token may be used for."""

    name = serializers.CharField(max_length=60)
    meaning = serializers.CharField(max_length=_TEXT)


class LimitsSerializer(serializers.Serializer):
    """Sizes that clients should know."""

    body_bytes = serializers.IntegerField(min_value=1)
    page_results = serializers.IntegerField(min_value=1)
    total_count = serializers.IntegerField(min_value=1, help_text="The largest that a list tells.")
    wait_seconds = serializers.IntegerField(min_value=0, help_text="Of a long-poll.")
    players = serializers.IntegerField(min_value=2, help_text="At one table.")
    spectator_delay_moves = serializers.IntegerField(
        min_value=0, help_text="The most by which a game can be shown later to those who do not play."
    )
    lag_grace_ms = serializers.IntegerField(
        min_value=0, help_text="How late a move may come when a turn's time is over."
    )


class MetaSerializer(serializers.Serializer):
    """What this service is and how much it takes."""

    name = serializers.CharField(max_length=60)
    build = serializers.CharField(max_length=60, help_text="Version of the software.")
    rules_edition = serializers.IntegerField(min_value=1, help_text="Raised when the rules' behaviour changes.")
    limits = LimitsSerializer()
    rate_limits_enabled = serializers.BooleanField()
    buckets = list_of(BucketSerializer, 30)
    scopes = list_of(ScopeSerializer, 60)
    locales = serializers.ListField(child=serializers.CharField(max_length=20), max_length=60)
    push_enabled = serializers.BooleanField(help_text="Whether notices are pushed to devices.")
    terms_url = serializers.URLField(allow_null=True, max_length=_TEXT)
    terms_version = serializers.CharField(allow_null=True, max_length=60)
    server_time = InstantField()


class BotLevelSerializer(serializers.Serializer):
    """A strength of computer player."""

    name = serializers.CharField(max_length=60)
    description = serializers.CharField(max_length=_TEXT)
    rating = serializers.IntegerField(allow_null=True, help_text="Measured; null until it is.")
    think_time_ms = serializers.IntegerField(min_value=0, help_text="Between moves, on average.")
    call_delay_ms = serializers.IntegerField(min_value=0, help_text="Before it answers a call window, on average.")


BotLevelPage = page_of("BotLevelPage", BotLevelSerializer)
