"""Entries of deals: put, removed, and every change of them taken back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from players.errors import DomainError
from scoring.sheets.access import Access, Caller, access_to, check_writes
from scoring.sheets.entries import result_of
from scoring.sheets.limits import MOST_ENTRIES
from scoring.sheets.models import ChangeKind, SheetChange, SheetDeal
from scoring.sheets.rows import changed, options_of

_OF_ENTRIES = (ChangeKind.DEAL_PUT, ChangeKind.DEAL_REMOVED)


@transaction.atomic
def put_deal(
    *,
    sheet_id: UUID,
    caller: Caller,
    client_id: UUID,
    content: Mapping[str, Any],
    seen_version: int | None = None,
    now: datetime,
) -> Access:
    """The sheet with this entry under the id that its client chose; the same content once more changes nothing.

    `seen_version`, if given, is that of the entry that is changed, as the client knows it. Raises `not_found`,
    `forbidden`, `bad_request`, `limit_reached`, `erased` for an entry that was removed, and `entry_changed`.
    """
    access, row = _locked(sheet_id, caller, client_id)
    if row is not None and row.content == content:
        return access
    if row is not None and row.content is None:
        text = gettext("The entry was removed: undo that, or enter the deal under another id.")
        raise DomainError("erased", text)
    if row is not None and seen_version not in (None, row.version):
        raise DomainError("entry_changed")
    if row is None and SheetDeal.objects.filter(sheet=access.sheet).count() >= MOST_ENTRIES:
        raise DomainError("limit_reached", gettext("A sheet has at most {most} entries.").format(most=MOST_ENTRIES))
    _set(access, row, client_id, dict(content), ChangeKind.DEAL_PUT, now)
    return access


@transaction.atomic
def remove_deal(*, sheet_id: UUID, caller: Caller, client_id: UUID, now: datetime) -> Access:
    """The sheet without the entry; where it was removed already nothing changes. Raises `not_found`, `forbidden`."""
    access, row = _locked(sheet_id, caller, client_id)
    if row is None:
        raise DomainError("not_found", gettext("There is no such entry."))
    if row.content is not None:
        _set(access, row, client_id, None, ChangeKind.DEAL_REMOVED, now)
    return access


@transaction.atomic
def undo(*, sheet_id: UUID, caller: Caller, number: int | None = None, now: datetime) -> Access:
    """The sheet with a change of its entries taken back: that of this number, else the newest that stands.

    To name an undo is to redo what it took back. A change that was taken back already stays so. Raises `not_found`,
    `forbidden`, `nothing_to_undo`, `entry_changed` where the entry was changed since, `bad_request` where it does not
    go with the present rules.
    """
    access, _ = _locked(sheet_id, caller)
    change = _to_undo(access, number)
    if change.is_undone:
        return access
    assert change.client_id is not None  # as asked for
    row = SheetDeal.objects.get(sheet=access.sheet, client_id=change.client_id)
    if row.content != change.after:
        raise DomainError("entry_changed")
    SheetChange.objects.filter(pk=change.pk).update(is_undone=True)
    if change.undoes is not None:
        SheetChange.objects.filter(sheet=access.sheet, number=change.undoes).update(is_undone=False)
    _set(access, row, row.client_id, change.before, ChangeKind.UNDONE, now, undoes=change.number)
    return access


def _locked(sheet_id: UUID, caller: Caller, client_id: UUID | None = None) -> tuple[Access, SheetDeal | None]:
    access = access_to(sheet_id, caller, locked=True)
    check_writes(access)
    row = None if client_id is None else SheetDeal.objects.filter(sheet=access.sheet, client_id=client_id).first()
    return access, row


def _to_undo(access: Access, number: int | None) -> SheetChange:
    changes = SheetChange.objects.filter(sheet=access.sheet, client_id__isnull=False)
    if number is None:
        found = changes.filter(kind__in=_OF_ENTRIES, is_undone=False).order_by("-number").first()
    else:
        found = changes.filter(number=number).first()
    if found is None:
        raise DomainError("nothing_to_undo", gettext("There is no such change of an entry."))
    return found


def _set(
    access: Access,
    row: SheetDeal | None,
    client_id: UUID,
    content: dict[str, Any] | None,
    kind: ChangeKind,
    now: datetime,
    undoes: int | None = None,
) -> None:
    """Give the entry this content, None to remove it, and write down the change."""
    before = None if row is None else row.content
    row = row or SheetDeal(sheet=access.sheet, client_id=client_id, created_at=now)
    rules, players = options_of(access.sheet), len(access.sheet.names)
    row.result = None if content is None else result_of(rules, players, content)
    row.content, row.changed_at, row.version = content, now, access.sheet.version + 1
    row.save()
    changed(access, kind, now, client_id=client_id, before=before, after=content, undoes=undoes)
