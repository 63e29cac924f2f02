"""Refresh tokens, the end of tokens, junk, and what everybody may know."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.test import Client

from api.limits import BUCKETS
from players.models import RefreshToken
from tests.api.client import ApiClient, code_of

from .conftest import ISSUER, PASSWORD, Rival, error_of, works

pytestmark = pytest.mark.django_db
Agree = Callable[..., dict[str, str]]
FORM = "application/x-www-form-urlencoded"
START = "2126-01-05T10:00:00Z"


# Refresh tokens


def test_a_token_is_renewed_for_a_year_at_most(rival: Rival, agreed: Agree, time_machine: Any) -> None:
    time_machine.move_to(START, tick=False)
    made = rival.token(agreed()["code"]).json()
    time_machine.shift(timedelta(hours=1))
    assert code_of(ApiClient(made["access_token"]).get("games")) == "token_expired"
    renewed = rival.refresh(made["refresh_token"]).json()
    assert set(renewed) == set(made)
    assert (renewed["expires_in"], renewed["scope"]) == (3600, made["scope"])
    assert renewed["access_token"].startswith("rum_oat_")
    assert works(renewed["access_token"])
    for _ in range(7):
        time_machine.shift(timedelta(days=52))
        renewed = rival.refresh(renewed["refresh_token"]).json()
    time_machine.shift(timedelta(days=1))
    assert error_of(rival.refresh(renewed["refresh_token"])) == "invalid_grant"


def test_a_token_that_lies_for_sixty_days_is_over(rival: Rival, agreed: Agree, time_machine: Any) -> None:
    time_machine.move_to(START, tick=False)
    made = rival.token(agreed()["code"]).json()
    time_machine.shift(timedelta(days=60))
    assert error_of(rival.refresh(made["refresh_token"])) == "invalid_grant"


def test_a_renewal_whose_answer_was_lost_is_answered_again(rival: Rival, agreed: Agree, time_machine: Any) -> None:
    time_machine.move_to(START, tick=False)
    old = rival.token(agreed()["code"]).json()["refresh_token"]
    first = rival.refresh(old).json()
    time_machine.shift(timedelta(seconds=60))
    again = rival.refresh(old).json()
    assert again == {**first, "expires_in": 3540}
    assert works(again["access_token"])
    time_machine.shift(timedelta(seconds=1))
    assert error_of(rival.refresh(old)) == "invalid_grant"
    assert not works(first["access_token"])


def test_an_old_refresh_token_ends_the_family(
    rival: Rival, tokens: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    second = rival.refresh(tokens["refresh_token"]).json()
    third = rival.refresh(second["refresh_token"]).json()
    assert error_of(rival.refresh(tokens["refresh_token"])) == "invalid_grant"
    assert "A refresh token came a second time" in caplog.text
    assert tokens["refresh_token"] not in caplog.text
    assert error_of(rival.refresh(third["refresh_token"])) == "invalid_grant"
    assert code_of(ApiClient(third["access_token"]).get("games")) == "token_revoked"


def test_a_refresh_token_is_for_the_app_it_was_made_for(rival: Rival, tokens: dict[str, Any], make_app: Any) -> None:
    thief = Rival(make_app("Thief"))
    assert error_of(thief.refresh(tokens["refresh_token"])) == "invalid_grant"
    assert rival.refresh(tokens["refresh_token"]).status_code == 200


def test_the_two_kinds_of_refresh_tokens_are_not_taken_for_each_other(
    rival: Rival, tokens: dict[str, Any], sign_up: Any
) -> None:
    session = sign_up("Carl")[1]
    assert error_of(rival.refresh(session["refresh_token"])) == "invalid_grant"
    refresh = ApiClient().post("sessions/refresh", {"refresh_token": tokens["refresh_token"]})
    assert code_of(refresh) == "not_authenticated"
    assert rival.refresh(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize(("scope", "status"), [("game:read", 200), ("game:read profile", 400), ("account", 400)])
def test_a_token_is_renewed_as_it_is(rival: Rival, tokens: dict[str, Any], scope: str, status: int) -> None:
    answer = rival.refresh(tokens["refresh_token"], scope=scope)
    assert answer.status_code == status
    if status == 200:
        assert answer.json()["scope"] == "game:read game:play"
    else:
        assert error_of(answer) == "invalid_scope"
        assert "agreed" in answer.json()["error_description"]
        assert rival.refresh(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize("wrong", [None, "", "nonsense", "\x00"])
def test_a_refresh_token_that_is_none(rival: Rival, wrong: str | None) -> None:
    answer = rival.post(
        "/oauth/token", {"grant_type": "refresh_token", "refresh_token": wrong, "client_id": rival.app["id"]}
    )
    assert error_of(answer) == ("invalid_request" if not wrong else "invalid_grant")


# The end


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
@pytest.mark.parametrize("hint", [None, "access_token", "refresh_token", "nonsense"])
def test_a_token_is_ended_with_all_its_family(
    rival: Rival, tokens: dict[str, Any], which: str, hint: str | None
) -> None:
    answer = rival.revoke(tokens[which], token_type_hint=hint)
    assert (answer.status_code, answer.content, answer["Cache-Control"]) == (200, b"", "no-store")
    assert code_of(ApiClient(tokens["access_token"]).get("games")) == "token_revoked"
    assert error_of(rival.refresh(tokens["refresh_token"])) == "invalid_grant"
    assert rival.revoke(tokens[which]).status_code == 200


def test_only_the_apps_own_tokens_are_ended(rival: Rival, tokens: dict[str, Any], make_app: Any, account: Any) -> None:
    stranger = Rival(make_app("Stranger"))
    for token in (tokens["access_token"], tokens["refresh_token"], account.token, "nonsense", "\x00"):
        assert stranger.revoke(token).status_code == 200
        if token not in tokens.values():
            assert rival.revoke(token).status_code == 200
    assert works(tokens["access_token"])
    assert works(account.token)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"token": None}, "invalid_request"),
        ({"client_id": None}, "invalid_client"),
        ({"client_id": "nonsense"}, "invalid_client"),
        ({"client_secret": "nonsense"}, "invalid_client"),
    ],
    ids=str,
)
def test_an_end_that_cannot_be(rival: Rival, tokens: dict[str, Any], wrong: dict[str, Any], error: str) -> None:
    assert error_of(rival.revoke(**{"token": tokens["access_token"], **wrong})) == error
    assert works(tokens["access_token"])


# Junk, and what is not the client's fault

ENDPOINTS = pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke"])


@ENDPOINTS
def test_other_methods_are_not_there(path: str) -> None:
    for method in ("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "nonsense"):
        answer = Client().generic(method, path)
        assert (answer.status_code, answer["Allow"]) == (405, "POST")
        if method != "HEAD":
            assert error_of(answer) == "invalid_request"


@ENDPOINTS
@pytest.mark.parametrize(
    ("body", "options", "status"),
    [
        (b"", {}, 400),
        (b"nonsense", {}, 400),
        (b"&&&=&=%", {}, 400),
        (b"\xff\xfe\x00", {}, 400),
        (b"%ff=%00&client_id=%00", {}, 400),
        (b"grant_type=authorization_code&grant_type=refresh_token", {}, 400),
        (b"token=a&token=a", {}, 400),
        (b"a=b&" * 1100, {}, 400),
        (b"x" * 65_537, {}, 413),
        (b"token=a", {"content_type": "application/json"}, 400),
        (b"token=a", {"content_type": "multipart/form-data; boundary=x"}, 400),
        (b"token=a", {"content_type": ""}, 400),
        (b"token=a", {"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}, 411),
        (b"token=a", {"QUERY_STRING": "client_id=x"}, 400),
    ],
    ids=range(14),
)
def test_junk(path: str, body: bytes, options: dict[str, Any], status: int) -> None:
    answer = Client().generic("POST", path, body, **{"content_type": FORM, **options})
    assert answer.status_code in ({status, 401} if status == 400 else {status})
    assert error_of(answer) in {"invalid_request", "invalid_client", "unsupported_grant_type"}


@ENDPOINTS
def test_a_host_that_is_not_ours(path: str) -> None:
    answer = Client().post(path, "token=a", FORM, HTTP_HOST="evil.example")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "foreign_host")


@ENDPOINTS
def test_a_database_that_does_not_answer(path: str, rival: Rival, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> None:
        raise OperationalError

    monkeypatch.setattr("api.oauth.validator.client_of", fail)
    answer = rival.token("x") if path == "/oauth/token" else rival.revoke("x")
    assert (error_of(answer), answer.status_code, answer["Retry-After"]) == ("temporarily_unavailable", 503, "1")


def test_the_pages_tell_that_the_database_does_not_answer(rival: Rival, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> None:
        raise OperationalError

    monkeypatch.setattr("api.oauth.validator.client_of", fail)
    answer = Client().get(rival.address())
    assert (answer.status_code, answer["Content-Type"]) == (503, "text/html; charset=utf-8")


@pytest.mark.usefixtures("limits")
def test_requests_are_counted_by_address(rival: Rival) -> None:
    answers = [rival.refresh("x") for _ in range(BUCKETS["oauth"].quota + 1)]
    assert answers[0]["RateLimit-Policy"] == '"oauth";q=300;w=60'
    assert error_of(answers[0]) == "invalid_grant"
    assert (error_of(answers[-1]), answers[-1].status_code) == ("temporarily_unavailable", 429)
    assert 0 < int(answers[-1]["Retry-After"]) <= 60


def test_a_renewal_that_fails_half_way_has_not_been(
    rival: Rival, tokens: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    create = RefreshToken.objects.create

    def fail(**_: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(RefreshToken.objects, "create", fail)
    with transaction.atomic():
        assert rival.refresh(tokens["refresh_token"]).status_code == 503
    monkeypatch.setattr(RefreshToken.objects, "create", create)
    assert works(tokens["access_token"])
    assert rival.refresh(tokens["refresh_token"]).status_code == 200


# What others may know


def test_clients_find_out_by_themselves(anybody: ApiClient) -> None:
    answer = Client().get("/.well-known/oauth-authorization-server", headers={"Origin": "https://club.example"})
    found = answer.json()
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Content-Type"] == "application/json"
    assert found["issuer"] == ISSUER
    assert found["authorization_endpoint"] == ISSUER + "/oauth/authorize"
    assert found["token_endpoint"] == ISSUER + "/oauth/token"
    assert found["revocation_endpoint"] == ISSUER + "/oauth/revoke"
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["authorization_response_iss_parameter_supported"] is True
    scopes = [scope["name"] for scope in anybody.get("meta").json()["scopes"]]
    assert found["scopes_supported"] == [scope for scope in scopes if scope != "account"]
    assert anybody.get(found["service_documentation"].removeprefix(ISSUER)).status_code == 200
    again = Client().get("/.well-known/oauth-authorization-server", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert Client().post("/.well-known/oauth-authorization-server").status_code == 405


def test_pages_of_other_hosts_may_get_tokens_but_not_ask_for_leave(rival: Rival) -> None:
    origin = {"Origin": "https://club.example"}
    for path in ("/oauth/token", "/oauth/revoke"):
        asked = {**origin, "Access-Control-Request-Method": "POST"}
        assert Client().options(path, headers=asked)["Access-Control-Allow-Origin"] == "*"
        answer = rival.post(path, {}, headers=origin)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
    assert "Access-Control-Allow-Origin" not in Client().get(rival.address(), headers=origin)


def test_no_log_holds_a_secret(rival: Rival, agreed: Agree, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        code = agreed()["code"]
        made = rival.token(code).json()
        renewed = rival.refresh(made["refresh_token"]).json()
        rival.revoke(renewed["access_token"])
    assert "/oauth/token" in caplog.text
    for secret in (code, made["access_token"], made["refresh_token"], renewed["access_token"], rival.verifier):
        assert secret not in caplog.text
    assert rival.state not in caplog.text
    assert PASSWORD not in caplog.text
