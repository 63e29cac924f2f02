"""From rows to values and back: the entries of a sheet, its standing, and the line that each change writes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import engine
from engine import Options
from scoring.sheets.access import Access
from scoring.sheets.models import ChangeKind, Sheet, SheetChange, SheetDeal
from scoring.sheets.standing import Entry, Standing, standing_of

JSON = dict[str, Any]


def options_of(sheet: Sheet) -> Options:
    """The rules by which the sheet counts."""
    return engine.options_from(sheet.options)


def entries_of(sheet: Sheet) -> list[SheetDeal]:
    """All entries that are there, by deal, the older ones of a deal first."""
    there = SheetDeal.objects.filter(sheet=sheet, content__isnull=False)
    return sorted(there, key=lambda row: (row.entered["deal_number"], row.created_at, row.client_id))


def standing_now(sheet: Sheet, rows: Sequence[SheetDeal]) -> Standing:
    """Where the game stands with these entries."""
    entries = [
        Entry(
            row.client_id,
            row.entered["deal_number"],
            row.entered["went_out"],
            tuple(seat["score"] for seat in row.result or ()),
        )
        for row in rows
    ]
    return standing_of(options_of(sheet), len(sheet.names), sheet.first_dealer, entries)


def changed(
    access: Access,
    kind: ChangeKind,
    now: datetime,
    *,
    client_id: UUID | None = None,
    before: JSON | None = None,
    after: JSON | None = None,
    undoes: int | None = None,
) -> None:
    """Write the line of a change that was made, and the sheet with its new version and standing."""
    sheet = access.sheet
    sheet.version += 1
    sheet.changed_at = now
    sheet.standing = standing_now(sheet, entries_of(sheet)).cache
    sheet.save()
    SheetChange.objects.create(
        sheet=sheet,
        number=sheet.version,
        kind=kind,
        by=access.player,
        link=access.link.pk if access.link else None,
        client_id=client_id,
        before=before,
        after=after,
        undoes=undoes,
        at=now,
    )
