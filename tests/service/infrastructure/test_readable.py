"""Headers that Django cannot read are left out, so that every request is answered by us."""

from collections.abc import Iterable
from typing import Any

import pytest

from rummy.readable import readable
from tests.api.wsgi import WsgiClient

UNREADABLE = [
    "application/json; a*=nonsense''x",
    "application/json; charset*=undefined''%ff",
    "application/json; charset=base64",
    "application/json; charset=undefined",
    "application/json; charset=idna",
    "application/json; charset=utf-16",
    "multipart/form-data; boundary=x; charset=rot13",
]
READABLE = [
    "application/json",
    "application/json; charset=utf-8",
    'application/json; charset="UTF-8"; a=b',
    "multipart/form-data; boundary=x",
    "nonsense",
    "",
]


def asked(**headers: str) -> dict[str, Any]:
    """What the application is asked with."""
    seen: dict[str, Any] = {}

    def rest(environ: Any, start_response: Any) -> Iterable[bytes]:
        seen.update(environ)
        return []

    readable(rest)(dict(headers), None)  # type: ignore[arg-type]
    return seen


@pytest.mark.parametrize("content_type", READABLE)
def test_what_can_be_read_stays(content_type: str) -> None:
    assert asked(CONTENT_TYPE=content_type, CONTENT_LENGTH="2") == {"CONTENT_TYPE": content_type, "CONTENT_LENGTH": "2"}


@pytest.mark.parametrize("content_type", UNREADABLE)
def test_what_cannot_be_read_is_as_if_it_had_not_been_sent(content_type: str) -> None:
    assert asked(CONTENT_TYPE=content_type)["CONTENT_TYPE"] == ""


def test_a_cookie_holds_no_nul() -> None:
    cookie = r'sessionid="\000\0\00000"'
    assert asked(HTTP_COOKIE=cookie)["HTTP_COOKIE"] == r'sessionid="?\0?00"'


@pytest.mark.parametrize("length", ["", "-1", "x", "1.5", "\xb2", "0x1", "1" * 31, " 1"])
def test_a_length_that_is_none(length: str) -> None:
    assert asked(CONTENT_LENGTH=length) == {"CONTENT_LENGTH": ""}


@pytest.mark.django_db
@pytest.mark.parametrize("content_type", UNREADABLE)
def test_the_service_answers_itself(content_type: str) -> None:
    client = WsgiClient()
    unknown = client.generic("POST", "/api/v1/guests?a=%20", b"{}", content_type)
    assert (unknown.status_code, unknown.json()["code"]) == (400, "unknown_parameter")
    unread = client.generic("POST", "/api/v1/guests", b"{}", content_type)
    assert (unread.status_code, unread.json()["code"]) == (415, "unsupported_media_type")
    assert client.generic("GET", "/api/v1/meta", b"", content_type).status_code == 200


@pytest.mark.django_db
def test_a_session_with_nul_is_none() -> None:
    answer = WsgiClient().get("/api/v1/me", headers={"Cookie": 'sessionid="\\000aaaaaaaaaaaa"'})
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
