"""A receiver of webhooks on this machine, in threads, that notes what it gets and answers as it is told."""

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

OK = b"HTTP/1.1 204 No Content\r\n\r\n"


@dataclass
class Receiver:
    """Listens on `port`; `answer` is called with each connection when the request has been read."""

    port: int
    answer: Callable[[socket.socket], None]
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def url(self, path: str = "/hooks", scheme: str = "http", host: str = "127.0.0.1") -> str:
        return f"{scheme}://{host}:{self.port}{path}"


def says(content: bytes) -> Callable[[socket.socket], None]:
    """Answers with this and ends the connection."""
    return lambda connection: connection.sendall(content)


@contextmanager
def receiver(answer: Any = OK, context: ssl.SSLContext | None = None, port: int = 0) -> Iterator[Receiver]:
    """One that answers with these bytes, or as the function does; on a port that is free, or on this one."""
    listener = socket.create_server(("127.0.0.1", port))
    made = Receiver(listener.getsockname()[1], says(answer) if isinstance(answer, bytes) else answer)
    Thread(target=_serve, args=(listener, made, context), daemon=True).start()
    try:
        yield made
    finally:
        listener.shutdown(socket.SHUT_RDWR)  # ends the waiting for connections, too
        listener.close()


def _serve(listener: socket.socket, made: Receiver, context: ssl.SSLContext | None) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        Thread(target=_talk, args=(connection, made, context), daemon=True).start()


def _talk(connection: socket.socket, made: Receiver, context: ssl.SSLContext | None) -> None:
    try:
        with context.wrap_socket(connection, server_side=True) if context else connection as wrapped:
            head, headers, body = _read(wrapped)
            made.lines.append(head)
            made.requests.append((headers, body))
            made.answer(wrapped)
    except OSError:
        pass


def _read(connection: socket.socket) -> tuple[str, dict[str, str], bytes]:
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(4096)
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(4096)
    return first, headers, body
