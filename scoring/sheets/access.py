"""Who may do what with a sheet: its owner everything, who has a seat or a link to write may write, a link to read
reads. For everybody else there is no such sheet.
"""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.utils.translation import gettext

from players.credentials import digest_of
from players.errors import DomainError
from players.models import Player
from scoring.sheets.models import LinkAccess, Member, Sheet, SheetLink

Role = Literal["owner", "write", "read"]


@dataclass(frozen=True)
class Caller:
    """Who asks: a player, the secret of a link, both or neither."""

    player: Player | None = None
    secret: str | None = None


@dataclass(frozen=True)
class Access:
    """A sheet, and what the caller is to it; `link` is the one that lets the caller in, None for a player of it."""

    sheet: Sheet
    role: Role
    player: Player | None
    link: SheetLink | None = None


def access_to(sheet_id: UUID, caller: Caller, *, locked: bool = False) -> Access:
    """The sheet as the caller may have it. Raises `not_found`."""
    sheets = Sheet.objects.select_related("owner")
    if locked:
        sheets = sheets.select_for_update(of=("self",))
    sheet = sheets.filter(pk=sheet_id).first()
    found = None if sheet is None else _as_player(sheet, caller.player) or _by_link(sheet, caller)
    if found is None:
        raise DomainError("not_found", gettext("There is no such score sheet."))
    return found


def check_writes(access: Access) -> None:
    """Raises `forbidden` where the caller may read only."""
    if access.role == "read":
        raise DomainError("forbidden", gettext("With this link the sheet can only be read."))


def check_owns(access: Access) -> None:
    """Raises `forbidden` for all but the owner."""
    if access.role != "owner":
        raise DomainError("forbidden", gettext("Only who made the sheet can do this."))


def _as_player(sheet: Sheet, player: Player | None) -> Access | None:
    if player is None:
        return None
    if sheet.owner_id == player.pk:
        return Access(sheet, "owner", player)
    is_member = Member.objects.filter(sheet=sheet, player=player).exists()
    return Access(sheet, "write", player) if is_member else None


def _by_link(sheet: Sheet, caller: Caller) -> Access | None:
    if not caller.secret:
        return None
    link = SheetLink.objects.filter(digest=digest_of(caller.secret), sheet=sheet).first()
    if link is None:
        return None
    return Access(sheet, "write" if link.access == LinkAccess.WRITE else "read", caller.player, link)
