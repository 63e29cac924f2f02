"""Sheets to test with, and devices that write in them."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import engine
from players.ids import uuid7
from players.models import Player
from players.services import create_guest
from scoring.sheets.access import Access, Caller
from scoring.sheets.entries import FORMS
from scoring.sheets.models import Sheet
from scoring.sheets.services.deals import put_deal, remove_deal
from scoring.sheets.services.sheets import create_sheet

NOW = datetime(2026, 1, 5, tzinfo=UTC)


def guest(name: str = "Ada") -> Player:
    return create_guest(name=name, now=NOW)


def made(owner: Player, *, names: tuple[str, ...] = ("Ada", "Ben"), rules: Any = "pagat", **more: Any) -> Sheet:
    wish = {"name": "Friday", "options": engine.options_from(rules), "names": names, **more}
    return create_sheet(owner=owner, now=NOW, **wish).sheet


def net(number: int, *points: int, out: int | None = None) -> dict[str, Any]:
    """An entry of net points."""
    seats = [dict.fromkeys(FORMS) | {"points": one} for one in points]
    return {"deal_number": number, "went_out": out, "wild_rank": None, "seats": seats}


def put(sheet: Sheet, who: Player, content: dict[str, Any], client_id: UUID | None = None, **more: Any) -> Access:
    client_id = client_id or uuid7()
    return put_deal(sheet_id=sheet.pk, caller=Caller(who), client_id=client_id, content=content, now=NOW, **more)


def remove(sheet: Sheet, who: Player, client_id: UUID) -> Access:
    return remove_deal(sheet_id=sheet.pk, caller=Caller(who), client_id=client_id, now=NOW)
