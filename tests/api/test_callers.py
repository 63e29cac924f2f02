"""Who asks: tokens, scopes, browsers; and that a token is never told to anybody."""

import json
import logging
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.models import Player, TokenKind
from players.services import create_guest, issue_token
from tests.api.client import ApiClient, code_of

pytestmark = pytest.mark.django_db


def client_with(**options: Any) -> ApiClient:
    now = timezone.now()
    _, secret = issue_token(player=create_guest(now=now), kind=TokenKind.PERSONAL, now=now, **options)
    return ApiClient(secret)


def test_a_new_guest_reads_and_changes_the_own_profile(anybody: ApiClient) -> None:
    made = anybody.post("guests", {"name": "  Ada  Lovelace ", "country": "GB", "device_name": "phone"})
    assert made.status_code == 201
    guest = ApiClient(made.json()["token"])
    assert guest.get("me").json() == made.json()["player"]
    assert made.json()["player"]["name"] == "Ada Lovelace"
    assert guest.patch("me", {"country": None}).json()["country"] is None
    assert guest.patch("me", {"name": "Grace"}).json()["name"] == "Grace"
    assert anybody.get(made["Location"]).json()["name"] == "Grace"


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"name": "x"}, "/name", "bad_name"),
        ({"name": "<b>"}, "/name", "bad_name"),
        ({"name": "x" * 10_000}, "/name", "bad_name"),
        ({"name": 5}, "/name", "invalid"),
        ({"name": ["Ada"]}, "/name", "invalid"),
        ({"country": "gb"}, "/country", "invalid"),
        ({"country": "GBR"}, "/country", "max_length"),
        ({"country": {}}, "/country", "invalid"),
        ({"device_name": "x" * 61}, "/device_name", "max_length"),
        ({"device_name": True}, "/device_name", "invalid"),
    ],
)
def test_a_guest_cannot_be_just_anything(anybody: ApiClient, body: Any, pointer: str, code: str) -> None:
    answer = anybody.post("guests", body)
    assert code_of(answer) == "bad_request"
    assert {(line["pointer"], line["code"]) for line in answer.json()["errors"]} >= {(pointer, code)}
    assert not Player.objects.exists()


def test_null_is_the_same_as_nothing_for_a_new_guest(anybody: ApiClient) -> None:
    assert anybody.post("guests", {"name": None, "country": None}).status_code == 201


def test_a_name_cannot_be_cleared(guest: ApiClient) -> None:
    assert code_of(guest.patch("me", {"name": None})) == "bad_request"


def test_a_token_does_what_its_scopes_say() -> None:
    answer = client_with(scopes=["game:read"]).get("me")
    assert (code_of(answer), answer.json()["required_scope"]) == ("missing_scope", "profile")
    assert client_with(scopes=["profile"]).get("me").status_code == 200


def test_a_token_that_is_none_matters_only_where_a_token_is_looked_at() -> None:
    stranger = ApiClient("nonsense")
    assert stranger.get("meta").status_code == 200
    assert stranger.post("guests").status_code == 201
    assert code_of(stranger.get("me")) == "not_authenticated"


def test_a_request_costs_one_statement_for_its_token(guest: ApiClient) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        guest.get("me")
    assert len(queries) == 2  # the other reads the player's ratings


def test_a_browser_needs_its_csrf_token_to_change_something() -> None:
    account = Player.objects.create_user("ada", "a long password")
    browser = ApiClient(enforce_csrf_checks=True)
    browser.login(account)
    assert browser.get("me").json()["kind"] == "account"
    assert code_of(browser.patch("me", {"name": "Ada L"})) == "csrf_failed"
    answer = browser.patch("me", {"name": "Ada L"}, headers={"X-CSRFToken": browser.csrf_token()})
    assert answer.json()["name"] == "Ada L"


def test_a_session_of_nobody_who_may_play_is_none() -> None:
    account = Player.objects.create_user("ada", "a long password")
    browser = ApiClient()
    browser.login(account)
    Player.objects.update(is_active=False)
    assert code_of(browser.get("me")) == "not_authenticated"


def test_no_token_is_ever_told(guest: ApiClient, caplog: pytest.LogCaptureFixture, capfd: Any) -> None:
    """Neither in the log nor in an answer, also where things go wrong with it."""
    secret = str(guest.token)
    with caplog.at_level(logging.DEBUG):
        answers = [
            guest.get("me"),
            guest.get("me?nonsense=1"),
            guest.patch("me", {"name": "<"}),
            guest.post("nowhere"),
            ApiClient(secret + "x").get("me"),
            guest.get("me", headers={"Authorization": f"Basic {secret}"}),
            guest.get("me", HTTP_HOST="elsewhere.example"),
        ]
    told = "".join(answer.content.decode() + str(answer.headers) for answer in answers)
    assert secret not in told + caplog.text + "".join(capfd.readouterr())


def test_a_new_token_is_told_to_its_owner_only(anybody: ApiClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        secret = json.loads(anybody.post("guests").content)["token"]
    assert secret not in caplog.text


def test_an_answer_about_a_caller_is_not_shared(guest: ApiClient) -> None:
    answer = guest.get("me")
    assert answer["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Accept-Language"} <= set(answer["Vary"].split(", "))


def test_any_origin_may_ask_without_cookies(anybody: ApiClient) -> None:
    answer = anybody.get("meta", headers={"Origin": "https://app.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    exposed = {name.strip().lower() for name in answer["Access-Control-Expose-Headers"].split(",")}
    assert exposed == {
        *("etag", "location", "ratelimit", "ratelimit-policy", "retry-after", "idempotency-replayed", "request-id"),
        *("deprecation", "sunset", "link", "www-authenticate"),
    }


def test_a_preflight_is_answered(anybody: ApiClient) -> None:
    headers = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    sent = (
        *("accept", "accept-language", "act-as", "authorization", "content-type", "idempotency-key", "if-match"),
        *("if-none-match", "last-event-id", "request-id", "sheet-link", "traceparent", "tracestate"),
    )
    wanted = {"Access-Control-Request-Headers": ",".join(sent)}
    answer = anybody.send("OPTIONS", "guests", headers={**headers, **wanted})
    assert answer.status_code == 200
    assert {name.strip() for name in answer["Access-Control-Allow-Headers"].split(",")} == set(sent)
    methods = {name.strip() for name in answer["Access-Control-Allow-Methods"].split(",")}
    assert methods == {"DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"}


@pytest.mark.parametrize(
    "accept",
    [
        "",
        "*/*",
        "application/json",
        "application/*;q=0.5",
        "text/html, */*;q=0.1",
        "application/json, application/problem+json",
        "text/event-stream",
    ],
)
def test_forms_that_mean_json(anybody: ApiClient, accept: str) -> None:
    assert anybody.get("meta", headers={"Accept": accept})["Content-Type"] == "application/json"


def test_options_names_the_methods(anybody: ApiClient) -> None:
    answer = anybody.send("OPTIONS", "me")
    assert (answer.status_code, set(answer["Allow"].split(", "))) == (204, {"GET", "HEAD", "PATCH", "OPTIONS"})


def test_head_is_get_without_a_body(anybody: ApiClient) -> None:
    assert anybody.send("HEAD", "meta").content == b""
