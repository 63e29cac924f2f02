"""`Idempotency-Key`: a request that is sent again gets the answer it got, and nothing is done twice."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, gettext
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from api.callers import caller_name
from api.json_text import decode_object, encode
from api.languages import HEADER as LANGUAGE
from api.problems import fault
from players.errors import DomainError
from players.services import Answer, claim_key, keep_answer, kept_answer

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
_KEY = re.compile(r"[\x21-\x7e]{1,128}")
# Who has no token is known by an address, which others may share: nobody may hit the same key by chance.
_SHORTEST_ANONYMOUS_KEY = 16
_KEPT_HEADERS = ("Location", "ETag")

Reveal = Callable[[dict[str, Any]], dict[str, Any]]


def key_of(request: Request) -> str | None:
    """The key that the client chose, None if it chose none. Raises `bad_request` for an unusable one."""
    key = request.headers.get(HEADER)
    if key is None:
        return None
    shortest = 1 if request.user is not None else _SHORTEST_ANONYMOUS_KEY
    if not _KEY.fullmatch(key) or len(key) < shortest:
        message = gettext(
            "The key has {shortest} to {longest} printable ASCII characters without spaces; a UUID is best."
        ).format(shortest=shortest, longest=128)
        raise DomainError("bad_request", errors=[fault("invalid", message, parameter=HEADER)])
    return key


def once(request: Request, act: Callable[[], Response], now: datetime, reveal: Reveal | None = None) -> HttpResponse:
    """Carry out `act` and keep its answer in the same transaction, or repeat the answer kept.

    Without a key `act` is carried out as it is. What `act` raises undoes everything, the key included.
    `reveal` adds to the answer what must not be stored, each time anew.
    """
    key = key_of(request)
    if key is None:
        response = act()
        response.data = reveal(response.data) if reveal else response.data
        return response
    caller = caller_name(request)
    with transaction.atomic():
        kept = claim_key(caller=caller, key=key, fingerprint=_fingerprint(request), now=now)
        if kept is not None:
            return repeated(kept, reveal)
        response = act()
        headers = {name: response[name] for name in _KEPT_HEADERS if name in response}
        headers[LANGUAGE] = get_language() or settings.LANGUAGE_CODE
        answer = Answer(response.status_code, headers, encode(response.data))
        keep_answer(caller=caller, key=key, answer=answer)
    return _answer(answer, {}, reveal)


def answered_before(request: Request) -> Answer | None:
    """What this very request was answered under its key, by a look alone; None where it is new, or cannot be read."""
    try:
        key = key_of(request)
        if key is None:
            return None
        return kept_answer(caller=caller_name(request), key=key, fingerprint=_fingerprint(request))
    except (DomainError, APIException):
        return None


def repeated(kept: Answer, reveal: Reveal | None = None) -> HttpResponse:
    """The answer once more, marked as such."""
    return _answer(kept, {REPLAYED: "true"}, reveal)


def _answer(answer: Answer, headers: dict[str, str], reveal: Reveal | None) -> HttpResponse:
    body = encode(reveal(decode_object(answer.body))) if reveal else answer.body
    return HttpResponse(
        body, status=answer.status, headers={**answer.headers, **headers}, content_type="application/json"
    )


def _fingerprint(request: Request) -> str:
    """What makes two requests the same: method, address and body, white space and the order of keys aside."""
    parts = (request.method, request.get_full_path(), repr(_ordered(request.data)))
    # Under the server's key: a body may hold a password, which a plain digest would give away to guessing.
    return salted_hmac(__name__, "\n".join(map(str, parts)), algorithm="sha256").hexdigest()


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted((key, _ordered(part)) for key, part in value.items())
    if isinstance(value, list):
        return [_ordered(part) for part in value]
    return value
