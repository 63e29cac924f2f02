"""Tickets for streams: to be used once, soon, for one stream, by who made them."""

from datetime import datetime, timedelta

from django.utils.translation import gettext

from players.credentials import Prefix, digest_of, new_secret
from players.errors import DomainError
from players.models import Player, StreamTicket, Token

TICKET_LASTS = timedelta(seconds=60)


def issue_ticket(*, player: Player, token: Token | None, resource: str, now: datetime) -> tuple[StreamTicket, str]:
    """A ticket for the stream at this path, and its secret. It ends with the token that it was made with."""
    secret = new_secret(Prefix.TICKET)
    ticket = StreamTicket.objects.create(
        digest=digest_of(secret), player=player, token=token, resource=resource, expires_at=now + TICKET_LASTS
    )
    return ticket, secret


def redeem_ticket(*, secret: str, resource: str, now: datetime) -> tuple[Player, Token | None]:
    """The player who may open the stream at this path with the ticket, which is used up by that, and its token.

    Raises `not_authenticated` for a ticket that is not known, was used, is too old or for another stream,
    and `token_revoked` where its maker may no longer look.
    """
    found = StreamTicket.objects.filter(
        digest=digest_of(secret), resource=resource, used_at=None, expires_at__gt=now
    ).select_related("player", "token")
    ticket = found.first()
    # The condition is the claim: of two who show it, one gets in.
    if ticket is None or not StreamTicket.objects.filter(pk=ticket.pk, used_at=None).update(used_at=now):
        raise DomainError("not_authenticated", gettext("The ticket is not good for this stream."))
    if not ticket.player.is_active or (ticket.token is not None and ticket.token.revoked_at is not None):
        raise DomainError("token_revoked")
    return ticket.player, ticket.token
