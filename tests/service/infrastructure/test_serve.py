"""`manage.py serve` as a person starts and ends it: real processes, free ports, own data folders."""

import contextlib
import http.client
import json
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from rummy import asgi

ROOT = Path(__file__).resolve().parents[3]
LONGEST_WAIT_SECONDS = 30

Serve = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start servers; those still running at the end are killed."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str, data: Path = tmp_path / "data", **variables: str) -> "subprocess.Popen[str]":
        environment = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
        environment |= {"RUMMY_DATA": str(data), "RUMMY_WORKERS": "1"} | variables
        command = [sys.executable, "manage.py", "serve", *arguments]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        started.append(subprocess.Popen(command, cwd=ROOT, env=environment, text=True, **pipes))  # type: ignore[call-overload]
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def refusal(process: "subprocess.Popen[str]") -> str:
    """The one sentence of a server that did not start."""
    out, err = process.communicate(timeout=LONGEST_WAIT_SECONDS)
    assert process.returncode == 1
    assert out == ""
    assert err.count("\n") == 1, err
    return err.strip()


def address_of(process: "subprocess.Popen[str]") -> str:
    """The address that a server prints when it answers."""
    assert process.stdout
    for line in process.stdout:
        if line.split()[:1] == ["API"]:
            return line.split()[1].removesuffix("/api/v1")
    pytest.fail(f"no address in the output; {process.stderr and process.stderr.read()}")


def offspring(parent: int) -> set[int]:
    """All running descendants of a process."""
    found: set[int] = set()
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            found |= {int(child)} | offspring(int(child))
    return found


def is_running(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def wait_until(true: Callable[[], object]) -> None:
    end = time.monotonic() + LONGEST_WAIT_SECONDS
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def test_it_serves_and_ctrl_c_ends_everything(serve: Serve, tmp_path: Path) -> None:
    process = serve("--port", "0")
    with urllib.request.urlopen(address_of(process) + "/readyz") as answer:
        assert answer.status == 200
    key = tmp_path / "data" / "secret_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(key.parent.stat().st_mode) == 0o700
    wait_until(lambda: len(offspring(process.pid)) >= 2)  # the worker and its pool
    children = offspring(process.pid)
    process.send_signal(signal.SIGINT)
    assert process.wait(LONGEST_WAIT_SECONDS) == 0
    wait_until(lambda: not any(map(is_running, children)))


def test_who_is_cut_off_by_the_end_is_told_to_come_back(serve: Serve, tmp_path: Path) -> None:
    process = serve("--port", "0")
    client = http.client.HTTPConnection(address_of(process).removeprefix("http://"), timeout=LONGEST_WAIT_SECONDS)
    client.request("GET", "http://localhost/api/v1/meta?", headers={"Host": "elsewhere.example"})  # a whole address
    assert json.load(client.getresponse())["limits"]
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "rummy.sqlite3", isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")  # nobody else can write
        client.request("POST", "/api/v1/guests", "{}", {"Content-Type": "application/json"})
        time.sleep(0.5)
        process.terminate()
        answer = client.getresponse()
    assert (answer.status, answer.headers["Content-Type"]) == (503, "application/problem+json")
    problem = json.load(answer)
    assert (problem["code"], problem["retryable"]) == ("unavailable", True)
    assert int(answer.headers["Retry-After"]) == problem["retry_after_ms"] / 1000
    assert problem["request_id"] == answer.headers["Request-Id"]
    _, err = process.communicate(timeout=LONGEST_WAIT_SECONDS)
    assert process.returncode == 0
    assert "Traceback" not in err


def test_those_who_only_wait_keep_nobody_waiting_and_are_answered_at_the_end(serve: Serve) -> None:
    process = serve("--port", "0", RUMMY_RATE_LIMITS="off")
    address = address_of(process)
    api, (host, _, port) = f"{address}/api/v1", address.removeprefix("http://").partition(":")
    token = sent(f"{api}/guests", {})["token"]
    game = sent(f"{api}/games", {"rules": {"preset": "classic"}, "seats": [{}, {}]}, token)
    many = 2 * asgi.THREADS
    with ThreadPoolExecutor(many) as callers, contextlib.ExitStack() as slow:
        path = f"{api}/games/{game['id']}/events?wait=25&after=v{game['version']}.0"
        polls = [callers.submit(sent, path) for _ in range(many)]
        for _ in range(many):
            sender = slow.enter_context(socket.create_connection((host, int(port))))
            sender.sendall(b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        time.sleep(1)
        began = time.monotonic()
        assert sent(f"{address}/healthz")
        assert sent(f"{api}/guests", {})["token"]
        assert time.monotonic() - began < 5
        assert not any(poll.done() for poll in polls)
        process.terminate()
        assert [poll.result(LONGEST_WAIT_SECONDS)["results"] for poll in polls] == [[]] * many
    _, err = process.communicate(timeout=LONGEST_WAIT_SECONDS)
    assert process.returncode == 0
    assert "Traceback" not in err
    assert "Cancel" not in err


def sent(address: str, body: Any = None, token: str = "") -> Any:
    """The answer to a request."""
    content = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(urllib.request.Request(address, content, headers)) as answer:
        return json.load(answer)


def test_nothing_outlives_a_server_that_is_killed(serve: Serve) -> None:
    process = serve("--port", "0")
    address_of(process)
    wait_until(lambda: len(offspring(process.pid)) >= 2)
    children = offspring(process.pid)
    process.kill()
    wait_until(lambda: not any(map(is_running, children)))


def test_a_worker_that_died_is_replaced(serve: Serve) -> None:
    process = serve("--port", "0")
    address_of(process)
    wait_until(lambda: len(offspring(process.pid)) >= 2)
    before = offspring(process.pid)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: len(offspring(process.pid) - before) >= 2)


def test_the_key_and_the_tables_last(serve: Serve, tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        process = serve("--port", "0")
        address_of(process)
        keys.append((tmp_path / "data" / "secret_key").read_text())
        process.terminate()
        assert process.wait(LONGEST_WAIT_SECONDS) == 0
    assert keys[0] == keys[1]


def test_static_files_need_no_step_of_their_own(serve: Serve) -> None:
    address = address_of(serve("--port", "0"))
    for path in ("admin/css/base.css", "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css"):
        with urllib.request.urlopen(f"{address}/static/{path}") as answer:
            assert answer.headers["Content-Type"].startswith("text/css")


def test_a_taken_port_is_told(serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = refusal(serve("--port", str(port)))
    assert sentence.startswith(f"Port {port} is taken")


def test_two_servers_do_not_share_a_data_folder(serve: Serve, tmp_path: Path) -> None:
    address_of(serve("--port", "0"))
    assert refusal(serve("--port", "0")).startswith(f"Another server uses {tmp_path / 'data'}")


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (["--port", "70000"], "70000 is no port"),
        (["--host", "no.such.host.invalid"], "'no.such.host.invalid' is no address"),
        (["--host", "192.0.2.1", "--port", "0"], "192.0.2.1:0 cannot be used"),
    ],
)
def test_an_impossible_address_is_told(serve: Serve, arguments: list[str], start: str) -> None:
    assert refusal(serve(*arguments)).startswith(start)


def test_a_data_folder_that_cannot_be_written_is_told(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sentence = refusal(serve("--port", "0", data=tmp_path / "file" / "data"))
    assert sentence.startswith(f"{tmp_path / 'file' / 'data'} cannot be written")
    assert "RUMMY_DATA" in sentence


def test_a_damaged_database_is_told(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "rummy.sqlite3").write_text("no database" * 1000)
    assert refusal(serve("--port", "0")).startswith("The database cannot be used: file is not a database")


@pytest.mark.skipif("DATABASE_URL" not in os.environ, reason="needs PostgreSQL and Redis")
def test_it_serves_on_postgresql_and_redis(serve: Serve, empty_database: str) -> None:
    urls = {"DATABASE_URL": empty_database, "REDIS_URL": os.environ["REDIS_URL"]}
    process = serve("--port", "0", RUMMY_SECRET_KEY="a key", RUMMY_DATABASE_POOL="on", **urls)
    address = address_of(process)
    wait_until(lambda: len(offspring(process.pid)) >= 2)
    with urllib.request.urlopen(address + "/readyz") as answer:
        assert answer.status == 200


@pytest.fixture
def empty_database() -> Iterator[str]:
    """A PostgreSQL database for one test."""
    address = os.environ["DATABASE_URL"]
    name = f"rummy_serve_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield address.rpartition("/")[0] + "/" + name
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
