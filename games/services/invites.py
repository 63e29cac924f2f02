"""Invitations to a seat: made, accepted, declined and withdrawn, all under the lock of the game."""

from datetime import datetime, timedelta
from uuid import UUID

from django.utils.translation import gettext

from games import after_commit, store
from games.models import Invite, InviteStatus, Seat
from games.selectors.invites import is_part_of, visible_invite
from games.services import deadlines, reservations
from games.services.checks import check_open, check_owner, lock_for
from games.services.seating import check_kept_for, check_welcome, sit_down
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import DomainError
from players.models import Player
from players.selectors import kept_apart
from players.selectors import player as player_by_id

USUAL_SECONDS, FEWEST_SECONDS, MOST_SECONDS = 24 * 3600, 60, 7 * 24 * 3600
KEPT_FOR = timedelta(days=30)


@in_transaction
def create_invite(
    *,
    game_id: UUID,
    by: Player,
    invitee_id: UUID | None = None,
    number: int | None = None,
    valid_seconds: int = USUAL_SECONDS,
    now: datetime,
) -> Invite:
    """The owner keeps a free seat, the first or that of this number, for a player or for whoever has the code.

    Raises `not_found`, `not_owner`, `game_started`, `game_over`, `game_full`, `seat_taken`, and of the player
    `erased`, `forbidden`, `already_invited`.
    """
    state = lock_for(game_id, by.pk)
    check_owner(state, by.pk)
    deadlines.settle_due(state, now)
    check_open(state)
    invitee = None if invitee_id is None else invitable(by, invitee_id)
    if invitee is not None:
        _check_not_there(state, invitee)
    seat = _free_seat(state, number)
    check_kept_for(state, invitee, now)
    invite = reservations.reserve(state, seat, by, invitee, now + timedelta(seconds=valid_seconds), now)
    after_commit.write_and_ring(state, now)
    return invite


@in_transaction
def accept_invite(*, code: str, player: Player, now: datetime) -> GameState:
    """The player sits down at the seat that was kept; one who sits at the table already stays there.

    Raises `not_found`, `invite_expired`, and `forbidden` for one who is blocked by somebody at the table.
    """
    invite, state = _locked(code, player.pk, now)
    if state.seat_of(player.pk) is not None and invite.status in (InviteStatus.OPEN, InviteStatus.ACCEPTED):
        return state
    check_good(invite, now)
    check_open(state)
    check_welcome(state, player)
    reservations.close_invite(state, invite, InviteStatus.ACCEPTED, now, player)
    sit_down(state, state.seats[invite.seat], player, now)
    after_commit.write_and_ring(state, now)
    return state


@in_transaction
def decline_invite(*, code: str, player_id: UUID, now: datetime) -> Invite:
    """The one who is invited does not come. To have declined already is as good.

    Raises `not_found`, `invite_expired`, and `forbidden` for an open invitation, which is nobody's to decline.
    """
    invite, state = _locked(code, player_id, now)
    if invite.player_id != player_id:
        raise DomainError("forbidden", gettext("This invitation is for anybody; only its maker can withdraw it."))
    if invite.status != InviteStatus.DECLINED:
        check_good(invite, now)
        reservations.close_invite(state, invite, InviteStatus.DECLINED, now)
        after_commit.write_and_ring(state, now)
    return invite


@in_transaction
def cancel_invite(*, code: str, player_id: UUID, now: datetime) -> None:
    """Who made it, or owns the game, withdraws it; nothing is done where it was closed without a guest.

    Raises `not_found`, `not_owner` for others, and `invite_expired` where it was accepted.
    """
    invite, state = _locked(code, player_id, now)
    if player_id not in (invite.by_id, state.game.owner_id):
        raise DomainError("not_owner", gettext("Who is invited declines; only the maker withdraws."))
    if invite.status == InviteStatus.ACCEPTED:
        raise DomainError("invite_expired", gettext("The invitation was accepted."))
    if invite.status == InviteStatus.OPEN:
        reservations.close_invite(state, invite, InviteStatus.CANCELLED, now)
        after_commit.write_and_ring(state, now)


def look_at_invite(*, code: str, player_id: UUID | None, now: datetime) -> Invite:
    """The invitation as it stands now. Raises `not_found`; `invite_expired` for others than those concerned."""
    invite = visible_invite(code, player_id)
    if invite.status == InviteStatus.OPEN and invite.expires_at <= now:
        deadlines.settle_game(game_id=invite.game_id, now=now)
        invite = visible_invite(code, player_id)
    if not is_part_of(invite, player_id):
        check_good(invite, now)
    return invite


def check_good(invite: Invite, now: datetime) -> None:
    """`invite_expired` for one that is not open any more."""
    if invite.status != InviteStatus.OPEN or invite.expires_at <= now:
        raise DomainError("invite_expired")


def invitable(by: Player, invitee_id: UUID) -> Player:
    """The player, who can be invited by this one. Raises `not_found`, `erased`, `forbidden`."""
    invitee = player_by_id(player_id=invitee_id)
    if invitee.pk == by.pk or not invitee.is_active or invitee.pk in kept_apart(by.pk):
        raise DomainError("forbidden", gettext("You cannot invite this player."))
    return invitee


def leave_invites_of(*, player_id: UUID, now: datetime) -> None:
    """Withdraw the open invitations that the player has made, and decline those that name the player."""
    made = Invite.objects.filter(by_id=player_id, closed_at=None).values_list("code", flat=True)
    received = Invite.objects.filter(player_id=player_id, closed_at=None).values_list("code", flat=True)
    for withdraw, codes in ((cancel_invite, list(made)), (decline_invite, list(received))):
        for code in codes:
            try:
                withdraw(code=code, player_id=player_id, now=now)
            except DomainError:  # closed meanwhile
                continue


def forget_old_invites(*, now: datetime) -> int:
    """Delete the invitations that were closed more than a month ago. Returns how many."""
    return Invite.objects.filter(closed_at__lte=now - KEPT_FOR).delete()[0]


def _locked(code: str, player_id: UUID, now: datetime) -> tuple[Invite, GameState]:
    """The invitation and its locked game, settled. Raises `not_found` for one whom it does not concern."""
    state = store.lock(visible_invite(code, player_id).game_id)
    deadlines.settle_due(state, now)
    return visible_invite(code, player_id), state


def _check_not_there(state: GameState, invitee: Player) -> None:
    """`already_invited` for one who sits at the table or is invited to it."""
    if state.seat_of(invitee.pk) or state.game.invites.filter(player=invitee, closed_at=None).exists():
        raise DomainError("already_invited")


def _free_seat(state: GameState, number: int | None) -> Seat:
    if number is None:
        seat = next((seat for seat in state.seats if seat.is_free), None)
        if seat is None:
            raise DomainError("game_full", gettext("All seats are taken or reserved."))
        return seat
    if number >= len(state.seats):
        raise DomainError("not_found", gettext("There is no such seat."))
    if not state.seats[number].is_free:
        raise DomainError("seat_taken", gettext("The seat is taken or reserved."))
    return state.seats[number]
