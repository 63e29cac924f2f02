"""Mail: ordered in a row, written by a worker, and proven by a secret that is used once."""

import logging
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.utils.translation import get_language, gettext, override

from players.credentials import Prefix, digest_of, new_secret
from players.doorbell import ring
from players.errors import DomainError
from players.mail_texts import TEXTS
from players.models import MailOrder, MailPurpose, MailSecret, Player, PlayerKind
from players.selectors import account_at
from players.services.tokens import revoke_all

log = logging.getLogger("players.mail")

SECRET_LASTS = {MailPurpose.RESET: timedelta(hours=1), MailPurpose.CONFIRM: timedelta(days=2)}
MOST_ATTEMPTS = 8
_FIRST_PAUSE = timedelta(seconds=30)


def request_password_reset(*, address: str, now: datetime) -> None:
    """Let a worker write to the account of this address, if there is one; here nobody learns whether."""
    _order(MailPurpose.RESET, address, None, now)


def change_email(*, player: Player, email: str | None, now: datetime) -> None:
    """Ask for the confirmation of another address, or do without one from now on. Raises `forbidden` for guests."""
    if player.kind != PlayerKind.ACCOUNT:
        raise DomainError("forbidden", gettext("Guests have no address; a guest can become an account."))
    _forget_asked(player)
    if email:
        order_confirmation(player=player, address=email, now=now)
    else:
        _put_address(player, None, now)


def order_confirmation(*, player: Player, address: str, now: datetime) -> None:
    """Let a worker ask whoever reads this address to confirm that it is the player's."""
    _order(MailPurpose.CONFIRM, address, player, now)


def send_ordered(*, order_id: UUID, now: datetime) -> None:
    """Write the mail of this order; a failure is tried again later, a few times."""
    # The condition is the claim: of two workers, one writes.
    claimed = MailOrder.objects.filter(pk=order_id, due_at__lte=now)
    order = claimed.select_related("player").first()
    if order is None or not claimed.update(due_at=now + _FIRST_PAUSE * 2**order.attempts, attempts=order.attempts + 1):
        return
    try:
        with override(order.language):
            _write(order, now)
    except OSError as error:  # also what smtplib raises
        log.warning("A mail could not be sent: %s", type(error).__name__)
        if order.attempts + 1 < MOST_ATTEMPTS:
            return
    MailOrder.objects.filter(pk=order_id).delete()


def confirm_email(*, secret: str, now: datetime) -> None:
    """The address is its player's from now on. Raises `link_expired`, also where another has confirmed it."""
    with transaction.atomic():
        proof = _taken(secret, MailPurpose.CONFIRM, now)
        try:
            with transaction.atomic():
                _put_address(proof.player, proof.address, now)
        except IntegrityError:
            raise DomainError("link_expired") from None


def reset_password(*, secret: str, password: str, now: datetime) -> None:
    """Give the account another password (in its stored form) and end all of its tokens. Raises `link_expired`."""
    with transaction.atomic():
        proof = _taken(secret, MailPurpose.RESET, now)
        player = proof.player
        if player.email != proof.address:
            raise DomainError("link_expired")
        player.password = password
        player.save(update_fields=["password"])
        # Also what was asked for by whoever knew the former password: it would let them in again.
        _forget_asked(player)
        MailSecret.objects.filter(player=player, purpose=MailPurpose.RESET).delete()
        revoke_all(player=player, now=now)


def _put_address(player: Player, address: str | None, now: datetime) -> None:
    """The player's address from now on; whoever reads the former one is told, and has no way in by it any more."""
    if player.email and player.email != address:
        _order(MailPurpose.CHANGED, player.email, player, now)
    player.email = address
    player.save(update_fields=["email"])
    MailSecret.objects.filter(player=player, purpose=MailPurpose.RESET).delete()


def _forget_asked(player: Player) -> None:
    """No address that the player was asked to confirm can be confirmed any more. Call it in a transaction."""
    Player.objects.select_for_update().get(pk=player.pk)
    MailOrder.objects.filter(player=player, purpose=MailPurpose.CONFIRM).delete()
    MailSecret.objects.filter(player=player, purpose=MailPurpose.CONFIRM).delete()


def _order(purpose: MailPurpose, address: str, player: Player | None, now: datetime) -> None:
    language = get_language() or settings.LANGUAGE_CODE
    order = MailOrder.objects.create(purpose=purpose, address=address, player=player, due_at=now, language=language)
    transaction.on_commit(partial(ring, "players.tasks.send_mail", order.pk))


def _write(order: MailOrder, now: datetime) -> None:
    purpose = MailPurpose(order.purpose)
    if purpose == MailPurpose.CHANGED and order.player is not None:
        _send(purpose, order.player, order.address)
        return
    owner = account_at(order.address)
    if purpose == MailPurpose.CONFIRM and owner is not None:
        if owner != order.player:
            _send("address_taken", owner, str(owner.email))
        return
    player = owner if purpose == MailPurpose.RESET else order.player
    if player is None or not player.is_active:
        return
    # To the address as its owner has confirmed it: what somebody else wrote may only be taken for it.
    address = str(player.email) if purpose == MailPurpose.RESET else order.address
    secret = _new_proof(order, player, address, now)
    if secret is not None:
        _send(purpose, player, address, secret)


def _new_proof(order: MailOrder, player: Player, address: str, now: datetime) -> str | None:
    """A secret for the mail; None where the order was withdrawn or the address given up meanwhile."""
    purpose, secret = MailPurpose(order.purpose), new_secret(Prefix.MAIL)
    with transaction.atomic():
        current = Player.objects.select_for_update().get(pk=player.pk)
        if purpose == MailPurpose.RESET and current.email != address:
            return None
        if not MailOrder.objects.filter(pk=order.pk).exists():
            return None
        MailSecret.objects.filter(player=player, purpose=purpose).delete()
        MailSecret.objects.create(
            digest=digest_of(secret),
            purpose=purpose,
            player=player,
            address=address,
            expires_at=now + SECRET_LASTS[purpose],
        )
    return secret


def _send(text: str, player: Player, address: str, secret: str = "") -> None:
    subject, body, page = TEXTS[text]
    link = f"{settings.APP_URL}/{page}#token={secret}" if settings.APP_URL and page else ""
    words = {"name": player.name, "secret": secret, "link": link}
    paragraphs = [gettext(paragraph).format(**words) for paragraph in body]
    send_mail(gettext(subject), "\n\n".join(filter(None, paragraphs)) + "\n", None, [address])


def _taken(secret: str, purpose: MailPurpose, now: datetime) -> MailSecret:
    """The proof, which is used up by that, with its player, whose row is locked. Raises `link_expired`."""
    found = MailSecret.objects.filter(digest=digest_of(secret), purpose=purpose, expires_at__gt=now)
    proof = found.first()
    if proof is None:
        raise DomainError("link_expired")
    # The player first, as everywhere: who is forgotten or shows another code meanwhile waits here.
    proof.player = Player.objects.select_for_update().get(pk=proof.player_id)
    if not found.delete()[0]:
        raise DomainError("link_expired")
    return proof
