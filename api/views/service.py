"""What the service says about itself: health, limits, problems, computer players."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework.response import Response

from api.limits import BUCKETS, LONGEST_WAIT_SECONDS, are_on
from api.operations import operation
from api.pages import MOST_COUNTED, whole
from api.problem_types import PROBLEM_TYPES
from api.problems import fault
from api.readiness import readiness
from api.rendering import LARGEST_BODY
from api.serializers.pages import LONGEST_PAGE
from api.serializers.problems import ProblemTypePage, ProblemTypeSerializer
from api.serializers.service import (
    BotLevelPage,
    HealthSerializer,
    MetaSerializer,
    ReadinessSerializer,
    ServiceIndexSerializer,
)
from api.views.base import View
from bots.registry import LEVELS, Level
from engine import RULES_EDITION
from games.clocks import LAG_GRACE
from games.limits import MOST_SPECTATOR_DELAY_MOVES
from players import notifiers
from players.errors import DomainError
from players.scopes import SCOPES

MOST_PLAYERS = 8
MILLISECOND = timedelta(milliseconds=1)
_INDEX = ("docs", "schema", "meta", "problems")


class HealthView(View):
    """Whether the process answers."""

    schema = None  # for the keepers of the service, not for apps
    is_limited = False

    @operation("getHealth", tag="Service", summary="Is the process alive?", token="unused", answer=HealthSerializer)
    def get(self, request: Any) -> Response:
        """Always the same, asking nobody."""
        return self.answer({"status": "ok"})


class ReadinessView(View):
    """Whether the process can serve."""

    schema = None
    is_limited = False

    @operation(
        "getReadiness",
        tag="Service",
        summary="Can requests be served?",
        description="Looks at the database, its migrations and the broker.",
        token="unused",
        answer=ReadinessSerializer,
        problems=("unavailable",),
    )
    def get(self, request: Any) -> Response:
        """Every check, or `unavailable` with those that fail."""
        checks = readiness()
        words = gettext("The {part} does not answer or is not complete.")
        missing = [fault("not_ready", words.format(part=name)) for name, ok in checks if not ok]
        if missing:
            raise DomainError("unavailable", errors=missing)
        return self.answer({"status": "ready", "checks": [{"name": name, "ok": ok} for name, ok in checks]})


class IndexView(View):
    """The address that people try first."""

    @operation(
        "getIndex",
        tag="Service",
        summary="Find the documentation",
        description="The addresses of the docs, the schema, the limits and the codes of errors.",
        token="unused",
        answer=ServiceIndexSerializer,
    )
    def get(self, request: Any) -> Response:
        """Where to go on."""
        pages = {f"{name}_url": request.build_absolute_uri(reverse(name)) for name in _INDEX}
        return self.answer({"name": settings.SPECTACULAR_SETTINGS["TITLE"], **pages})


class MetaView(View):
    """What a client should know before anything else."""

    @operation(
        "getMeta",
        tag="Service",
        summary="Read versions and limits",
        description="Build, edition of the rules, sizes, limits of requests, scopes of tokens, time.",
        token="unused",
        answer=MetaSerializer,
    )
    def get(self, request: Any) -> Response:
        """The facts about this service."""
        sizes = {"body_bytes": LARGEST_BODY, "page_results": LONGEST_PAGE, "total_count": MOST_COUNTED}
        content = {
            "name": settings.SPECTACULAR_SETTINGS["TITLE"],
            "build": settings.VERSION,
            "rules_edition": RULES_EDITION,
            "limits": {
                **sizes,
                "wait_seconds": LONGEST_WAIT_SECONDS,
                "players": MOST_PLAYERS,
                "spectator_delay_moves": MOST_SPECTATOR_DELAY_MOVES,
                "lag_grace_ms": LAG_GRACE // MILLISECOND,
            },
            "rate_limits_enabled": are_on(),
            "buckets": [asdict(bucket) for bucket in BUCKETS.values()],
            "scopes": [{"name": name, "meaning": gettext(meaning)} for name, meaning in SCOPES.items()],
            "locales": [code for code, _ in settings.LANGUAGES],
            "push_enabled": notifiers.is_on(),
            "terms_url": settings.TERMS_URL or None,
            "terms_version": settings.TERMS_VERSION or None,
            "server_time": self.now,
        }
        return self.answer(content)


class ProblemsView(View):
    """Every code that an error can bear."""

    @operation(
        "listProblemTypes",
        tag="Service",
        summary="List the codes of errors",
        token="unused",
        answer=ProblemTypePage,
    )
    def get(self, request: Any) -> HttpResponse:
        """All of them, by status."""
        return self.fixed(lambda: whole([kind.told() for kind in PROBLEM_TYPES.values()]))


class ProblemView(View):
    """One code; the `type` of problems points here."""

    @operation(
        "getProblemType",
        tag="Service",
        summary="Read what a code means",
        token="unused",
        answer=ProblemTypeSerializer,
        problems=("not_found",),
    )
    def get(self, request: Any, code: str) -> HttpResponse:
        """One kind of problem."""
        if code not in PROBLEM_TYPES:
            raise DomainError("not_found", gettext("There is no such code."))
        return self.fixed(PROBLEM_TYPES[code].told)


class BotsView(View):
    """The computer players."""

    @operation(
        "listBotLevels",
        tag="Service",
        summary="List the levels of computer players",
        description="From the weakest to the strongest.",
        token="unused",
        answer=BotLevelPage,
    )
    def get(self, request: Any) -> HttpResponse:
        """All levels."""
        return self.fixed(lambda: whole([_level(level) for level in LEVELS.values()]))


class NotFoundView(View):
    """Every address below the API that leads nowhere."""

    schema = None

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Refuse, whatever the method."""
        self.begin(request)
        raise DomainError("not_found")


def _level(level: Level) -> dict[str, Any]:
    return {
        "name": level.name,
        "description": gettext(level.description),
        "rating": level.rating,
        "think_time_ms": _mean_ms(level.think_time_seconds),
        "call_delay_ms": _mean_ms(level.call_delay_seconds),
    }


def _mean_ms(seconds: tuple[float, float]) -> int:
    return round(sum(seconds) / 2 * 1000 * settings.BOT_DELAY_FACTOR)
