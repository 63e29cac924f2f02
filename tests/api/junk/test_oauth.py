"""The addresses of OAuth: errors of its own shape for clients, pages for people, and never a 500."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.http import HttpResponse

from tests.api.junk.crawl import Crawl
from tests.api.junk.sizes import SIZED, share
from tests.api.junk.world import CALLBACK, CHALLENGE, VERIFIER, World
from tests.api.wsgi import WsgiClient

pytestmark = [pytest.mark.django_db, *SIZED]
FORM = "application/x-www-form-urlencoded"
VALUES = (
    *("", "nonsense", "\0", "a\0b", "\xff", "\u202e", "\ud7ff", "x" * 5000, "%", "%00", "null", "[]", "1", "-1", "a b"),
    *("https://elsewhere.example", "javascript:alert(1)", "\r\nX-Injected: yes", "<script>", "'\"", "9" * 5000, "\t"),
    *("01990000-0000-7000-8000-000000000000", "{01990000-0000-7000-8000-000000000000}", "rum_app_x", "S256", "code"),
)
BODIES = (
    *(b"", b"%", b"a", b"=", b"&&&", b"%ff=%fe", b"\xff\xfe", b"{}", b"[" * 20_000, b"a=1;b=2", b"grant_type"),
    *(b"&".join(b"a%d=1" % number for number in range(1100)), b"x" * 60_000, b"grant_type=%00", b"code[]=1&code[]=2"),
)
FORMS: dict[str, tuple[str, dict[str, str]]] = {
    "a code": (
        "/oauth/token",
        {"grant_type": "authorization_code", "code": "code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER},
    ),
    "a refresh token": ("/oauth/token", {"grant_type": "refresh_token", "refresh_token": "grant's refresh token"}),
    "an end": ("/oauth/revoke", {"token": "let in", "token_type_hint": "access_token"}),
}
# What these name is spent or ended when it is shown, also by a request that is refused then.
SECRETS = ("code", "refresh_token", "token")


def form(world: World, name: str) -> dict[str, str]:
    return {"client_id": str(world.places["app"])} | {
        member: world.secrets[value] if member in SECRETS else value for member, value in FORMS[name][1].items()
    }


def sent(crawl: Crawl, path: str, body: bytes, content_type: str = FORM, method: str = "POST", **options: Any) -> Any:
    """The answer, after which everything is as it was."""
    with transaction.atomic():
        answer = WsgiClient().generic(method, path, body, content_type, **options)
        assert not connection.needs_rollback
        transaction.set_rollback(True)
    assert answer.status_code < 500, answer.content
    assert "X-Injected" not in answer
    return answer


def check(answer: HttpResponse) -> None:
    """An error as clients of OAuth read it."""
    assert answer["Content-Type"] in ("application/json", "application/problem+json")
    if answer.content == b"":  # of something that is no token any more, or never was
        assert answer.status_code == 200
        return
    problem = json.loads(answer.content)
    if answer.status_code >= 400:
        assert set(problem) <= {"error", "error_description"} or answer["Content-Type"] == "application/problem+json"
        assert b"rum_" not in answer.content


@pytest.mark.parametrize("name", FORMS)
def test_a_good_form_is_accepted(crawl: Crawl, name: str) -> None:
    assert sent(crawl, FORMS[name][0], urlencode(form(crawl.world, name)).encode()).status_code == 200


@pytest.mark.parametrize("name", FORMS)
def test_forms_that_are_wrong_at_one_place(crawl: Crawl, name: str) -> None:
    path, good = FORMS[name][0], form(crawl.world, name)
    for member in (*good, "client_secret", "scope", "nonsense"):
        rest = {other: value for other, value in good.items() if other != member}
        for value in share(VALUES, name + member, 10):
            check(sent(crawl, path, urlencode({**rest, member: value}, errors="surrogatepass").encode()))
        check(sent(crawl, path, urlencode(rest).encode()))
        check(sent(crawl, path, urlencode([*good.items(), (member, "again"), (member, "again")]).encode()))


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke"])
def test_everything_else_that_is_wrong(crawl: Crawl, path: str) -> None:
    good = urlencode(form(crawl.world, "a code" if path == "/oauth/token" else "an end")).encode()
    for body in BODIES:
        answer = sent(crawl, path, body)
        check(answer)
        assert answer.status_code in (400, 401), body[:40]
    for media_type in (
        "",
        "nonsense",
        "application/json",
        "multipart/form-data; boundary=x",
        f"{FORM}; charset=base64",
    ):
        check(sent(crawl, path, good, media_type))
    for method in ("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "nonsense"):
        answer = sent(crawl, path, good, method=method)
        assert (answer.status_code, answer["Allow"]) == (405, "POST")
    for header in ("Basic", "Basic !", "Basic Og==", "Basic " + "A" * 9000, "Basic \xff", "Bearer x", "nonsense", ""):
        check(sent(crawl, path, good, headers={"Authorization": header}))
    for length in ("-1", "x", "\xb2", "9" * 400, "65537"):
        check(sent(crawl, path, good, CONTENT_LENGTH=length))
    for length in ("", "2"):
        answer = sent(crawl, path, good, CONTENT_LENGTH=length, HTTP_TRANSFER_ENCODING="chunked")
        assert answer.status_code == 411
    check(sent(crawl, f"{path}?" + "&".join(f"a{number}=1" for number in range(1100)), good))
    check(sent(crawl, f"{path}/", good))


def test_the_page_for_people(crawl: Crawl) -> None:
    good = {
        "response_type": "code",
        "client_id": str(crawl.world.places["app"]),
        "redirect_uri": CALLBACK,
        "scope": "game:read",
        "state": "x",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in crawl.world.callers["staff"].cookies.items())}
    for headers in ({}, cookies):
        for member in (*good, "response_mode", "nonsense"):
            for value in (*share(VALUES, member, 10), None):
                asked = {**good, member: value} if value is not None else {**good, member: ""}
                path = "/oauth/authorize?" + urlencode(asked, errors="surrogatepass")
                answer = sent(crawl, path, b"", method="GET", headers=headers)
                assert answer.status_code in (200, 303, 400), (member, value)
                assert b"<script>" not in answer.content
                posted = sent(crawl, path, b"answer=allow", headers=headers)
                assert posted.status_code in (400, 403), (member, value)
    for body in BODIES:
        assert sent(crawl, "/oauth/authorize?" + urlencode(good), body, headers=cookies).status_code in (400, 403, 413)
    for method in ("PUT", "PATCH", "DELETE", "TRACE", "nonsense"):
        assert sent(crawl, "/oauth/authorize", b"", method=method).status_code == 405
