"""Firebase Cloud Messaging, HTTP v1: Android by itself, iOS and browsers on its behalf.

Each message is one POST with a token for an hour, which the key of a service account gets.
Needs the packages of requirements/push.txt.
"""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import jwt
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from players.notifiers.base import NotDelivered, Notifier, PushMessage, TokenGone

ADDRESS = "https://fcm.googleapis.com"
TOKEN_ADDRESS = "https://oauth2.googleapis.com/token"
TITLE = "500 Rum"
SECONDS = 10.0
_SCOPE = "https://www.googleapis.com/auth/firebase.messaging"
_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_EARLIER = timedelta(minutes=2)
"""So long before its end a token is renewed."""
_GONE, _OF_ANOTHER = "UNREGISTERED", "SENDER_ID_MISMATCH"
"""The second may mean that the account is the wrong one, and is no reason to forget the device."""


@dataclass(frozen=True)
class ServiceAccount:
    """Who sends: of which project, and with which key."""

    project: str
    email: str
    key: str = field(repr=False)
    token_address: str = TOKEN_ADDRESS


class FcmNotifier:
    """Sends as one service account. `address` is where messages go."""

    def __init__(self, account: ServiceAccount, address: str = ADDRESS) -> None:
        self._account = account
        self._url = f"{address}/v1/projects/{account.project}/messages:send"
        self._client = httpx.Client(timeout=SECONDS)
        self._lock = threading.Lock()
        self._token, self._renewed_at = "", datetime.min.replace(tzinfo=UTC)

    def send(self, message: PushMessage, now: datetime) -> None:
        """Hand one over. Raises TokenGone, NotDelivered."""
        body = {"message": message_fields(message, now)}
        answer = self._posted(body, self._access_token(now))
        if answer.status_code == 401:  # it was ended before its time
            self._forget_token()
            answer = self._posted(body, self._access_token(now))
        if answer.status_code != 200:
            raise _refusal(answer)

    def _posted(self, body: dict[str, Any], token: str) -> httpx.Response:
        try:
            return self._client.post(self._url, json=body, headers={"Authorization": f"Bearer {token}"})
        except httpx.HTTPError as error:
            raise NotDelivered(type(error).__name__) from None

    def _forget_token(self) -> None:
        with self._lock:
            self._token = ""

    def _access_token(self, now: datetime) -> str:
        with self._lock:
            if not self._token or now >= self._renewed_at:
                self._token, lasts = self._new_token(now)
                self._renewed_at = now + timedelta(seconds=lasts) - _EARLIER
            return self._token

    def _new_token(self, now: datetime) -> tuple[str, int]:
        """A token, and for how many seconds it is good."""
        claims = {"iss": self._account.email, "scope": _SCOPE, "aud": self._account.token_address}
        times = {"iat": now, "exp": now + timedelta(hours=1)}
        assertion = jwt.encode({**claims, **times}, self._account.key, algorithm="RS256")
        try:
            answer = self._client.post(self._account.token_address, data={"grant_type": _GRANT, "assertion": assertion})
            told = answer.raise_for_status().json()
            return str(told["access_token"]), int(told["expires_in"])
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise NotDelivered(f"no token: {type(error).__name__}") from None


def message_fields(message: PushMessage, now: datetime) -> dict[str, Any]:
    """The message in FCM's words, for each platform: a later one takes the place of one with the same key."""
    seconds = max(0, int((message.expires_at - now).total_seconds()))
    key = message.collapse_key
    return {
        "token": message.push_token,
        "notification": {"title": TITLE, "body": message.text},
        "data": dict(message.data),
        "android": {"priority": "HIGH", "collapse_key": key, "ttl": f"{seconds}s", "notification": {"tag": key}},
        "apns": {
            "headers": {
                "apns-priority": "10",
                "apns-collapse-id": key,
                "apns-expiration": str(int(message.expires_at.timestamp())),
            },
            "payload": {"aps": {"sound": "default", "thread-id": key}},
        },
        "webpush": {"headers": {"Urgency": "high", "Topic": key, "TTL": str(seconds)}, "notification": {"tag": key}},
    }


def _refusal(answer: httpx.Response) -> Exception:
    """What an answer other than 200 means."""
    details = _details(answer)
    codes = {str(detail.get("errorCode")) for detail in details}
    fields = {str(fault.get("field")) for detail in details for fault in detail.get("fieldViolations") or ()}
    if _GONE in codes or (answer.status_code == 400 and "message.token" in fields):
        return TokenGone()
    why = f"{answer.status_code} {', '.join(sorted(codes - {'None'}))}".strip()
    wait = answer.headers.get("Retry-After", "")
    seconds = int(wait) if wait.isascii() and wait.isdigit() else 0
    return NotDelivered(why, seconds=seconds, is_final=answer.status_code == 400 or _OF_ANOTHER in codes)


def _details(answer: httpx.Response) -> list[Mapping[str, Any]]:
    try:
        details = answer.json()["error"].get("details", [])
    except (ValueError, KeyError, TypeError, AttributeError):
        return []
    return [detail for detail in details if isinstance(detail, dict)]


def made() -> Notifier:
    """As the settings name it. Raises ImproperlyConfigured where the file of the account cannot be read."""
    return FcmNotifier(account_of(Path(settings.FCM_ACCOUNT_FILE)))


def account_of(file: Path) -> ServiceAccount:
    """The account from the file that Google's console gives. Raises ImproperlyConfigured."""
    try:
        told = json.loads(file.read_text())
        return ServiceAccount(told["project_id"], told["client_email"], told["private_key"], told["token_uri"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ImproperlyConfigured(
            f"RUMMY_FCM_ACCOUNT must name the JSON file of a service account ({type(error).__name__})."
        ) from None
