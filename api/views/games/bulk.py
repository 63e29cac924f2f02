"""Many games at once."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework.response import Response

from api.operations import operation
from api.problem_types import PROBLEM_TYPES
from api.serializers.games.bulk import BulkJob, BulkRequest, GameLookup, GameLookupRequest
from api.views.base import View
from api.views.games.games import charge_invitations, wish_of
from games.selectors.bulk import bulk_job, bulk_job_fields
from games.selectors.games import looked_up
from games.services.bulk import order_games


class GameLookupView(View):
    """Games by their ids."""

    @operation(
        "lookupGames",
        tag="Games",
        summary="Read many games by their ids",
        description="Each once, in the order asked for, as `getGame` answers it. Those that do not exist or that you"
        " may not see are named in `not_found`.",
        token="optional",
        scope="game:read",
        request=GameLookupRequest,
        answer=GameLookup,
    )
    def post(self, request: Any) -> Response:
        """Look up."""
        player_id = None if self.player is None else self.player.pk
        return Response(looked_up(self.body()["ids"], player_id))


class BulkGamesView(View):
    """Orders of many games."""

    @operation(
        "createGamesBulk",
        tag="Games",
        summary="Make many games",
        description="A worker makes them, each as `createGame` would; read how far it is at `Location`. A fault in the"
        " form or the rules of one of them refuses the whole request.",
        scope="bulk",
        request=BulkRequest,
        answer=BulkJob,
        status=202,
        bucket="bulk",
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Order."""
        body = self.body()
        return self.once(lambda: self._ordered(body))

    def _ordered(self, body: dict[str, Any]) -> Response:
        wishes = [wish_of(game) for game in body["games"]]
        charge_invitations(self, wishes)
        job = order_games(player=self.player, wishes=wishes, is_atomic=body.get("atomic", False), now=self.now)
        return _told(
            bulk_job_fields(job, self.now), status=202, headers={"Location": reverse("bulk_job", args=[job.pk])}
        )


class BulkJobView(View):
    """One order."""

    @operation(
        "getBulkJob",
        tag="Games",
        summary="See how far an order of many games is",
        description="One of your own, for a week.",
        scope="bulk",
        answer=BulkJob,
        problems=("not_found",),
    )
    def get(self, request: Any, job: UUID) -> Response:
        """The order."""
        found = bulk_job(player_id=self.player.pk, job_id=job, now=self.now)
        return _told(bulk_job_fields(found, self.now))


def _told(job: dict[str, Any], **answer: Any) -> Response:
    """The order, its refusals in words too."""
    for item in job["items"]:
        item["title"] = gettext(PROBLEM_TYPES[item["code"]].title) if item["code"] else None
    return Response(job, **answer)
