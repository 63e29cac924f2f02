"""Tickets for streams: to be used once, soon, for one stream, by who made them."""

from datetime import datetime, timedelta

from django.utils.translation import gettext

from players.credentials import Prefix, digest_of, new_secret
from players.errors import DomainError
from players.models import StreamTicket
from players.services.rights import Right, ended_rights

TICKET_LASTS = timedelta(seconds=60)


def issue_ticket(*, right: Right, resource: str, now: datetime) -> tuple[StreamTicket, str]:
    """A ticket for the stream at this path, and its secret. It ends with the right by which it was asked for."""
    assert right.player_id is not None, "nobody makes no ticket"
    secret = new_secret(Prefix.TICKET)
    ticket = StreamTicket.objects.create(
        digest=digest_of(secret),
        player_id=right.player_id,
        token_id=right.token_id,
        app_digest=right.app_digest or "",
        session=right.session,
        resource=resource,
        expires_at=now + TICKET_LASTS,
    )
    return ticket, secret


def redeem_ticket(*, secret: str, resource: str, now: datetime) -> tuple[StreamTicket, Right]:
    """The ticket with which its player may open the stream at this path, used up by that; and by what right.

    Raises `not_authenticated` for a ticket that is not known, was used, is too old or for another stream,
    and `token_revoked` or `token_expired` where its maker may no longer look.
    """
    found = StreamTicket.objects.filter(
        digest=digest_of(secret), resource=resource, used_at=None, expires_at__gt=now
    ).select_related("player", "token")
    ticket = found.first()
    # The condition is the claim: of two who show it, one gets in.
    if ticket is None or not StreamTicket.objects.filter(pk=ticket.pk, used_at=None).update(used_at=now):
        raise DomainError("not_authenticated", gettext("The ticket is not good for this stream."))
    right = _right_of(ticket)
    if ended_rights(rights=[right], now=now):
        is_revoked = not ticket.player.is_active or (ticket.token is not None and ticket.token.revoked_at is not None)
        raise DomainError("token_revoked" if is_revoked else "token_expired")
    return ticket, right


def _right_of(ticket: StreamTicket) -> Right:
    key_and_hash = tuple(ticket.session) if ticket.session else None
    return Right(ticket.player_id, ticket.token_id, ticket.app_digest or None, key_and_hash)
