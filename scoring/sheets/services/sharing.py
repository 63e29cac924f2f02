"""Who else may read and write: links, and seats that players claim."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from players.credentials import Prefix, digest_of, new_secret
from players.errors import DomainError
from scoring.sheets.access import Access, Caller, access_to, check_owns, check_writes
from scoring.sheets.limits import MOST_LINKS
from scoring.sheets.models import ChangeKind, Member, SheetLink
from scoring.sheets.rows import changed


@transaction.atomic
def create_link(*, sheet_id: UUID, caller: Caller, kind: str, now: datetime) -> tuple[SheetLink, str]:
    """A new link and its secret, which is told this once. Raises `not_found`, `forbidden`, `limit_reached`."""
    access = access_to(sheet_id, caller, locked=True)
    check_owns(access)
    if SheetLink.objects.filter(sheet=access.sheet).count() >= MOST_LINKS:
        raise DomainError("limit_reached", gettext("A sheet has at most {most} links.").format(most=MOST_LINKS))
    secret = new_secret(Prefix.SHEET)
    link = SheetLink.objects.create(sheet=access.sheet, access=kind, digest=digest_of(secret), created_at=now)
    return link, secret


@transaction.atomic
def end_link(*, sheet_id: UUID, caller: Caller, link_id: UUID) -> None:
    """The link opens nothing any more. Raises `not_found`, `forbidden`."""
    access = access_to(sheet_id, caller, locked=True)
    check_owns(access)
    if not SheetLink.objects.filter(sheet=access.sheet, pk=link_id).delete()[0]:
        raise DomainError("not_found", gettext("There is no such link."))


@transaction.atomic
def claim_seat(*, sheet_id: UUID, caller: Caller, seat: int, now: datetime) -> Access:
    """The sheet with the caller at this seat, whose other seat is given up; doing it twice is the same as once.

    Raises `not_found`, `forbidden`, `seat_taken`, `not_authenticated` for who is nobody.
    """
    access = access_to(sheet_id, caller, locked=True)
    check_writes(access)
    _check_seat(access, seat)
    if access.player is None:
        raise DomainError("not_authenticated", given=False)
    holder = Member.objects.filter(sheet=access.sheet, seat=seat).first()
    if holder is not None and holder.player_id != access.player.pk:
        raise DomainError("seat_taken")
    if holder is None:
        Member.objects.update_or_create(sheet=access.sheet, player=access.player, defaults={"seat": seat})
        changed(access, ChangeKind.SEAT_CHANGED, now)
    return access


@transaction.atomic
def release_seat(*, sheet_id: UUID, caller: Caller, seat: int, now: datetime) -> Access:
    """The sheet with nobody at this seat; who had it, the owner apart, may not write any more.

    For who has it and for the owner. Raises `not_found`, `forbidden`.
    """
    access = access_to(sheet_id, caller, locked=True)
    check_writes(access)
    _check_seat(access, seat)
    holder = Member.objects.filter(sheet=access.sheet, seat=seat).first()
    if holder is None:
        return access
    if access.player is None or holder.player_id != access.player.pk:
        check_owns(access)
    if holder.player_id == access.sheet.owner_id:
        holder.seat = None
        holder.save()
    else:
        holder.delete()
    changed(access, ChangeKind.SEAT_CHANGED, now)
    return access


def _check_seat(access: Access, seat: int) -> None:
    if seat >= len(access.sheet.names):
        raise DomainError("not_found", gettext("There is no such seat."))
