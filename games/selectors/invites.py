"""Invitations, and who may see them: one that names a player those concerned, another who has its code."""

import re
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from games.chance import CODE_LENGTH, CODE_LETTERS
from games.models import Game, Invite, InviteStatus
from games.selectors.games import game_fields, player_fields
from games.store import state_of, with_seats
from games.times import instant
from players.errors import DomainError

_CODE = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")
_READ_AS = str.maketrans("ILO", "110")


def code_of(text: str) -> str:
    """The code that a person means: in either case, with I and L for 1 and O for 0. Raises `not_found`.

    >>> code_of("kl0o4wxyz9")
    'K1004WXYZ9'
    """
    code = text.upper().translate(_READ_AS)
    if not _CODE.fullmatch(code):
        raise DomainError("not_found", gettext("There is no such invitation."))
    return code


def visible_invite(code: str, player_id: UUID | None) -> Invite:
    """The invitation with its game. Raises `not_found` for one whom it does not concern."""
    invite = _invites().filter(code=code_of(code)).first()
    if invite is None or not (invite.player_id is None or is_part_of(invite, player_id)):
        raise DomainError("not_found", gettext("There is no such invitation."))
    return invite


def is_part_of(invite: Invite, player_id: UUID | None) -> bool:
    """Whether the player made it, is invited, has accepted it, or owns the game."""
    concerned = {invite.by_id, invite.player_id, invite.accepted_by_id, invite.game.owner_id}
    return player_id is not None and player_id in concerned


def open_invites(*, player_id: UUID, sent: bool) -> QuerySet[Invite]:
    """The open invitations that the player has received, or sent; the order is the caller's."""
    invites = _invites().filter(closed_at=None)
    return invites.filter(by_id=player_id) if sent else invites.filter(player_id=player_id)


def invite_fields(invite: Invite) -> dict[str, Any]:
    """An invitation, for one who may see it; with what stands above the table while it is open."""
    is_open = invite.status == InviteStatus.OPEN
    return {
        "code": invite.code,
        "status": invite.status,
        "game_id": str(invite.game_id),
        "game": game_fields(state_of(invite.game)) if is_open else None,
        "seat": invite.seat,
        "by": player_fields(invite.by),
        "player": player_fields(invite.player) if invite.player else None,
        "created_at": instant(invite.created_at),
        "expires_at": instant(invite.expires_at),
    }


def _invites() -> QuerySet[Invite]:
    games = with_seats(Game.objects.select_related("owner"))
    return Invite.objects.select_related("by", "player").prefetch_related(Prefetch("game", games))
