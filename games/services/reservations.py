"""Seats that are kept for those who are invited. For locked games that are open and not yet written."""

from datetime import datetime

from games.chance import new_code
from games.models import Invite, InviteStatus, Seat
from games.store import GameState
from games.times import instant
from players.models import Player
from players.services import tell_player


def reserve(state: GameState, seat: Seat, by: Player, invitee: Player | None, until: datetime, now: datetime) -> Invite:
    """Keep the free seat for the invitee, who is told, or for whoever brings the code of the invitation."""
    invite = Invite.objects.create(
        code=new_code(),
        game=state.game,
        seat=seat.seat,
        by=by,
        player=invitee,
        created_at=now,
        expires_at=until,
    )
    _keep(state, seat, until, now)
    if invitee is not None:
        facts = {"code": invite.code}
        tell_player(player_id=invitee.pk, news="invite_received", now=now, game_id=state.game.id, facts=facts)
    return invite


def is_free_for(state: GameState, seat: Seat, player: Player) -> bool:
    """Whether nobody sits there, and it is reserved for nobody else."""
    if not seat.is_open or seat.is_free:
        return seat.is_free
    return state.game.invites.filter(closed_at=None, seat=seat.seat, player=player).exists()


def close_invite(
    state: GameState, invite: Invite, status: InviteStatus, now: datetime, accepted_by: Player | None = None
) -> None:
    """The open invitation is closed, and its seat is free."""
    invite.status, invite.closed_at, invite.accepted_by = status, now, accepted_by
    invite.save(update_fields=["status", "closed_at", "accepted_by"])
    _keep(state, state.seats[invite.seat], None, now)


def close_for(state: GameState, player: Player, now: datetime) -> None:
    """One who sits down has accepted what invited them."""
    if state.game.invite_expires_at is not None:
        for invite in state.game.invites.filter(closed_at=None, player=player):
            close_invite(state, invite, InviteStatus.ACCEPTED, now, player)


def cancel_all(state: GameState, now: datetime) -> None:
    """Nobody is invited any more: the game is over."""
    for invite in state.game.invites.filter(closed_at=None):
        close_invite(state, invite, InviteStatus.CANCELLED, now)


def expire_if_due(state: GameState, now: datetime) -> bool:
    """Close the invitations that have run out. Returns whether there were some."""
    expires_at = state.game.invite_expires_at
    if expires_at is None or expires_at > now:
        return False
    for invite in state.game.invites.filter(closed_at=None, expires_at__lte=now):
        close_invite(state, invite, InviteStatus.EXPIRED, now)
    return True


def _keep(state: GameState, seat: Seat, until: datetime | None, now: datetime) -> None:
    seat.reserved_until = until
    seat.save(update_fields=["reserved_until"])
    state.game.invite_expires_at = min((one.reserved_until for one in state.seats if one.reserved_until), default=None)
    state.tell("seat_changed", now, seat.seat, reserved_until=until and instant(until), changes={})
