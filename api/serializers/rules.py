"""Rules: presets, options, and how a request names them. Made from the engine's own list of options."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.base import BooleanField, IntegerField, StrictSerializer, TextField, list_of
from api.serializers.pages import page_of
from engine import OPTIONS, Options, OptionSpec, options_from, options_json

_NAME, _TEXT, _PROSE = 40, 500, 20_000


def _field(spec: OptionSpec, required: bool) -> serializers.Field:
    """The field of one option."""
    about: dict[str, Any] = {
        "required": required,
        "allow_null": spec.nullable,
        "help_text": f"Rule {spec.clause}.",
    }
    if spec.kind == "choice":
        return serializers.ChoiceField(choices=list(spec.values), **about)
    if spec.kind == "bool":
        return BooleanField(**about)
    numbers: dict[str, Any] = {"min_value": spec.low, "max_value": spec.high}
    if spec.kind == "int":
        return IntegerField(**numbers, **about)
    return serializers.DictField(child=IntegerField(**numbers), **about)


def _rules(name: str, about: str, *, required: bool) -> type[StrictSerializer]:
    members: dict[str, Any] = {"__doc__": about}
    members["preset"] = TextField(
        required=required, allow_null=True, max_length=_NAME, help_text="The ruleset that the rest changes."
    )
    members |= {spec.name: _field(spec, required) for spec in OPTIONS.values()}
    return type(name, (StrictSerializer,), members)


Rules = _rules("Rules", "All options of a game, and the preset that they were made from.", required=True)
RulesRequest = _rules(
    "RulesRequest", "A preset (`pagat` if left out) and the options that differ from it.", required=False
)


@extend_schema_field(RulesRequest)
class RulesField(serializers.Field):
    """The options that a request asks for: an object, or the name of a preset alone."""

    def to_internal_value(self, data: Any) -> Options:
        """The options. Raises `ImpossibleRules` also for names and values that do not exist."""
        return options_from(data)

    def to_representation(self, value: Options) -> dict[str, Any]:
        """All options in full."""
        return options_json(value)


class OptionValueSerializer(serializers.Serializer):
    """A value that an option can be given."""

    value = serializers.CharField(max_length=_NAME, help_text="As text, also of a truth value.")
    text = serializers.CharField(max_length=_TEXT, help_text="The rule in a sentence.")


class RuleOptionSerializer(serializers.Serializer):
    """One switch of the rules."""

    name = serializers.CharField(max_length=_NAME)
    kind = serializers.CharField(max_length=_NAME, help_text="`choice`, `int`, `bool` or `card_points`.")
    clause = serializers.CharField(max_length=10, help_text="Clause of the rules.")
    values = list_of(OptionValueSerializer, 20, help_text="Of a choice or truth value; else empty.")
    minimum = serializers.IntegerField(allow_null=True, help_text="Of a number.")
    maximum = serializers.IntegerField(allow_null=True, help_text="Of a number.")
    nullable = serializers.BooleanField()
    default = serializers.CharField(allow_null=True, max_length=_NAME, help_text="In `pagat`, as text.")
    conflicts = serializers.ListField(
        child=serializers.CharField(max_length=_NAME),
        max_length=20,
        help_text="Options whose values may exclude one of this; `checkRules` tells whether they do.",
    )
    text = serializers.CharField(max_length=_TEXT, help_text="What this ruleset says about it, in a sentence.")


class RulesetSerializer(serializers.Serializer):
    """A named set of rules."""

    name = serializers.CharField(max_length=_NAME)
    title = serializers.CharField(max_length=_TEXT)
    summary = serializers.CharField(max_length=_TEXT)
    options = Rules()
    rules_edition = serializers.IntegerField(min_value=1)


class RulesetDetailSerializer(RulesetSerializer):
    """A named set of rules, with its prose and everything that can be changed about it."""

    text = serializers.CharField(max_length=_PROSE, help_text="The complete rules, in Markdown.")
    option_schema = list_of(RuleOptionSerializer, 100)


RulesetPage = page_of("RulesetPage", RulesetSerializer, longest=1000)


class RulesCheckRequest(StrictSerializer):
    """Rules to be looked at before a game is made."""

    rules = RulesField()
    players = IntegerField(required=False, min_value=2, max_value=8, help_text="Can so many play by them?")


class RulesCheckSerializer(serializers.Serializer):
    """Possible rules, in full and in prose."""

    rules = Rules()
    text = serializers.CharField(max_length=_PROSE, help_text="The complete rules, in Markdown.")
    rules_edition = serializers.IntegerField(min_value=1)
