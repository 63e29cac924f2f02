"""Taking the address before anything else is done, so that a taken port is told at once."""

import errno
import socket

from rummy.serve.errors import CannotServe


def take_address(host: str, port: int) -> socket.socket:
    """Bind a listening socket; port 0 takes any free one."""
    if not 0 <= port <= 65535:
        raise CannotServe(f"{port} is no port: choose one from 0 to 65535.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        taken = socket.socket(family, kind, protocol)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
    except socket.gaierror:
        raise CannotServe(f"{host!r} is no address of this machine.") from None
    except OSError as error:
        raise CannotServe(_sentence(error, host, port)) from None
    return taken


def address_text(taken: socket.socket) -> str:
    """The address as people type it."""
    host, port = taken.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _sentence(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken: end what uses it, or choose another with `make run PORT={port + 1}`."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by this user: choose one above 1023, as in `make run PORT=8000`."
    return f"{host}:{port} cannot be used: {error.strerror}."
