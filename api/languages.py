"""In which of its languages the service speaks to a client: as `Accept-Language` asks, else English.

Codes, moves and cards are the same in all of them.
"""

from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

HEADER = "Content-Language"
_LONGEST = 500  # characters of the header that are read
# What the service's own staff reads, and what nobody reads, stays as it is.
_NOT_SPOKEN = ("/admin/", settings.STATIC_URL)


def language_of(header: str | None) -> str:
    """The language for this `Accept-Language`: the first that is spoken here of those most wanted, else English.

    A region counts as its language. `*` is English, unless that is refused by `q=0`.

    >>> language_of("sv, es-MX;q=0.9, en;q=0.8"), language_of("ja"), language_of(None)
    ('es', 'en', 'en')
    """
    if not header:
        return settings.LANGUAGE_CODE
    header = header.strip()
    return _language_of(header if len(header) <= _LONGEST else header[:_LONGEST].rpartition(",")[0])


@lru_cache(maxsize=1000)
def _language_of(header: str) -> str:
    spoken = [code for code, _ in settings.LANGUAGES]
    asked = parse_accept_lang_header(header)
    refused = {tag.partition("-")[0] for tag, quality in asked if not quality}
    for tag, quality in asked:
        language = tag.partition("-")[0]
        if quality and language == "*":
            return next((code for code in spoken if code not in refused), settings.LANGUAGE_CODE)
        if quality and language in spoken:
            return language
    return settings.LANGUAGE_CODE


class Languages:
    """Middleware: everything inside it speaks the client's language, and the answer says which that is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        if request.path_info.startswith(_NOT_SPOKEN):
            return self._get_response(request)
        language = language_of(request.META.get("HTTP_ACCEPT_LANGUAGE"))
        translation.activate(language)
        try:
            response = self._get_response(request)
        finally:
            translation.deactivate()
        if response.status_code not in (204, 304):
            response.headers.setdefault(HEADER, language)  # an answer that is repeated keeps its own
        if "Accept-Language" not in response.headers.get("Vary", ""):
            patch_vary_headers(response, ["Accept-Language"])
        return response
