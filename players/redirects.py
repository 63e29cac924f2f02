"""Where an app of somebody else may have its players sent back to: which addresses it may name, and which match.

What passes here is safe in a `Location` header and is read in the same way by everybody: printable ASCII, no user,
no fragment, nothing that a browser would take for something else.
"""

import re
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext

LONGEST_REDIRECT = 300
MOST_REDIRECTS = 10

_CHARACTERS = re.compile(r"[A-Za-z0-9\-._~:/?\[\]@!$&'()+,;=%]+")  # of RFC 3986, without # and *
_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
# A domain of the app's owner, backwards (RFC 8252, 7.1): the dot keeps `javascript:`, `data:` and the like out.
_OWN_SCHEME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
_LOOPBACK = re.compile(r"(http://(?:127\.0\.0\.1|\[::1\]|localhost))(:[0-9]{1,5})?([/?].*)?")


class BadRedirect(ValueError):
    """The text cannot be where players are sent back to; says why."""


def check_redirect(uri: str) -> None:
    """Raises `BadRedirect` unless it is an https address, one of the device itself, or has a scheme of an app's own.

    >>> check_redirect("https://club.example/signed-in")
    >>> check_redirect("org.example.club:/signed-in")
    >>> check_redirect("http://127.0.0.1/signed-in")
    """
    if len(uri) > LONGEST_REDIRECT:
        raise BadRedirect(gettext("A redirect URI has at most {most} characters.").format(most=LONGEST_REDIRECT))
    if not _CHARACTERS.fullmatch(uri):
        raise BadRedirect(
            gettext("A redirect URI holds printable ASCII, and neither a fragment (#) nor a wildcard (*).")
        )
    try:
        parts = urlsplit(uri)
        _check_port(parts)
    except ValueError:
        raise BadRedirect(gettext("It cannot be read as a URI.")) from None
    if parts.scheme == "https":
        _check_https(uri, parts)
    elif parts.scheme == "http":
        if not _LOOPBACK.fullmatch(uri):
            raise BadRedirect(gettext("`http` is for 127.0.0.1, [::1] and localhost only; use https."))
    elif ":" not in uri or not _OWN_SCHEME.fullmatch(uri.partition(":")[0]):
        raise BadRedirect(
            gettext("Use https, or for a native app a scheme of its own such as `com.example.app:/signed-in`.")
        )
    elif len(uri) == len(parts.scheme) + 1:
        raise BadRedirect(gettext("Something must follow the scheme, such as `com.example.app:/signed-in`."))


def is_registered(uri: str, registered: Iterable[str]) -> bool:
    """Whether it is one of them, to the letter; on the device itself the port is whichever was free (RFC 8252, 7.3).

    >>> is_registered("http://127.0.0.1:49152/cb", ["http://127.0.0.1/cb"])
    True
    >>> is_registered("https://club.example/cb?x", ["https://club.example/cb"])
    False
    """
    return any(uri == one or _is_same_but_for_port(uri, one) for one in registered)


def is_shared(uri: str) -> bool:
    """Whether another program on the device could be the one that is answered there (RFC 8252, 8.6)."""
    return not uri.startswith("https://")


def place_of(uri: str) -> str:
    """What a person may know of the address: its host, or the scheme that belongs to an app.

    >>> place_of("https://club.example/signed-in"), place_of("com.example.app:/cb"), place_of("http://[::1]:80/")
    ('club.example', 'com.example.app', '')
    """
    parts = urlsplit(uri)
    if parts.scheme == "http":
        return ""
    return parts.netloc if parts.scheme == "https" else parts.scheme


def _check_https(uri: str, parts: SplitResult) -> None:
    if not uri.startswith("https://") or "@" in parts.netloc or not _HOST.fullmatch(parts.netloc.partition(":")[0]):
        raise BadRedirect(gettext("After https:// comes the name of a host in lower case, and no user."))


def _check_port(parts: SplitResult) -> None:
    if parts.port == 0 or parts.netloc.endswith(":"):
        raise ValueError


def _is_same_but_for_port(uri: str, registered: str) -> bool:
    asked, known = _LOOPBACK.fullmatch(uri), _LOOPBACK.fullmatch(registered)
    return asked is not None and known is not None and asked.group(1, 3) == known.group(1, 3)
