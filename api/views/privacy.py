"""What players may ask about themselves: a copy of everything, and to be forgotten."""

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.response import Response

from api.operations import operation
from api.serializers.privacy import DataExportSerializer, ErasureSerializer
from api.views.base import View, private
from players.services import cancel_erasure, create_export, export_of, request_erasure


class ExportsView(View):
    """A copy of everything."""

    @operation(
        "createDataExport",
        tag="Accounts",
        summary="Ask for a copy of everything about you",
        description="A worker writes it; read it at `Location`, for a week. One at a time: while one is being"
        " written, that one is answered.",
        scope="account",
        answer=DataExportSerializer,
        status=202,
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Order the copy."""

        def order() -> Response:
            export = create_export(player=self.player, now=self.now)
            return self.answer(_fields(export), {"Location": reverse("export", args=[export.pk])})

        return private(self.once(order))


class ExportView(View):
    """One of them."""

    @operation(
        "getDataExport",
        tag="Accounts",
        summary="Read a copy of everything about you",
        scope="account",
        answer=DataExportSerializer,
        problems=("not_found",),
    )
    def get(self, request: Any, export: UUID) -> HttpResponse:
        """The copy, once it is written."""
        return private(self.answer(_fields(export_of(player=self.player, export_id=export, now=self.now))))


class ErasureView(View):
    """To be forgotten."""

    @operation(
        "requestErasure",
        tag="Accounts",
        summary="Ask to be forgotten",
        description="After 14 days name, address and all that is personal are deleted, and all tokens end. Seats"
        " and moves stay as those of a deleted player, so that the games of others stay whole.",
        scope="account",
        answer=ErasureSerializer,
        status=202,
    )
    def post(self, request: Any) -> Response:
        """Note the wish."""
        wish = request_erasure(player=self.player, now=self.now)
        content = {"requested_at": wish.requested_at, "due_at": wish.due_at, "server_time": self.now}
        return self.answer(content)

    @operation(
        "cancelErasure",
        tag="Accounts",
        summary="Stay after all",
        description="Withdraws the wish to be forgotten. It may be sent again.",
        scope="account",
        status=204,
        problems=("not_found",),  # declared in a release, and never answered
    )
    def delete(self, request: Any) -> Response:
        """Withdraw the wish."""
        cancel_erasure(player=self.player)
        return self.nothing()


def _fields(export: Any) -> dict[str, Any]:
    fields = {name: getattr(export, name) for name in ("id", "status", "created_at", "ready_at", "expires_at")}
    return {**fields, "content": msgspec.json.decode(bytes(export.content)) if export.content else None}
