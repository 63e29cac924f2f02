"""Bodies of requests under gunicorn, read whole before anything else happens: what is late counts when it is all there.

gunicorn begins with a request as soon as it has the headers, and waits for the body without end.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from time import monotonic
from typing import Any, NoReturn

from a2wsgi.wsgi_typing import StartResponse, WSGIApp

from rummy.front.bodies import LONGEST_SECONDS, is_read, length_in


def whole_bodies(application: WSGIApp, seconds: float = LONGEST_SECONDS) -> WSGIApp:
    """The application, which is asked when the body is there, or has not come within so many seconds."""

    def answer(environ: Any, start_response: StartResponse) -> Iterable[bytes]:
        length = length_in(environ.get("CONTENT_LENGTH", ""))
        is_chunked = "HTTP_TRANSFER_ENCODING" in environ  # such a body is refused unread
        if "gunicorn.socket" in environ and not is_chunked and is_read(length, environ["PATH_INFO"]):
            environ["wsgi.input"] = _whole(environ["wsgi.input"], length, seconds)
        return application(environ, start_response)

    return answer


def _whole(stream: Any, length: int, seconds: float) -> Any:
    try:
        with _limited(stream.reader.unreader, seconds):
            return BytesIO(stream.read(length))
    except TimeoutError:
        return _Late()


@contextmanager
def _limited(unreader: Any, seconds: float) -> Iterator[None]:
    """For the time in which all that gunicorn receives comes within so many seconds. Raises `TimeoutError`."""
    socket = unreader.sock
    unreader.sock = _Impatient(socket, monotonic() + seconds)
    try:
        yield
    finally:
        unreader.sock = socket
        socket.settimeout(None)


class _Impatient:
    """A socket from which is received until an instant of the monotonic clock."""

    def __init__(self, socket: Any, ends_at: float) -> None:
        self._socket, self._ends_at = socket, ends_at

    def recv(self, size: int) -> bytes:
        """What has come, at most so many bytes. Raises `TimeoutError`."""
        left = self._ends_at - monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        received: bytes = self._socket.recv(size)
        return received


class _Late:
    """In the place of a body that has not come: to read it is to find the connection broken."""

    def read(self, *_: int) -> NoReturn:
        """Raises `TimeoutError`, which is an `OSError`."""
        raise TimeoutError("The body did not come in time.")

    readline = read
