"""Whatever bytes come to the servers that people run, what they answer is HTTP, and a problem where it is a refusal."""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO

import pytest
import yaml
from django.http import HttpResponse

from tests.api.client import check_problem
from tests.engine.sizes import SOAK
from tests.service.infrastructure.test_serve import LONGEST_WAIT_SECONDS, ROOT, address_of, wait_until

HOST = b"Host: localhost\r\n"
NOWHERE, LOGIN = b"GET /api/v1/nowhere HTTP/1.1\r\n" + HOST, b"POST /api/v1/sessions HTTP/1.1\r\n" + HOST
JSON = b"Content-Type: application/json\r\n"
CLOSE, END = b"Connection: close\r\n\r\n", b"\r\n"
NO_REQUEST = {"bad_request"}
EITHER = {"bad_request", "not_found"}  # one server reads it, another refuses to
# What is sent, and which problems it may be answered with.
REFUSED: dict[str, tuple[bytes, set[str]]] = {
    "no path of ours": (NOWHERE + CLOSE, {"not_found"}),
    "HTTP/1.0": (b"GET /api/v1/nowhere HTTP/1.0\r\n\r\n", {"not_found"}),
    "HTTP/0.9": (b"GET /api/v1/nowhere\r\n\r\n", NO_REQUEST),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", EITHER),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 50 + b"\r\n\r\n", NO_REQUEST),
    "two hosts": (b"GET /api/v1/meta HTTP/1.1\r\n" + HOST + HOST + CLOSE, NO_REQUEST),
    "no method": (b"G@T /api/v1/meta HTTP/1.1\r\n" + HOST + CLOSE, NO_REQUEST),
    "another method": (b"PROPFIND /api/v1/meta HTTP/1.1\r\n" + HOST + CLOSE, {"method_not_allowed"}),
    "TRACE": (b"TRACE /api/v1/meta HTTP/1.1\r\n" + HOST + CLOSE, {"method_not_allowed"}),
    "CONNECT": (b"CONNECT localhost:80 HTTP/1.1\r\n" + HOST + CLOSE, {"not_found"}),
    "no header": (b"GET /api/v1/meta HTTP/1.1\r\n" + HOST + b"nonsense\r\n" + CLOSE, NO_REQUEST),
    "a space in a name": (b"GET /api/v1/meta HTTP/1.1\r\n" + HOST + b"a b: c\r\n" + CLOSE, NO_REQUEST),
    "NUL in a header": (b"GET /api/v1/meta HTTP/1.1\r\n" + HOST + b"a: \0\r\n" + CLOSE, NO_REQUEST),
    "a folded header": (NOWHERE + b"a: b\r\n c\r\n" + CLOSE, EITHER),
    "a long header": (NOWHERE + b"a: " + b"x" * 20_000 + END + CLOSE, EITHER),
    "a header over 64 kB": (NOWHERE + b"a: " + b"x" * 80_000 + END + CLOSE, EITHER),
    "many headers": (NOWHERE + b"".join(b"a%d: b\r\n" % number for number in range(300)) + CLOSE, EITHER),
    "a long path": (b"GET /api/v1/" + b"x" * 10_000 + b" HTTP/1.1\r\n" + HOST + CLOSE, EITHER),
    "a path over 64 kB": (b"GET /api/v1/" + b"x" * 80_000 + b" HTTP/1.1\r\n" + HOST + CLOSE, EITHER),
    "a space in the path": (b"GET /api/v1/a b HTTP/1.1\r\n" + HOST + CLOSE, NO_REQUEST),
    "no ASCII in the path": (b"GET /api/v1/\xff HTTP/1.1\r\n" + HOST + CLOSE, NO_REQUEST),
    "bad escapes in the path": (b"GET /api/v1/%00%ff%zz HTTP/1.1\r\n" + HOST + CLOSE, {"not_found"}),
    "no path": (b"GET  HTTP/1.1\r\n" + HOST + CLOSE, NO_REQUEST),
    "a path without a slash": (b"GET api/v1/meta HTTP/1.1\r\n" + HOST + CLOSE, EITHER),
    "a query only": (b"GET ?a=b HTTP/1.1\r\n" + HOST + CLOSE, EITHER),
    "a star": (b"OPTIONS * HTTP/1.1\r\n" + HOST + CLOSE, {"not_found"}),
    "a whole address": (b"GET http://localhost/nowhere HTTP/1.1\r\n" + HOST + CLOSE, {"not_found"}),
    "a whole address of nobody": (b"GET http://[::1/api HTTP/1.1\r\n" + HOST + CLOSE, NO_REQUEST),
    "another host": (b"GET /api/v1/meta HTTP/1.1\r\nHost: elsewhere.example\r\n" + CLOSE, {"bad_request"}),
    "no host": (b"GET /api/v1/meta HTTP/1.1\r\nHost:\r\n" + CLOSE, {"bad_request"}),
    "no length": (LOGIN + JSON + CLOSE, {"bad_request"}),
    "a length that is none": (LOGIN + JSON + b"Content-Length: x\r\n" + CLOSE + b"{}", NO_REQUEST),
    "a length below nothing": (LOGIN + JSON + b"Content-Length: -1\r\n" + CLOSE + b"{}", NO_REQUEST),
    "two lengths": (LOGIN + JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n" + CLOSE + b"{}", NO_REQUEST),
    "a large length": (LOGIN + JSON + b"Content-Length: 65537\r\n" + CLOSE, {"too_large"}),
    "a length beyond all": (LOGIN + JSON + b"Content-Length: 99999999999999999999\r\n" + CLOSE, {"too_large"}),
    "a large body": (LOGIN + JSON + b"Content-Length: 70000\r\n" + CLOSE + b"x" * 70_000, {"too_large"}),
    "chunks": (LOGIN + JSON + b"Transfer-Encoding: chunked\r\n" + CLOSE + b"2\r\n{}\r\n0\r\n\r\n", {"length_required"}),
    "chunks and a length": (
        LOGIN + JSON + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n" + CLOSE + b"2\r\n{}\r\n0\r\n\r\n",
        {"length_required", "bad_request"},
    ),
    "chunks that are none": (
        LOGIN + JSON + b"Transfer-Encoding: chunked\r\n" + CLOSE + b"zz\r\n{}\r\n",
        {"length_required", "bad_request"},
    ),
    "another coding": (LOGIN + JSON + b"Transfer-Encoding: gzip\r\n" + CLOSE + b"{}", NO_REQUEST),
    "a parameter in no encoding": (
        LOGIN + b"Content-Type: application/json; a*=nonsense''x\r\nContent-Length: 2\r\n" + CLOSE + b"{}",
        {"unsupported_media_type"},
    ),
    "an encoding of no text": (
        LOGIN + b"Content-Type: application/json; charset=base64\r\nContent-Length: 2\r\n" + CLOSE + b"{}",
        {"unsupported_media_type"},
    ),
    "another expectation": (LOGIN + JSON + b"Expect: x\r\nContent-Length: 2\r\n" + CLOSE + b"{}", {"bad_request"}),
    "a line of a proxy": (b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n" + NOWHERE + CLOSE, NO_REQUEST),
}
# Several requests that come at once are answered one after the other, whatever became of the one before.
IN_A_ROW: dict[str, tuple[bytes, list[int]]] = {
    "refusals": (
        NOWHERE + END + LOGIN + JSON + b"Content-Length: 2\r\n\r\n{}" + b"GET /api/v1/me HTTP/1.1\r\n" + HOST + CLOSE,
        [404, 400, 401],
    ),
    "after HEAD": (b"HEAD /api/v1/meta HTTP/1.1\r\n" + HOST + END + NOWHERE + CLOSE, [200, 404]),
    "after HEAD of nothing": (b"HEAD /api/v1/nowhere HTTP/1.1\r\n" + HOST + END + NOWHERE + CLOSE, [404, 404]),
    "after what is no request": (LOGIN + JSON + b"Content-Length: 2\r\n\r\n{}nonsense\r\n\r\n", [400, 400]),
    "another protocol is not changed to": (
        b"GET /api/v1/nowhere HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: upgrade, close\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        [404],
    ),
}


@dataclass
class Server:
    """A server that runs."""

    port: int
    process: "subprocess.Popen[str]"

    def answers(self, sent: bytes, count: int = 1) -> list[HttpResponse]:
        """So many answers to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=LONGEST_WAIT_SECONDS) as connection:
            connection.sendall(sent)
            stream = connection.makefile("rb")
            return [answer_in(stream, is_head=sent.startswith(b"HEAD") and not number) for number in range(count)]


def answer_in(stream: IO[bytes], *, is_head: bool = False) -> HttpResponse:
    """The next answer that comes."""
    line = stream.readline()
    assert re.fullmatch(rb"HTTP/1\.[01] [1-5][0-9]{2} [ -~]*\r\n", line), line
    headers = http.client.parse_headers(stream)  # type: ignore[arg-type]
    length = headers.get("Content-Length")
    body = b"" if is_head else stream.read() if length is None else stream.read(int(length))
    return HttpResponse(body, status=int(line.split()[1]), headers=dict(headers))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def environment(data: Path) -> dict[str, str]:
    given = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    return given | {"RUMMY_DATA": str(data), "RUMMY_WORKERS": "1", "RUMMY_RATE_LIMITS": "off"}


@pytest.fixture(scope="module")
def serve(environment: dict[str, str]) -> Iterator[Server]:
    """The one-command server."""
    with started([sys.executable, "manage.py", "serve", "--port", "0"], environment) as process:
        yield Server(int(address_of(process).rpartition(":")[2]), process)


@pytest.fixture(scope="module")
def streams(environment: dict[str, str], serve: Server) -> Iterator[Server]:
    """The streams part, as compose.yaml starts it."""
    compose = yaml.safe_load((ROOT / "docker/compose.yaml").read_text())
    command, port = compose["services"]["streams"]["command"], _free_port()
    with started([sys.executable, "-m", *command, "--host", "127.0.0.1", "--port", port], environment) as process:
        yield _listening(process, port)


@pytest.fixture(scope="module")
def web(environment: dict[str, str], serve: Server) -> Iterator[Server]:
    """The web part, as the image starts it."""
    port = _free_port()
    place = ["--bind", f"127.0.0.1:{port}", "--workers", "1", "--worker-tmp-dir", environment["RUMMY_DATA"]]
    command = [sys.executable, "-m", "gunicorn", "--config", "docker/gunicorn.conf.py", *place, "rummy.wsgi"]
    with started(command, environment) as process:
        yield _listening(process, port)


@contextmanager
def started(command: list[str], environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """A process that must not have failed at the end."""
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=log)
        try:
            yield process
            assert process.poll() is None
        finally:
            process.terminate()
            process.communicate(timeout=LONGEST_WAIT_SECONDS)
        log.seek(0)
        assert "Traceback" not in log.read()


def _free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return str(taken.getsockname()[1])


def _listening(process: "subprocess.Popen[str]", port: str) -> Server:
    """The server, as soon as it answers."""
    server = Server(int(port), process)

    def answers() -> bool:
        assert process.poll() is None, "the server has ended"
        with suppress(OSError):
            return server.answers(NOWHERE + CLOSE)[0].status_code == 404
        return False

    wait_until(answers)
    return server


@pytest.fixture(params=["serve", "streams", "web"])
def server(request: pytest.FixtureRequest) -> Server:
    return request.getfixturevalue(request.param)  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_a_problem(server: Server, name: str) -> None:
    sent, codes = REFUSED[name]
    (answer,) = server.answers(sent)
    check_problem("", answer)
    assert json.loads(answer.content)["code"] in codes


@pytest.mark.parametrize("name", IN_A_ROW)
def test_answers_in_a_row(server: Server, name: str) -> None:
    sent, statuses = IN_A_ROW[name]
    answers = server.answers(sent, len(statuses))
    assert [answer.status_code for answer in answers] == statuses
    for answer in answers:
        if answer.status_code >= 400:
            check_problem("", answer)


def test_the_code_of_what_is_no_request_is_explained(server: Server) -> None:
    (answer,) = server.answers(REFUSED["TLS"][0])
    path = json.loads(answer.content)["type"]
    (explained,) = server.answers(b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + CLOSE)
    assert json.loads(explained.content)["code"] == "bad_request"


def test_a_body_is_waited_for_after_continue(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=LONGEST_WAIT_SECONDS) as connection:
        connection.sendall(LOGIN + JSON + b"Expect: 100-continue\r\nContent-Length: 2\r\n" + CLOSE)
        stream = connection.makefile("rb")
        assert stream.readline().split()[1] == b"100"
        assert stream.readline() == b"\r\n"
        connection.sendall(b"{}")
        check_problem("", answer_in(stream))


def test_what_counts_is_when_the_body_is_there(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=LONGEST_WAIT_SECONDS) as connection:
        connection.sendall(b"POST /api/v1/guests HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 2\r\n" + CLOSE + b"{")
        time.sleep(1)
        sent_at = datetime.now(UTC)
        connection.sendall(b"}")
        answer = answer_in(connection.makefile("rb"))
    assert answer.status_code == 201
    made_at = datetime.fromisoformat(json.loads(answer.content)["player"]["created_at"])
    assert made_at > sent_at - timedelta(milliseconds=1)


def test_no_header_tells_under_which_path_we_are(server: Server) -> None:
    sent = HOST + b"SCRIPT_NAME: /zzz\r\nScript-Name: /zzz\r\n"
    answers = server.answers(b"GET /zzz/admin/login/ HTTP/1.1\r\n" + sent + CLOSE)
    answers += server.answers(b"GET /api/v1/nowhere HTTP/1.1\r\n" + sent + CLOSE)
    for answer in answers:
        if answer.status_code != 400:  # a server may refuse such a header
            check_problem("", answer)
            assert answer.status_code == 404
            assert json.loads(answer.content)["type"] == "http://localhost/api/v1/problems/not_found"


def test_who_goes_half_way_is_forgotten(server: Server) -> None:
    for sent in (b"", b"GE", NOWHERE, LOGIN + JSON + b"Content-Length: 9\r\n\r\n{", b"\x16\x03"):
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", server.port)) as connection:
                connection.sendall(sent)
    (answer,) = server.answers(NOWHERE + CLOSE)
    assert answer.status_code == 404


@pytest.mark.skipif(not SOAK, reason="waits as long as a body may take")
@pytest.mark.soak
def test_half_a_body_then_silence(server: Server) -> None:
    (answer,) = server.answers(LOGIN + JSON + b"Content-Length: 9\r\n\r\n{")
    check_problem("", answer)
    assert (answer.status_code, answer["Connection"]) == (400, "close")
