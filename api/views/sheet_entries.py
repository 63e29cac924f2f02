"""What is entered in score sheets, taken back, and shared."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from rest_framework.response import Response

from api.operations import operation
from api.serializers.pages import PageQuery
from api.serializers.sheets import (
    ScoreSheet,
    SheetDealRequest,
    SheetHistoryPage,
    SheetLinkCreated,
    SheetLinkRequest,
    SheetSeatClaim,
    SheetUndoRequest,
)
from api.views.sheets import SheetBaseView
from scoring.sheets import selectors
from scoring.sheets.services.deals import put_deal, remove_deal, undo
from scoring.sheets.services.sharing import claim_seat, create_link, end_link, release_seat


class SheetDealView(SheetBaseView):
    """One entry."""

    @operation(
        "putSheetDeal",
        tag="Score sheets",
        summary="Enter a deal, or change an entry",
        description="Under an id that you choose, a UUID: sent again it is the same as once, also much later. Two"
        " entries for one deal are both kept and in conflict until one is removed. What was removed stays removed.",
        token="optional",
        scope="game:play",
        request=SheetDealRequest,
        answer=ScoreSheet,
        problems=("not_found", "erased", "entry_changed", "limit_reached"),
        linked=True,
    )
    def put(self, request: Any, sheet: UUID, client_id: UUID) -> Response:
        """Enter it."""
        content = self.body_for(sheet)
        content["seats"] = [dict(seat) for seat in content["seats"]]
        seen = content.pop("seen_version")
        return self.told(
            put_deal(
                sheet_id=sheet,
                caller=self.caller,
                client_id=client_id,
                content=content,
                seen_version=seen,
                now=self.now,
            )
        )

    @operation(
        "deleteSheetDeal",
        tag="Score sheets",
        summary="Remove an entry",
        description="It stays in the history, and can be brought back by an undo.",
        token="optional",
        scope="game:play",
        answer=ScoreSheet,
        problems=("not_found",),
        linked=True,
    )
    def delete(self, request: Any, sheet: UUID, client_id: UUID) -> Response:
        """Remove it."""
        return self.told(remove_deal(sheet_id=sheet, caller=self.caller, client_id=client_id, now=self.now))


class SheetUndoView(SheetBaseView):
    """Taking back."""

    @operation(
        "undoSheet",
        tag="Score sheets",
        summary="Take back a change of an entry",
        description="The newest that stands, or the one that you name: named twice, it is taken back once.",
        token="optional",
        scope="game:play",
        request=SheetUndoRequest,
        answer=ScoreSheet,
        problems=("not_found", "nothing_to_undo", "entry_changed", "bad_request"),
        linked=True,
    )
    def post(self, request: Any, sheet: UUID) -> Response:
        """Undo."""
        number = self.body_for(sheet)["change"]
        return self.told(undo(sheet_id=sheet, caller=self.caller, number=number, now=self.now))


class SheetHistoryView(SheetBaseView):
    """All changes."""

    @operation(
        "listSheetHistory",
        tag="Score sheets",
        summary="Read what was changed in a score sheet",
        description="The newest first.",
        token="optional",
        scope="game:read",
        query=PageQuery,
        answer=SheetHistoryPage,
        problems=("not_found",),
        linked=True,
    )
    def get(self, request: Any, sheet: UUID) -> Response:
        """One page of changes."""
        return self.page(selectors.history_of(self.look(sheet)), selectors.HISTORY_ORDER, selectors.change_fields)


class SheetLinksView(SheetBaseView):
    """Links."""

    @operation(
        "createSheetLink",
        tag="Score sheets",
        summary="Make a link to a score sheet",
        description="For its owner. Who has the link reads or writes without an account, until you delete it.",
        scope="game:create",
        request=SheetLinkRequest,
        answer=SheetLinkCreated,
        status=201,
        problems=("not_found", "limit_reached"),
    )
    def post(self, request: Any, sheet: UUID) -> Response:
        """Make a link."""
        kind = self.body_for(sheet)["access"]
        link, secret = create_link(sheet_id=sheet, caller=self.caller, kind=kind, now=self.now)
        page = request.build_absolute_uri(reverse("sheet_page", args=[sheet])) + f"?link={secret}"
        fields = {**selectors.link_fields(link), "secret": secret, "page": page}
        return Response(fields, status=201, headers={"Cache-Control": "no-store"})


class SheetLinkView(SheetBaseView):
    """One link."""

    @operation(
        "deleteSheetLink",
        tag="Score sheets",
        summary="End a link to a score sheet",
        description="For the owner of the sheet. It opens nothing any more.",
        scope="game:create",
        status=204,
        problems=("not_found",),
    )
    def delete(self, request: Any, sheet: UUID, link: UUID) -> Response:
        """End it."""
        end_link(sheet_id=sheet, caller=self.caller, link_id=link)
        return self.nothing()


class SheetSeatView(SheetBaseView):
    """A seat of a sheet."""

    @operation(
        "claimSheetSeat",
        tag="Score sheets",
        summary="Claim a seat of a score sheet",
        description="It is you who sits there. Whoever may write may claim one, and then writes without a link and"
        " finds the sheet in the own list. With `claimed` false it is given up.",
        scope="game:play",
        request=SheetSeatClaim,
        answer=ScoreSheet,
        problems=("not_found", "seat_taken"),
        linked=True,
    )
    def put(self, request: Any, sheet: UUID, seat: int) -> Response:
        """Claim it, or give it up."""
        act = claim_seat if self.body_for(sheet)["claimed"] else release_seat
        return self.told(act(sheet_id=sheet, caller=self.caller, seat=seat, now=self.now))
