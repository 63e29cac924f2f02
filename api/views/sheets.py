"""Score sheets: made, listed, read, changed and deleted."""

from typing import Any
from uuid import UUID
from zlib import crc32

from django.http import HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from api.etags import holds_tag, unchanged, version_matched
from api.json_text import encode
from api.operations import operation
from api.serializers.pages import PageQuery
from api.serializers.sheets import ScoreSheet, ScoreSheetPage, ScoreSheetRequest, ScoreSheetUpdate
from api.text_rendering import TableRenderer
from api.views.base import View
from scoring.sheets import selectors
from scoring.sheets.access import Access, Caller, access_to
from scoring.sheets.services.sheets import create_sheet, delete_sheet, update_sheet

LINK = "Sheet-Link"


def tag_of(fields: dict[str, Any]) -> str:
    """The entity tag of a sheet as it is told to somebody; the version comes first."""
    return f'"v{fields["version"]}.{crc32(encode(fields))}"'


class SheetBaseView(View):
    """A path below a sheet. Whoever may not see it gets `not_found`, before anything else is told."""

    @property
    def caller(self) -> Caller:
        """The player and the link, as far as there are any."""
        return Caller(self.player, self.request.headers.get(LINK))

    def look(self, sheet: UUID) -> Access:
        """The sheet as the caller may have it. Raises `not_found`."""
        return access_to(sheet, self.caller)

    def body_for(self, sheet: UUID) -> dict[str, Any]:
        """The validated body; what is wrong with it is told only to those who may see the sheet."""
        try:
            return self.body()
        except Exception:
            self.look(sheet)
            raise

    def version_matched_for(self, sheet: UUID) -> int | None:
        """That of `If-Match`; what is wrong with it is told only to those who may see the sheet."""
        try:
            return version_matched(self.request, gettext('Send the entity tag of the sheet, such as "v3.0".'))
        except Exception:
            self.look(sheet)
            raise

    def told(self, access: Access, headers: dict[str, str] | None = None) -> Response:
        """The sheet as it is now."""
        fields = selectors.sheet_fields(access)
        return Response(fields, status=self.operation.status, headers={"ETag": tag_of(fields), **(headers or {})})

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """The answer, which depends on the link, too."""
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, [LINK])
        return response


class SheetsView(SheetBaseView):
    """All sheets of a player."""

    @operation(
        "listScoreSheets",
        tag="Score sheets",
        summary="List your score sheets",
        description="Those that you made and those in which you have a seat, the newest first.",
        scope="game:read",
        query=PageQuery,
        answer=ScoreSheetPage,
    )
    def get(self, request: Any) -> Response:
        """One page of them."""
        return self.page(selectors.sheets_of(self.player), selectors.LIST_ORDER, selectors.listed_fields)

    @operation(
        "createScoreSheet",
        tag="Score sheets",
        summary="Make a score sheet",
        description="For a game that is played with real cards.",
        scope="game:create",
        request=ScoreSheetRequest,
        answer=ScoreSheet,
        status=201,
        problems=("impossible_rules", "limit_reached"),
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Make a sheet."""
        body = self.body()
        return self.once(lambda: self._made(body))

    def _made(self, body: dict[str, Any]) -> Response:
        access = create_sheet(owner=self.player, options=body.pop("rules"), **body, now=self.now)
        return self.told(access, {"Location": reverse("sheet", args=[access.sheet.id])})


class SheetView(SheetBaseView):
    """One sheet."""

    @operation(
        "getScoreSheet",
        tag="Score sheets",
        summary="Read a score sheet",
        description="With its entries, and what they come to.",
        token="optional",
        scope="game:read",
        answer=ScoreSheet,
        problems=("not_found",),
        linked=True,
    )
    def get(self, request: Any, sheet: UUID) -> HttpResponse:
        """The sheet, or 304."""
        answer = self.told(self.look(sheet))
        tag = answer["ETag"]
        return unchanged(tag) if holds_tag(request.headers.get("If-None-Match"), tag) else answer

    @operation(
        "updateScoreSheet",
        tag="Score sheets",
        summary="Change a score sheet",
        description="Its name, rules, the names of those who sit there, or who deals first. Send the version in"
        ' `If-Match`, such as `"v3"`. What is absent stays.',
        token="optional",
        scope="game:create",
        request=ScoreSheetUpdate,
        answer=ScoreSheet,
        problems=("not_found", "impossible_rules"),
        matched=True,
        linked=True,
    )
    def patch(self, request: Any, sheet: UUID) -> Response:
        """Change the sheet."""
        body = self.body_for(sheet)
        changes = {"options" if name == "rules" else name: value for name, value in body.items()}
        version = self.version_matched_for(sheet)
        return self.told(
            update_sheet(sheet_id=sheet, caller=self.caller, version=version, changes=changes, now=self.now)
        )

    @operation(
        "deleteScoreSheet",
        tag="Score sheets",
        summary="Delete a score sheet",
        description="For its owner; with its history and links, for good.",
        scope="game:create",
        status=204,
        problems=("not_found",),
        matched=True,
    )
    def delete(self, request: Any, sheet: UUID) -> Response:
        """Delete the sheet."""
        delete_sheet(sheet_id=sheet, caller=self.caller, version=self.version_matched_for(sheet))
        return self.nothing()


class SheetTableView(SheetBaseView):
    """The sheet for a spreadsheet."""

    renderer_classes = [TableRenderer]

    @operation(
        "getSheetCsv",
        tag="Score sheets",
        summary="Read a score sheet as CSV",
        description="A head, then a line for each entry with each seat's score and total.",
        token="optional",
        scope="game:read",
        answer=OpenApiTypes.STR,
        problems=("not_found",),
        media_type=TableRenderer.media_type,
        linked=True,
    )
    def get(self, request: Any, sheet: UUID) -> Response:
        """The lines."""
        return Response(list(selectors.table_of(selectors.sheet_fields(self.look(sheet)))))
