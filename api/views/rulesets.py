"""Rulesets and their prose, and rules looked at before a game is made."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.response import Response

from api.operations import operation
from api.pages import whole
from api.serializers.rules import (
    RulesCheckRequest,
    RulesCheckSerializer,
    RulesetDetailSerializer,
    RulesetPage,
)
from api.views.base import View
from engine import OPTIONS, PRESETS, RULES_EDITION, Options, OptionSpec, options_json, rivals_of
from games.rules_text import option_text, preset_summary, preset_title, rules_text
from players.errors import DomainError


class RulesetsView(View):
    """The named sets of rules."""

    @operation("listRulesets", tag="Service", summary="List the rulesets", token="unused", answer=RulesetPage)
    def get(self, request: Any) -> HttpResponse:
        """All of them."""
        return self.fixed(lambda: whole([_ruleset(name) for name in PRESETS]))


class RulesetView(View):
    """One named set of rules."""

    @operation(
        "getRuleset",
        tag="Service",
        summary="Read a ruleset and what can be changed",
        token="unused",
        answer=RulesetDetailSerializer,
        problems=("not_found",),
    )
    def get(self, request: Any, name: str) -> HttpResponse:
        """The ruleset with its prose and its options."""
        if name not in PRESETS:
            raise DomainError("not_found", gettext("There is no such ruleset."))
        return self.fixed(lambda: _ruleset(name) | _detail(PRESETS[name]))


class RulesCheckView(View):
    """Rules before a game is made by them."""

    @operation(
        "checkRules",
        tag="Service",
        summary="Check rules and read them in prose",
        description="Fills in every option, gives the complete rules, names options that exclude each other.",
        token="unused",
        request=RulesCheckRequest,
        answer=RulesCheckSerializer,
        problems=("impossible_rules",),
    )
    def post(self, request: Any) -> Response:
        """The rules in full, or `impossible_rules`."""
        body = self.body()
        options: Options = body["rules"]
        if "players" in body:
            options.check_players(body["players"])
        return self.answer(
            {"rules": options_json(options), "text": rules_text(options), "rules_edition": RULES_EDITION}
        )


def _detail(options: Options) -> dict[str, Any]:
    return {
        "text": rules_text(options),
        "option_schema": [_option(spec, options) for spec in OPTIONS.values()],
    }


def _ruleset(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "title": preset_title(name),
        "summary": preset_summary(name),
        "options": options_json(PRESETS[name]),
        "rules_edition": RULES_EDITION,
    }


def _option(spec: OptionSpec, options: Options) -> dict[str, Any]:
    is_number = spec.kind in ("int", "card_points")
    values: tuple[Any, ...] = (True, False) if spec.kind == "bool" else spec.values
    return {
        "name": spec.name,
        "kind": spec.kind,
        "clause": spec.clause,
        "values": [{"value": _as_text(value), "text": option_text(spec.name, value)} for value in values],
        "minimum": spec.low if is_number else None,
        "maximum": spec.high if is_number else None,
        "nullable": spec.nullable,
        "default": _as_text(spec.default),
        "conflicts": rivals_of(spec.name),
        "text": option_text(spec.name, getattr(options, spec.name)),
    }


def _as_text(value: Any) -> str | None:
    """The value as a form would show it: true, 500, must_use; None for none, and for no bonus cards."""
    if value is None or value == ():
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)
