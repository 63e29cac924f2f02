"""Sheets: made, changed and deleted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

import engine
from engine import Options
from players.errors import DomainError, malformed
from players.models import Player
from scoring.sheets.access import Access, Caller, access_to, check_owns, check_writes
from scoring.sheets.entries import results_of
from scoring.sheets.limits import MOST_SHEETS
from scoring.sheets.models import ChangeKind, Member, Sheet, SheetDeal
from scoring.sheets.rows import changed, entries_of, options_of
from scoring.sheets.texts import clean_line


@transaction.atomic
def create_sheet(
    *,
    owner: Player,
    name: str,
    options: Options,
    names: Sequence[str],
    first_dealer: int = 0,
    own_seat: int | None = None,
    now: datetime,
) -> Access:
    """A new sheet; `own_seat` is the owner's. Raises `limit_reached`, `bad_request`, `ImpossibleRules`."""
    Player.objects.select_for_update().get(pk=owner.pk)  # of two who come at once one counts the other's
    if Sheet.objects.filter(owner=owner).count() >= MOST_SHEETS:
        raise DomainError("limit_reached", gettext("A player has at most {most} sheets.").format(most=MOST_SHEETS))
    options.check_players(len(names))
    for pointer, seat in (("/first_dealer", first_dealer), ("/own_seat", own_seat)):
        if seat is not None and seat >= len(names):
            raise malformed(pointer, gettext("There is no such seat."))
    sheet = Sheet(
        owner=owner,
        name=clean_line(name, "/name"),
        names=[clean_line(one, f"/names/{number}") for number, one in enumerate(names)],
        first_dealer=first_dealer,
        created_at=now,
    )
    _set_rules(sheet, options)
    access = Access(sheet, "owner", owner)
    sheet.standing, sheet.changed_at = {}, now
    sheet.save(force_insert=True)
    Member.objects.create(sheet=sheet, player=owner, seat=own_seat)
    changed(access, ChangeKind.CREATED, now)
    return access


@transaction.atomic
def update_sheet(
    *, sheet_id: UUID, caller: Caller, version: int | None, changes: Mapping[str, Any], now: datetime
) -> Access:
    """The sheet with another `name`, `options`, `names` or `first_dealer`; what is absent stays.

    By other rules every entry counts anew. Raises `not_found`, `forbidden`, `version_required`, `version_conflict`,
    `bad_request`, `ImpossibleRules`.
    """
    access = _at_version(sheet_id, caller, version)
    check_writes(access)
    sheet = access.sheet
    if "name" in changes:
        sheet.name = clean_line(changes["name"], "/name")
    if "names" in changes:
        _rename(sheet, changes["names"])
    if "first_dealer" in changes:
        if changes["first_dealer"] >= len(sheet.names):
            raise malformed("/first_dealer", gettext("There is no such seat."))
        sheet.first_dealer = changes["first_dealer"]
    if "options" in changes and changes["options"] != options_of(sheet):
        changes["options"].check_players(len(sheet.names))
        _set_rules(sheet, changes["options"])
        _count_anew(sheet)
    changed(access, ChangeKind.UPDATED, now)
    return access


@transaction.atomic
def delete_sheet(*, sheet_id: UUID, caller: Caller, version: int | None) -> None:
    """Delete the sheet with all that belongs to it. Raises as `update_sheet`."""
    access = _at_version(sheet_id, caller, version)
    check_owns(access)
    access.sheet.delete()


def _at_version(sheet_id: UUID, caller: Caller, version: int | None) -> Access:
    access = access_to(sheet_id, caller, locked=True)
    if version is None:
        raise DomainError("version_required")
    if version != access.sheet.version:
        text = gettext("The sheet has been changed since.")
        raise DomainError("version_conflict", text, current_version=access.sheet.version)
    return access


def _rename(sheet: Sheet, names: Sequence[str]) -> None:
    if len(names) != len(sheet.names):
        raise malformed("/names", gettext("The number of seats stays the same."))
    sheet.names = [clean_line(one, f"/names/{number}") for number, one in enumerate(names)]


def _set_rules(sheet: Sheet, options: Options) -> None:
    sheet.options = engine.options_json(options)
    sheet.preset = options.preset or ""


def _count_anew(sheet: Sheet) -> None:
    rows = entries_of(sheet)
    results = results_of(options_of(sheet), len(sheet.names), [row.entered for row in rows])
    for row, result in zip(rows, results, strict=True):
        row.result = result
    SheetDeal.objects.bulk_update(rows, ["result"], batch_size=100)
