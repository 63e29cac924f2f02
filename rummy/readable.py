"""Leaves out of a request's headers what Django cannot read, before it tries.

Django makes its request before any middleware runs. What fails there would be a bare error of the web server.
"""

import re
from collections.abc import Iterable
from typing import Any

from a2wsgi.wsgi_typing import StartResponse, WSGIApp
from django.utils.http import parse_header_parameters

_LENGTH = re.compile("[0-9]{0,30}")
_UTF_8 = ("utf-8", "utf8")


def readable(application: WSGIApp) -> WSGIApp:
    """The application, which is asked with headers that can be read."""

    def answer(environ: Any, start_response: StartResponse) -> Iterable[bytes]:
        if "CONTENT_TYPE" in environ:
            environ["CONTENT_TYPE"] = _content_type(environ["CONTENT_TYPE"])
        if not _LENGTH.fullmatch(environ.get("CONTENT_LENGTH", "")):
            environ["CONTENT_LENGTH"] = ""
        if "HTTP_COOKIE" in environ:
            # The octal form of NUL in a quoted value: PostgreSQL takes no text that holds one.
            environ["HTTP_COOKIE"] = environ["HTTP_COOKIE"].replace(r"\000", "?")
        return application(environ, start_response)

    return answer


def _content_type(text: str) -> str:
    """As it is; none where its parameters cannot be read, or name another encoding than the one that we read.

    Python knows encodings that decode no text, and Django would take the query for one of them.
    """
    try:
        _, parameters = parse_header_parameters(text)
    except ValueError:
        return ""
    return text if parameters.get("charset", "utf-8").lower() in _UTF_8 else ""
