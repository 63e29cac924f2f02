"""Signatures of Standard Webhooks, and the secrets that they are made with.

No secret is stored: each follows from the webhook, its number and the server's key. So no copy of the database has any.
"""

import base64
import hmac
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.conf import settings
from standardwebhooks import Webhook as Signer

from players.models import Webhook


def secrets_of(webhook: Webhook, now: datetime) -> list[str]:
    """The secrets that sign, the newest first: it, the former for a day, and those of a former key of the server."""
    numbers = [webhook.secret_number]
    if webhook.former_until is not None and webhook.former_until > now:
        numbers.append(webhook.secret_number - 1)
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [_secret(webhook.pk, number, key) for number in numbers for key in keys]


def signed_headers(message_id: str, body: str, secrets: Iterable[str], now: datetime) -> dict[str, str]:
    """The three headers, with a signature for each secret."""
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Signer(secret).sign(message_id, now, body) for secret in secrets),
    }


def _secret(webhook_id: UUID, number: int, key: str) -> str:
    digest = hmac.digest(key.encode(), f"webhook:{webhook_id}:{number}".encode(), "sha256")
    return f"whsec_{base64.b64encode(digest).decode()}"
