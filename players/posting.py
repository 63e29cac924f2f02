"""Sends one POST and learns the status of its answer, the rest of which is not read. Follows no redirect.

The connection goes to an address that was checked, not to a name that is looked up again: between check and connection
nothing can change. The certificate has to be that of the name.
"""

import socket
import ssl
from collections.abc import Mapping
from functools import cache
from time import monotonic

import h11

from players.reach import NotReached, SocketAddress, Target, socket_addresses

SECONDS = 10.0
"""For all of it, but for the lookup of the name."""
MOST_BYTES = 16 * 1024
"""Of the answer's head; nothing behind it is read."""
_CHUNK = 4096


class _Deadline:
    """The seconds that are left."""

    def __init__(self, seconds: float) -> None:
        self._ends_at = monotonic() + seconds

    def set_on(self, connection: socket.socket) -> None:
        """Let the next step end in time. Raises TimeoutError where there is none left."""
        left = self._ends_at - monotonic()
        if left <= 0:
            raise TimeoutError
        connection.settimeout(left)


def post(
    target: Target, body: bytes, headers: Mapping[str, str], *, seconds: float = SECONDS, anywhere: bool = False
) -> int:
    """The status of the answer. Raises NotReached; what `anywhere` means is said in `reach`."""
    addresses = socket_addresses(target, anywhere=anywhere)
    deadline = _Deadline(seconds)
    try:
        with _connected(addresses, deadline) as plain, _secured(plain, target, deadline) as connection:
            return _status(connection, _request(target, body, headers), deadline)
    except NotReached:
        raise
    except TimeoutError:
        raise NotReached("timed_out") from None
    except ssl.SSLCertVerificationError:
        raise NotReached("bad_certificate") from None
    except (OSError, h11.ProtocolError):
        raise NotReached("no_answer") from None


def _connected(addresses: list[tuple[int, SocketAddress]], deadline: _Deadline) -> socket.socket:
    """A connection to the first that takes one."""
    for family, address in addresses:
        connection = socket.socket(family, socket.SOCK_STREAM)
        try:
            deadline.set_on(connection)
            connection.connect(address)
        except TimeoutError:
            connection.close()
            raise
        except OSError:
            connection.close()
        else:
            return connection
    raise NotReached("no_connection")


def _secured(connection: socket.socket, target: Target, deadline: _Deadline) -> socket.socket:
    if not target.is_secure:
        return connection
    deadline.set_on(connection)
    return _trust().wrap_socket(connection, server_hostname=target.host)


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> list[h11.Event]:
    all_headers = {"Host": target.authority, "Content-Length": str(len(body)), "Connection": "close", **headers}
    head = h11.Request(method="POST", target=target.path, headers=list(all_headers.items()))
    return [head, h11.Data(data=body), h11.EndOfMessage()]


def _status(connection: socket.socket, request: list[h11.Event], deadline: _Deadline) -> int:
    talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_BYTES)
    deadline.set_on(connection)
    connection.sendall(b"".join(talk.send(part) or b"" for part in request))
    while True:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            deadline.set_on(connection)
            talk.receive_data(connection.recv(_CHUNK))
        elif isinstance(event, h11.Response):
            return event.status_code
        elif not isinstance(event, h11.InformationalResponse):
            raise NotReached("no_answer")
