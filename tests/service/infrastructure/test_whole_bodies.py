"""Bodies under gunicorn are read with its own classes, from a socket whose other end is in the test."""

import socket
from collections.abc import Iterable
from threading import Event, Thread
from typing import Any

import pytest
from gunicorn.http.body import Body, LengthReader
from gunicorn.http.unreader import SocketUnreader

from rummy.whole_bodies import whole_bodies

PATH = "/api/v1/guests"


def body_read(environ: Any, _: Any) -> Iterable[bytes]:
    """An application that answers with the body, or with what went wrong."""
    try:
        return [environ["wsgi.input"].read()]
    except OSError as error:
        return [f"{type(error).__name__}: {error}".encode()]


def answered(ours: socket.socket, length: int, seconds: float) -> bytes:
    stream = Body(LengthReader(SocketUnreader(ours), length))
    environ = {"gunicorn.socket": ours, "wsgi.input": stream, "PATH_INFO": PATH, "CONTENT_LENGTH": str(length)}
    return b"".join(whole_bodies(body_read, seconds)(environ, lambda *_: None))  # type: ignore[arg-type,return-value]


def test_a_body_in_pieces_is_whole() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"ab")
        sender = Thread(target=theirs.sendall, args=(b"cd",))
        sender.start()
        assert answered(ours, 4, 30) == b"abcd"
        sender.join()
        assert ours.gettimeout() is None


@pytest.mark.parametrize("drips", [False, True])
def test_one_that_does_not_come_in_time_is_late(*, drips: bool) -> None:
    """Also when a byte comes now and then."""
    ours, theirs = socket.socketpair()
    is_over = Event()

    def drip() -> None:
        while not is_over.wait(0.02):
            theirs.send(b"x")

    with ours, theirs:
        sender = Thread(target=drip if drips else is_over.wait)
        sender.start()
        assert answered(ours, 60_000, 0.3) == b"TimeoutError: The body did not come in time."
        is_over.set()
        sender.join()
