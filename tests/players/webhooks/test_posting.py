"""One POST: what is sent, which answers count, and that it never goes where it was not meant to."""

import socket
import ssl
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from players import posting
from players.models import Delivery, Player
from players.posting import post
from players.reach import NotReached, Target, target_of
from players.services import create_webhook, order_test
from players.services.deliveries import deliver

from .conftest import NOW
from .receiver import receiver

BODY = b'{"id": "1"}'


def posted(url: str, seconds: float = 5.0) -> int:
    return post(target_of(url, anywhere=True), BODY, {"webhook-id": "1"}, seconds=seconds, anywhere=True)


def failure(url: str, seconds: float = 5.0) -> str:
    with pytest.raises(NotReached) as told:
        posted(url, seconds)
    return told.value.code


def test_the_request_is_whole_and_the_status_is_told() -> None:
    with receiver() as there:
        assert posted(there.url("/hooks?of=rum")) == 204
    (headers, body), (line,) = there.requests[0], there.lines
    assert (line, body) == ("POST /hooks?of=rum HTTP/1.1", BODY)
    assert (headers["host"], headers["webhook-id"]) == (f"127.0.0.1:{there.port}", "1")


@pytest.mark.parametrize("status", [200, 299, 301, 302, 307, 308, 400, 410, 500])
def test_no_redirect_is_followed(status: int) -> None:
    with receiver() as inside, receiver() as there:
        there.answer = lambda connection: connection.sendall(
            f"HTTP/1.1 {status} X\r\nLocation: {inside.url()}\r\nContent-Length: 0\r\n\r\n".encode()
        )
        assert posted(there.url()) == status
        assert (len(there.requests), len(inside.requests)) == (1, 0)


def test_an_interim_answer_is_not_the_answer() -> None:
    with receiver(b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\n") as there:
        assert posted(there.url()) == 200


def test_the_body_of_the_answer_is_not_waited_for() -> None:
    def answer(connection: Any) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + b"x" * 1000)
        connection.recv(1)  # until it is hung up on

    with receiver(answer) as there:
        assert posted(there.url()) == 200


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 ", b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"x" * 40_000, b"\x00" * 100],
    ids=["nothing", "half", "another protocol", "an endless head", "zeros"],
)
def test_what_is_no_answer_is_none(answer: bytes) -> None:
    with receiver(answer) as there:
        assert failure(there.url()) == "no_answer"


def test_who_answers_drop_by_drop_is_not_waited_for() -> None:
    def drip(connection: socket.socket) -> None:
        for byte in b"HTTP/1.1 200 OK\r\n" * 100:
            connection.sendall(bytes([byte]))
            time.sleep(0.05)

    with receiver(drip) as there:
        assert failure(there.url(), seconds=0.3) == "timed_out"


def test_who_does_not_listen_is_told_apart() -> None:
    with receiver() as there:
        url = there.url()
    assert failure(url) == "no_connection"


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is another address when it is looked up again: it is looked up once."""
    lookups: list[str] = []
    with receiver() as there, receiver() as inside:

        def resolve(host: str, port: int, **_: Any) -> list[Any]:
            lookups.append(host)
            port = there.port if len(lookups) == 1 else inside.port
            return [(socket.AF_INET, 1, 6, "", ("127.0.0.1", port))]

        monkeypatch.setattr("players.reach.socket.getaddrinfo", resolve)
        assert post(Target("club.example.org", 80, "/", False), BODY, {}, anywhere=True) == 204
    assert (lookups, len(there.requests), len(inside.requests)) == (["club.example.org"], 1, 0)
    assert there.requests[0][0]["host"] == "club.example.org"


def test_nothing_is_sent_to_a_name_that_leads_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiver() as inside:
        found = [(socket.AF_INET, 1, 6, "", ("127.0.0.1", inside.port))]
        monkeypatch.setattr("players.reach.socket.getaddrinfo", lambda *_, **__: found)
        with pytest.raises(NotReached) as told:
            post(target_of(f"https://club.example.org:{inside.port}/"), BODY, {})
    assert (told.value.code, inside.requests) == ("refused_address", [])


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Key and certificate of club.example.org, signed by itself."""
    folder = tmp_path_factory.mktemp("tls")
    names = ["-subj", "/CN=club.example.org", "-addext", "subjectAltName=DNS:club.example.org"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    subprocess.run([*made, *files, *names], check=True, capture_output=True)
    return folder


@pytest.mark.parametrize(("name", "told"), [("club.example.org", "204"), ("other.example.org", "bad_certificate")])
def test_the_certificate_has_to_be_that_of_the_name(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    trust = ssl.create_default_context(cafile=str(certificate / "cert.pem"))
    monkeypatch.setattr(posting, "_trust", lambda: trust)
    with receiver(context=own) as there:
        found = [(socket.AF_INET, 1, 6, "", ("127.0.0.1", there.port))]
        monkeypatch.setattr("players.reach.socket.getaddrinfo", lambda *_, **__: found)
        try:
            answer = str(post(target_of(f"https://{name}:{there.port}/"), BODY, {}, anywhere=True))
        except NotReached as failed:
            answer = failed.code
    assert answer == told


def test_a_certificate_that_nobody_vouches_for_is_refused(certificate: Path) -> None:
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    with receiver(context=own) as there:
        assert failure(there.url(scheme="https", host="localhost")) == "bad_certificate"
    assert there.requests == []


@pytest.mark.django_db
def test_a_webhook_whose_name_leads_inside_by_now_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was made for a name that is looked up again each time that something is sent."""
    monkeypatch.setattr("players.services.deliveries.ring", lambda *_: None)
    owner = Player.objects.create_user("Ada", "a long password")
    with receiver() as inside:
        url = f"https://club.example.org:{inside.port}/"
        webhook = create_webhook(owner=owner, url=url, events=["game_over"], now=NOW)
        delivery = order_test(owner=owner, webhook_id=webhook.pk, now=NOW)
        for addresses in (["127.0.0.1"], ["93.184.215.14", "127.0.0.1"], ["169.254.169.254"]):
            found = [(socket.AF_INET, 1, 6, "", (address, inside.port)) for address in addresses]
            monkeypatch.setattr("players.reach.socket.getaddrinfo", lambda *_, found=found, **__: found)
            Delivery.objects.update(due_at=NOW)
            deliver(delivery_id=delivery.pk, clock=lambda: NOW)
            delivery.refresh_from_db()
            assert (delivery.status, delivery.error) == ("waiting", "refused_address")
        assert (delivery.attempts, inside.requests) == (3, [])
