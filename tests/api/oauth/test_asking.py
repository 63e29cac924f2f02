"""What an app may not ask for, who is told so where, and what the pages are like."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from api.limits import BUCKETS
from api.oauth.texts import SCOPE_TEXTS
from players import passwords
from players.models import AuthorizationCode
from players.scopes import GRANTED_SCOPES

from .conftest import ISSUER, NATIVE, WEB, Browser, Rival

pytestmark = pytest.mark.django_db
# What is wrong -> what the app is told about it, once somebody has signed in.
TOLD = [
    ({"code_challenge": None}, "invalid_request"),
    ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
    ({"code_challenge_method": "plain"}, "invalid_request"),
    ({"code_challenge_method": None}, "invalid_request"),
    ({"code_challenge_method": "s256"}, "invalid_request"),
    ({"code_challenge": "x" * 42}, "invalid_request"),
    ({"code_challenge": "x" * 44}, "invalid_request"),
    ({"code_challenge": "=" * 43}, "invalid_request"),
    ({"response_mode": "fragment"}, "invalid_request"),
    ({"response_mode": "form_post"}, "invalid_request"),
    ({"response_type": None}, "invalid_request"),
    ({"response_type": "token"}, "unsupported_response_type"),
    ({"response_type": "code token"}, "unsupported_response_type"),
    ({"response_type": "codeine"}, "unsupported_response_type"),
    ({"response_type": "none"}, "unsupported_response_type"),
    ({"scope": None}, "invalid_scope"),
    ({"scope": "game:read account"}, "invalid_scope"),
    ({"scope": "device"}, "invalid_scope"),
    ({"scope": "game:read  game:play"}, "invalid_scope"),
    ({"scope": "everything"}, "invalid_scope"),
]
# What is wrong with the client or its address: nobody is sent anywhere.
SHOWN = [
    {"client_id": None},
    {"client_id": "nonsense"},
    {"client_id": "01990000-0000-7000-8000-000000000000"},
    {"client_id": "\x00"},
    {"redirect_uri": None},
    {"redirect_uri": "https://evil.example/cb"},
    {"redirect_uri": WEB + "/"},
    {"redirect_uri": "https://club.example/cb"},
    {"redirect_uri": "/cb"},
    {"redirect_uri": "javascript:alert(1)"},
    {"redirect_uri": "http://127.0.0.1:80@evil.example/cb"},
    {"redirect_uri": WEB + "\r\nSet-Cookie: a=b"},
    {"redirect_uri": "\x00"},
]


class Parts(HTMLParser):
    """What stands in a page."""

    def __init__(self, page: Any) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def pages(rival: Rival, browser: Browser) -> list[Any]:
    """One of each."""
    return [
        browser.open(rival.address()),
        browser.sign_in(password="another password"),
        browser.sign_in(),
        browser.open(rival.address(redirect_uri="https://evil.example/")),
    ]


@pytest.mark.parametrize(("wrong", "error"), TOLD, ids=str)
def test_the_app_is_told_what_is_wrong(rival: Rival, browser: Browser, wrong: dict[str, Any], error: str) -> None:
    asking = browser.open(rival.address(**wrong))
    assert asking.status_code == 200
    assert b'value="sign_in"' in asking.content  # nobody is sent on from here who has not signed in
    told = rival.told(browser.sign_in())
    assert (told["error"], told["state"], told["iss"]) == (error, rival.state, ISSUER)
    assert error != "invalid_scope" or "game:read" in told["error_description"]
    assert "code" not in told
    for press in ("allow", "deny"):
        assert rival.told(browser.press(press))["error"] == error
    assert not AuthorizationCode.objects.exists()


@pytest.mark.parametrize("wrong", SHOWN, ids=str)
def test_nobody_is_sent_where_the_app_does_not_live(rival: Rival, browser: Browser, wrong: dict[str, Any]) -> None:
    browser.open(rival.address())
    browser.sign_in()
    for address in (rival.address(**wrong), rival.address(**wrong, scope="nonsense")):
        page = browser.open(address)
        assert (page.status_code, page["Content-Type"]) == (400, "text/html; charset=utf-8")
        assert "Location" not in page
        assert "evil.example" not in page.content.decode()
        for press in ("allow", "deny", "sign_in"):
            assert browser.press(press).status_code == 400
            browser.address = address
    assert not AuthorizationCode.objects.exists()


@pytest.mark.parametrize("name", ["client_id", "redirect_uri", "scope", "state", "response_type"])
def test_what_is_said_twice_is_not_understood(rival: Rival, browser: Browser, name: str) -> None:
    assert browser.open(rival.address() + f"&{name}=x").status_code == 400


def test_a_challenge_that_is_given_twice_is_refused(rival: Rival, browser: Browser) -> None:
    browser.open(rival.address() + "&code_challenge=" + "x" * 43)
    assert rival.told(browser.sign_in())["error"] == "invalid_request"


@pytest.mark.parametrize(
    "junk",
    ["", "?", "?[]", "?%", "?%ff=%ff", "?a=%00", "?client_id[]=x", "?client_id=%F0%9F%82%A1", "?" + "a=b&" * 1100],
)
def test_junk_is_answered_by_a_page(junk: str) -> None:
    answer = Client().get("/oauth/authorize" + junk)
    assert answer.status_code == 400


def test_what_is_not_known_is_not_looked_at(rival: Rival, browser: Browser) -> None:
    more = "&prompt=none&nonce=1&client=x&user=x&scopes=account&player=x&request={}&[=]"
    browser.open(rival.address() + more)
    assert set(rival.told((browser.sign_in(), browser.press("allow"))[1])) == {"code", "state", "iss", "from"}


def test_the_state_comes_back_to_the_letter(rival: Rival, browser: Browser) -> None:
    rival.state = "a b&c=d#é\r\nSet-Cookie: x=y <>\"'"
    browser.open(rival.address())
    browser.sign_in()
    answer = browser.press("allow")
    assert rival.told(answer)["state"] == rival.state
    assert "x" not in answer.cookies
    browser.open(rival.address(state=None))
    assert "state" not in rival.told(browser.press("allow"))


def test_the_way_back_is_not_changed_by_a_letter(rival: Rival, browser: Browser, make_app: Any) -> None:
    odd = "com.example.app:///a/../b"
    client = Rival(make_app("Odd", redirect_uris=[odd]), odd)
    browser.open(client.address())
    browser.sign_in()
    assert browser.press("allow")["Location"].startswith(odd + "?code=rum_oac_")


def test_other_methods_are_not_there() -> None:
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"):
        answer = Client().generic(method, "/oauth/authorize")
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, POST")
        assert answer["Content-Type"] == "application/problem+json"


# The forms


def test_a_form_of_another_site_does_nothing(rival: Rival, browser: Browser) -> None:
    browser.open(rival.address())
    browser.sign_in()
    address = browser.address
    stranger = browser.client
    for form in ({"answer": "allow"}, {"answer": "allow", "csrfmiddlewaretoken": "x" * 64}):
        answer = stranger.post(address, form)
        assert (answer.status_code, answer["Content-Type"]) == (403, "text/html; charset=utf-8")
        assert "Go on" in answer.content.decode()
    right = {"answer": "allow", "csrfmiddlewaretoken": stranger.cookies["csrftoken"].value}
    assert stranger.post(address, right, headers={"Origin": "https://evil.example"}).status_code == 403
    assert stranger.post(address, right, headers={"Origin": "null"}).status_code == 403
    assert not AuthorizationCode.objects.exists()
    assert stranger.post(address, right, headers={"Origin": ISSUER}).status_code == 303


def test_nobody_agrees_who_has_not_signed_in(rival: Rival, browser: Browser) -> None:
    browser.open(rival.address())
    assert b'value="sign_in"' in browser.press("allow").content
    assert not AuthorizationCode.objects.exists()


@pytest.mark.parametrize("answer", ["", "nonsense", "\x00"])
def test_an_answer_that_is_none(rival: Rival, browser: Browser, answer: str) -> None:
    browser.open(rival.address())
    assert browser.press(answer).status_code == 400


@pytest.mark.parametrize(
    ("name", "password"),
    [("Ada", "wrong password"), ("", ""), ("Nobody", "x"), ("a\x00@b", "x"), ("x" * 300, "x"), ("Ada", "x" * 200_000)],
    ids=range(6),
)
def test_a_login_that_is_wrong(rival: Rival, browser: Browser, name: str, password: str) -> None:
    browser.open(rival.address())
    page = browser.sign_in(name, password)
    assert page.status_code in (400, 413)
    assert "sessionid" not in browser.client.cookies
    assert password not in page.content.decode() or len(password) < 2


def test_a_form_of_another_type_or_size_is_refused(rival: Rival) -> None:
    client, address = Client(), rival.address()
    for body, options in (
        (b"x" * 65_537, {"content_type": "application/x-www-form-urlencoded"}),
        (b'{"answer": "allow"}', {"content_type": "application/json"}),
        (b"nonsense", {"content_type": "multipart/form-data; boundary=x"}),
        (b"nonsense", {"content_type": "multipart/form-data"}),
        (b"a=b", {"content_type": "application/x-www-form-urlencoded", "CONTENT_LENGTH": ""}),
    ):
        answer = client.generic("POST", address, body, **options)
        assert answer.status_code in (400, 413)


# The pages


def test_the_pages_hold_nothing_that_runs_and_ask_no_other_host(rival: Rival, browser: Browser) -> None:
    for page in pages(rival, browser):
        parts = Parts(page)
        assert not parts.all("script")
        assert not parts.all("style")
        assert not [name for _, attributes in parts.tags for name in attributes if name == "style" or name[:2] == "on"]
        for address in [link["href"] for link in parts.all("link")] + [image["src"] for image in parts.all("img")]:
            assert address is not None
            assert finders.find(address.removeprefix("/static/")), address
        assert all("action" not in form for form in parts.all("form"))


def test_the_pages_are_kept_by_nobody_and_framed_by_nobody(rival: Rival, browser: Browser) -> None:
    for page in pages(rival, browser):
        assert page["Cache-Control"] == "no-store"
        assert page["X-Frame-Options"] == "DENY"
        assert page["Referrer-Policy"] == "same-origin"
        assert page["Cross-Origin-Opener-Policy"] == "unsafe-none"
        policy = page["Content-Security-Policy"].split("; ")
        assert {"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} <= set(policy)
        assert not any(part.startswith("script-src") or "unsafe" in part for part in policy)
    browser.open(rival.address())
    answer = browser.press("allow")
    assert (answer["Cache-Control"], answer["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert answer["Cross-Origin-Opener-Policy"] == "unsafe-none"
    assert answer.content == b""


def test_the_pages_can_be_read_aloud(rival: Rival, browser: Browser) -> None:
    for page in pages(rival, browser):
        parts = Parts(page)
        assert parts.all("html") == [{"lang": "en"}]
        assert len(parts.all("h1")) == len(parts.all("main")) == 1
        labelled = {label["for"] for label in parts.all("label")}
        shown = {field["id"] for field in parts.all("input") if field["type"] != "hidden"}
        assert labelled == shown
    wrong = Parts(pages(rival, Browser())[1])
    assert {field.get("aria-describedby") for field in wrong.all("input") if field["type"] != "hidden"} == {"error"}
    assert [one for one in wrong.all("p") if one.get("role") == "alert"]


def test_every_scope_is_explained() -> None:
    assert list(SCOPE_TEXTS) == list(GRANTED_SCOPES)


def test_names_are_shown_as_they_are_and_do_nothing(browser: Browser, account: Any, make_app: Any) -> None:
    name = "<script>alert(1)</script>&\"'"
    client = Rival(make_app(name), NATIVE)
    for page in (browser.open(client.address()), browser.sign_in()):
        assert not Parts(page).all("script")
        assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in page.content.decode()
        assert re.search(r"<bdi>(<strong>)?&lt;script", page.content.decode())


# Limits


@pytest.mark.usefixtures("limits")
def test_passwords_are_tried_as_often_as_at_the_sign_in_of_the_api(rival: Rival, browser: Browser) -> None:
    from tests.api.accounts.conftest import login

    browser.open(rival.address())
    for _ in range(BUCKETS["login"].quota - 1):
        assert browser.sign_in(password="wrong").status_code == 400
    assert login(password="wrong").status_code == 401
    page = browser.sign_in()
    assert page.status_code == 429
    assert 0 < int(page["Retry-After"]) <= 900
    assert '"login";r=0' in page["RateLimit"]
    assert "too often" in page.content.decode()
    assert login().status_code == 429


@pytest.mark.usefixtures("limits")
def test_one_account_is_tried_from_everywhere_so_often(
    rival: Rival, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    monkeypatch.setitem(BUCKETS, "login_account", replace(BUCKETS["login_account"], quota=3))
    at_home = Browser()
    at_home.client.defaults["HTTP_X_FORWARDED_FOR"] = "192.0.2.200"
    at_home.open(rival.address())
    assert at_home.sign_in().status_code == 200
    at_home.client.logout()
    for number in range(BUCKETS["login_account"].quota + 1):
        browser = Browser()
        browser.client.defaults["HTTP_X_FORWARDED_FOR"] = f"192.0.2.{number}"
        browser.open(rival.address())
        page = browser.sign_in(password="wrong")
    assert page.status_code == 429
    at_home.open(rival.address())
    assert at_home.sign_in().status_code == 200


@pytest.mark.usefixtures("limits")
def test_the_pages_are_counted(rival: Rival) -> None:
    client = Client()
    answers = [client.get(rival.address()) for _ in range(BUCKETS["anonymous"].quota + 1)]
    assert answers[0]["RateLimit-Policy"] == '"anonymous";q=60;w=60'
    assert (answers[-1].status_code, answers[-1]["Content-Type"]) == (429, "text/html; charset=utf-8")
    assert int(answers[-1]["Retry-After"]) > 0


def test_a_queue_of_passwords_that_is_full_is_told(
    rival: Rival, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    monkeypatch.setattr(passwords, "_places", threading.BoundedSemaphore(1))
    monkeypatch.setattr(passwords, "PATIENCE_SECONDS", 0.01)
    browser.open(rival.address())
    with passwords.a_place():
        page = browser.sign_in()
    assert page.status_code == 503
    assert "Too many people sign in" in page.content.decode()
    assert browser.sign_in().status_code == 200
