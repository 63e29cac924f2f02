"""Which addresses this service sends something to on behalf of others: https on the open internet, and nothing else.

What is reached from here may trust whoever comes from here: databases, metadata services, other people's routers.
"""

import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext

LONGEST_NAME = 253
_FIRST_OPEN_PORT = 1024
_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_PRINTABLE = re.compile(r"[\x21-\x7e]+")
_UNICAST = IPv6Network("2000::/3")
_REFUSED: tuple[IPv4Network | IPv6Network, ...] = (
    IPv4Network("192.0.0.0/24"),  # protocols, and a cloud's own services
    IPv4Network("192.88.99.0/24"),  # relays of 6to4
    IPv4Network("168.63.129.16/32"),  # a cloud's own services
    IPv6Network("2001::/23"),  # Teredo and other protocols
    IPv6Network("2001:db8::/32"),
    IPv6Network("2002::/16"),  # 6to4: an IPv4 address is inside
    IPv6Network("3fff::/20"),
)

SocketAddress = tuple[Any, ...]


class BadAddress(ValueError):
    """An address that nothing is sent to; the text says why."""


class NotReached(OSError):
    """Nothing was sent, or nothing came back; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Target:
    """Where something is sent: `path` with its query, `authority` as the header `Host` has it."""

    host: str
    port: int
    path: str
    is_secure: bool

    @property
    def authority(self) -> str:
        """Host and port, the port only where it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_secure else 80) else f"{host}:{self.port}"


def target_of(url: str, *, anywhere: bool = False) -> Target:
    """Read the address. Raises BadAddress; `anywhere`, for development, takes http, any port and any host.

    >>> target_of("https://club.example.org/hooks?of=rum")
    Target(host='club.example.org', port=443, path='/hooks?of=rum', is_secure=True)
    """
    if not _PRINTABLE.fullmatch(url):
        raise BadAddress(gettext("An address is printable ASCII without spaces; write international names as `xn--`."))
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadAddress(gettext("This is no address.")) from None
    is_secure = parts.scheme == "https"
    if not is_secure and not (anywhere and parts.scheme == "http"):
        raise BadAddress(gettext("The address begins with `https://`."))
    if "@" in parts.netloc or "\\" in url or "#" in url:
        raise BadAddress(gettext("The address has no user name, no backslash and no fragment."))
    port = (443 if is_secure else 80) if port is None else port
    if not anywhere:
        _check_name(host)
        if port != 443 and port < _FIRST_OPEN_PORT:
            raise BadAddress(gettext("The port is 443, or {least} and above.").format(least=_FIRST_OPEN_PORT))
    if not host or port == 0:
        raise BadAddress(gettext("This is no address."))
    return Target(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), is_secure)


def socket_addresses(target: Target, *, anywhere: bool = False) -> list[tuple[int, SocketAddress]]:
    """Families and addresses to connect to, which are those that were checked. Raises NotReached.

    Where one of them is not public none is used: whoever mixes them has something in mind.
    """
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotReached("unknown_host") from None
    addresses: list[tuple[int, SocketAddress]] = [(family, address) for family, _, _, _, address in found]
    if not addresses:
        raise NotReached("unknown_host")
    if not anywhere and not all(is_public(str(address[0])) for _, address in addresses):
        raise NotReached("refused_address")
    return addresses


def is_public(text: str) -> bool:
    """Whether the IP address is somebody's on the open internet.

    >>> [is_public(address) for address in ("93.184.215.14", "10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::808:808")]
    [True, False, False, False]
    """
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and (address not in _UNICAST or address.scope_id):
        return False
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return not any(_is_within(address, network) for network in _REFUSED)


def _is_within(address: IPv4Address | IPv6Address, network: IPv4Network | IPv6Network) -> bool:
    return address.version == network.version and address in network


def _check_name(host: str) -> None:
    """Raises BadAddress for what is no whole name: numbers that some read as an IP address are none."""
    labels = host.split(".")
    if len(host) > LONGEST_NAME or len(labels) < 2 or not all(map(_LABEL.fullmatch, labels)):
        raise BadAddress(gettext("The host is a whole domain name, without a dot at its end."))
    if _NUMBER.fullmatch(labels[-1]):
        raise BadAddress(gettext("The host is a domain name, not an IP address."))
