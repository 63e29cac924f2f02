"""FCM, by real sockets: what is sent, how its refusals are understood, and that its token is asked for seldom."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.exceptions import ImproperlyConfigured

from players import notifiers
from players.notifiers import NotDelivered, PushMessage, TokenGone
from players.notifiers.fcm import FcmNotifier, ServiceAccount, account_of

NOW = datetime.now(UTC).replace(microsecond=0)
DAY = timedelta(days=1)
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PEM = KEY.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
).decode()
MESSAGE = PushMessage("the-device", "It is your turn.", {"type": "turn_started"}, "0" * 32, NOW + DAY)


def refused(status: int, code: str, **detail: Any) -> tuple[int, dict[str, str], Any]:
    details = [{"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code}]
    return status, {}, {"error": {"code": status, "details": [*details, *([detail] if detail else [])]}}


@dataclass
class Google:
    """What has been asked for, and what is answered, the last again and again."""

    address: str = ""
    answers: list[tuple[int, dict[str, str], Any]] = field(default_factory=lambda: [(200, {}, {"name": "1"})])
    grants: list[Any] = field(default_factory=list)
    sent: list[tuple[str, str, Any]] = field(default_factory=list)
    token_status: int = 200

    def answered(self, path: str, authorization: str, body: bytes) -> tuple[int, dict[str, str], Any]:
        if path == "/token":
            self.grants.append({name: value for name, (value,) in parse_qs(body.decode()).items()})
            return self.token_status, {}, {"access_token": f"token-{len(self.grants)}", "expires_in": 3599}
        self.sent.append((path, authorization, json.loads(body)))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@pytest.fixture
def google() -> Iterator[Google]:
    made = Google()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, headers, content = made.answered(self.path, self.headers.get("Authorization", ""), body)
            written = json.dumps(content).encode() if not isinstance(content, bytes) else content
            self.send_response(status)
            for name, value in {"Content-Length": str(len(written)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(written)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    made.address = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    yield made
    server.shutdown()
    server.server_close()


@pytest.fixture
def fcm(google: Google) -> FcmNotifier:
    account = ServiceAccount("club", "rum@club.example", PEM, f"{google.address}/token")
    return FcmNotifier(account, google.address)


def test_a_message_is_one_post_with_a_token_of_the_account(fcm: FcmNotifier, google: Google) -> None:
    fcm.send(MESSAGE, NOW)
    ((path, authorization, body),) = google.sent
    assert (path, authorization) == ("/v1/projects/club/messages:send", "Bearer token-1")
    message = body["message"]
    assert message["token"] == "the-device"
    assert message["notification"] == {"title": "500 Rum", "body": "It is your turn."}
    assert message["data"] == {"type": "turn_started"}
    assert (message["android"]["collapse_key"], message["android"]["ttl"]) == ("0" * 32, "86400s")
    assert message["android"]["notification"]["tag"] == message["webpush"]["notification"]["tag"] == "0" * 32
    assert message["apns"]["headers"]["apns-collapse-id"] == message["webpush"]["headers"]["Topic"] == "0" * 32
    assert message["apns"]["headers"]["apns-expiration"] == str(int((NOW + DAY).timestamp()))
    (grant,) = google.grants
    assert grant["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer"
    audience = f"{google.address}/token"
    claims = jwt.decode(grant["assertion"], KEY.public_key(), algorithms=["RS256"], audience=audience)
    assert (claims["iss"], claims["exp"] - claims["iat"]) == ("rum@club.example", 3600)
    assert claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging"


def test_a_token_is_kept_for_its_hour(fcm: FcmNotifier, google: Google) -> None:
    for minutes in (0, 30, 57):
        fcm.send(MESSAGE, NOW + timedelta(minutes=minutes))
    assert len(google.grants) == 1
    fcm.send(MESSAGE, NOW + timedelta(minutes=58))
    assert [authorization for _, authorization, _ in google.sent][-2:] == ["Bearer token-1", "Bearer token-2"]


def test_a_token_that_has_ended_is_replaced_once(fcm: FcmNotifier, google: Google) -> None:
    google.answers = [(401, {}, {}), (200, {}, {})]
    fcm.send(MESSAGE, NOW)
    assert [authorization for _, authorization, _ in google.sent] == ["Bearer token-1", "Bearer token-2"]
    google.answers = [(401, {}, {})]
    with pytest.raises(NotDelivered):
        fcm.send(MESSAGE, NOW)


@pytest.mark.parametrize(
    "answer",
    [
        refused(404, "UNREGISTERED"),
        refused(400, "INVALID_ARGUMENT", fieldViolations=[{"field": "message.token", "description": "no"}]),
    ],
    ids=["unregistered", "no token at all"],
)
def test_a_device_that_is_not_known_any_more(fcm: FcmNotifier, google: Google, answer: Any) -> None:
    google.answers = [answer]
    with pytest.raises(TokenGone):
        fcm.send(MESSAGE, NOW)


@pytest.mark.parametrize(
    ("answer", "seconds", "is_final"),
    [
        (refused(503, "UNAVAILABLE"), 0, False),
        ((503, {"Retry-After": "120"}, b"<html>"), 120, False),
        ((429, {"Retry-After": "60"}, {"error": {"details": ["odd"]}}), 60, False),
        ((500, {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}, {"error": "odd"}), 0, False),
        ((403, {}, []), 0, False),
        ((404, {}, b"Not Found"), 0, False),
        (refused(403, "SENDER_ID_MISMATCH"), 0, True),
        ((307, {"Location": "/elsewhere"}, {}), 0, False),
        (refused(400, "INVALID_ARGUMENT", fieldViolations=[{"field": "message.data"}]), 0, True),
        (refused(400, "INVALID_ARGUMENT"), 0, True),
    ],
)
def test_what_was_not_taken(fcm: FcmNotifier, google: Google, answer: Any, seconds: int, is_final: bool) -> None:
    google.answers = [answer]
    with pytest.raises(NotDelivered) as told:
        fcm.send(MESSAGE, NOW)
    assert (told.value.seconds, told.value.is_final) == (seconds, is_final)
    assert "the-device" not in str(told.value)
    assert len(google.sent) == 1


def test_without_a_token_nothing_is_sent(fcm: FcmNotifier, google: Google) -> None:
    google.token_status = 400
    with pytest.raises(NotDelivered):
        fcm.send(MESSAGE, NOW)
    assert google.sent == []


def test_who_does_not_answer_is_tried_later() -> None:
    nobody = FcmNotifier(
        ServiceAccount("club", "rum@club.example", PEM, "http://127.0.0.1:9/token"), "http://127.0.0.1:9"
    )
    with pytest.raises(NotDelivered) as told:
        nobody.send(MESSAGE, NOW)
    assert not told.value.is_final


def test_the_account_comes_from_its_file(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "account.json"
    told = {"project_id": "club", "client_email": "rum@club.example", "private_key": PEM, "token_uri": "https://x/"}
    file.write_text(json.dumps({"type": "service_account", **told}))
    assert account_of(file) == ServiceAccount("club", "rum@club.example", PEM, "https://x/")
    assert "PRIVATE" not in repr(account_of(file))
    settings.PUSH, settings.FCM_ACCOUNT_FILE = "fcm", str(file)
    monkeypatch.setattr(notifiers, "_made", {})
    assert notifiers.notifier() is notifiers.notifier()
    for content in ("", "{}", "[]", '{"project_id": 1}'):
        file.write_text(content)
        with pytest.raises(ImproperlyConfigured, match="RUMMY_FCM_ACCOUNT"):
            account_of(file)
    with pytest.raises(ImproperlyConfigured):
        account_of(tmp_path / "none")


def test_missing_packages_are_named(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PUSH = "fcm"
    monkeypatch.setattr(notifiers, "_made", {})
    monkeypatch.setitem(notifiers.NOTIFIERS, "fcm", "players.notifiers.no_such_module.made")
    with pytest.raises(ImproperlyConfigured, match="requirements/push"):
        notifiers.notifier()
