"""Bodies of requests, read whole before a thread is taken, so that a slow sender holds none."""

from dataclasses import dataclass

from a2wsgi.asgi_typing import HTTPScope, Receive, ReceiveEvent
from django.conf import settings

from api.rendering import largest_body
from rummy.front.patience import Patience

LONGEST_SECONDS = 20.0


class SenderGone(Exception):
    """The connection was closed before the body had arrived."""


@dataclass(frozen=True)
class Body:
    """What came of a body. `is_whole`: the connection can be used again; `is_late`: reading it raises."""

    content: bytes = b""
    is_whole: bool = True
    is_late: bool = False

    async def receive(self) -> ReceiveEvent:
        """The body as one ASGI event. Raises `TimeoutError`, an `OSError` as of a broken connection, when late."""
        if self.is_late:
            raise TimeoutError("The body did not come in time.")
        return {"type": "http.request", "body": self.content, "more_body": False}


async def read_body(scope: HTTPScope, receive: Receive, patience: Patience) -> Body:
    """The request's body; one that is too large or of unknown length stays unread. Raises `SenderGone`.

    Such a one is refused for its headers alone by whoever answers the request.
    """
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:  # its end is told by itself, whatever a length beside it says
        return Body(is_whole=False)
    length = length_in(headers.get(b"content-length", b"").decode("latin-1"))
    if not is_read(length, scope["path"]):
        return Body(is_whole=length == 0)
    try:
        async with patience.limit(LONGEST_SECONDS):
            return Body(await _read(receive))
    except TimeoutError:
        return Body(is_whole=False, is_late=True)


def length_in(text: str) -> int:
    """The bytes that a `Content-Length` promises; 0 where it is no number."""
    return int(text) if text.isascii() and text.isdigit() else 0


def is_read(length: int, path: str) -> bool:
    """Whether a body of so many bytes is read: there is one, and it is not too large."""
    return 0 < length <= _largest(path)


def _largest(path: str) -> int:
    """The forms of the admin may be larger than what programs send."""
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0 if path.startswith("/admin/") else largest_body(path)


async def _read(receive: Receive) -> bytes:
    content = bytearray()
    while True:
        event = await receive()
        if event["type"] != "http.request":
            raise SenderGone
        content += event.get("body", b"")
        if not event.get("more_body", False):
            return bytes(content)
