"""What belongs to a player in score sheets: told in their export, and what becomes of it when they are erased."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from players.belongings import Part, register
from players.names import DELETED_NAME
from scoring.sheets.access import Access
from scoring.sheets.models import Member, Sheet, SheetChange, SheetDeal
from scoring.sheets.selectors import sheet_fields

_CHANGE_FIELDS = ("sheet_id", "number", "kind", "client_id", "before", "after", "undoes", "at")


def told(player_id: UUID) -> dict[str, Any]:
    """The player's own sheets, whole; the seats that the player has; every change that the player made."""
    owned = Sheet.objects.filter(owner_id=player_id).select_related("owner").order_by("id")
    seats = Member.objects.filter(player_id=player_id).select_related("sheet").order_by("sheet_id")
    made = SheetChange.objects.filter(by_id=player_id).order_by("sheet_id", "number")
    return {
        "owned": [sheet_fields(Access(sheet, "owner", sheet.owner)) for sheet in owned.iterator(100)],
        "seats": [_seat(row) for row in seats],
        "changes": list(made.values(*_CHANGE_FIELDS)),
    }


def _seat(row: Member) -> dict[str, Any]:
    """The player's own seat and scores."""
    own: dict[str, Any] = {"sheet": row.sheet_id, "seat": row.seat, "created_at": row.sheet.created_at}
    if row.seat is None:
        return own
    entries = SheetDeal.objects.filter(sheet=row.sheet, content__isnull=False).order_by("id")
    scores = [{"client_id": one.client_id, **(one.result or [])[row.seat]} for one in entries]
    return own | {"name": row.sheet.names[row.seat], "scores": scores}


def leave(player_id: UUID, now: datetime) -> None:
    """Give up all seats, with their names. An own sheet goes to who else has a seat in it, or is deleted."""
    for sheet_id in list(Member.objects.filter(player_id=player_id).values_list("sheet_id", flat=True)):
        with transaction.atomic():
            _leave_sheet(sheet_id, player_id, now)
    SheetChange.objects.filter(by_id=player_id).update(by=None)


def _leave_sheet(sheet_id: UUID, player_id: UUID, now: datetime) -> None:
    sheet = Sheet.objects.select_for_update().filter(pk=sheet_id).first()
    members = list(Member.objects.filter(sheet_id=sheet_id).order_by("seat"))
    own = next((row for row in members if row.player_id == player_id), None)
    if sheet is None or own is None:
        return  # deleted or left meanwhile
    others = [row for row in members if row is not own]
    if sheet.owner_id == player_id and not others:
        sheet.delete()
        return
    if sheet.owner_id == player_id:
        sheet.owner_id = others[0].player_id
    if own.seat is not None:
        sheet.names = [DELETED_NAME if seat == own.seat else name for seat, name in enumerate(sheet.names)]
    own.delete()
    sheet.version += 1
    sheet.changed_at = now
    sheet.save()
    SheetChange.objects.create(sheet=sheet, number=sheet.version, kind="seat_changed", at=now)


register(Part("sheets", told, leave))
