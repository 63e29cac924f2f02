"""A code is good once, for whom it was made, and for a minute; and secrets of clients that have one."""

from base64 import b64encode
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest

from players.models import AuthorizationCode, Token
from tests.api.client import ApiClient, code_of

from .conftest import NATIVE, WEB, Rival, error_of, works

pytestmark = pytest.mark.django_db
Agree = Callable[..., dict[str, str]]
FORM = "application/x-www-form-urlencoded"
START = "2126-01-05T10:00:00Z"


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"code_verifier": None}, "invalid_request"),
        ({"redirect_uri": None}, "invalid_request"),
        ({"redirect_uri": NATIVE}, "invalid_grant"),
        ({"redirect_uri": WEB + "/"}, "invalid_grant"),
        ({"code": None}, "invalid_request"),
        ({"code": "nonsense"}, "invalid_grant"),
        ({"code": "\x00"}, "invalid_grant"),
        ({"client_id": None}, "invalid_client"),
        ({"client_id": "nonsense"}, "invalid_client"),
        ({"client_id": "01990000-0000-7000-8000-000000000000"}, "invalid_client"),
        ({"grant_type": None}, "unsupported_grant_type"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
        ({"grant_type": "openid"}, "unauthorized_client"),
        ({"client_secret": "rum_sec_nonsense"}, "invalid_client"),
    ],
    ids=str,
)
def test_a_code_is_not_given_a_token_for(rival: Rival, agreed: Agree, wrong: dict[str, Any], error: str) -> None:
    code = agreed()["code"]
    answer = rival.token(**{"code": code, **wrong})
    assert error_of(answer) == error
    assert answer.status_code == (401 if error == "invalid_client" else 400)
    assert "WWW-Authenticate" not in answer
    assert not Token.objects.filter(kind="oauth").exists()
    assert rival.token(code).status_code == 200  # nothing that was wrong has used it up


@pytest.mark.parametrize("wrong", ["x" * 43, "é" * 43, "short"])
def test_a_code_is_used_up_by_a_wrong_verifier(rival: Rival, agreed: Agree, wrong: str) -> None:
    code = agreed()["code"]
    answer = rival.token(code, code_verifier=wrong)
    assert error_of(answer) == "invalid_grant"
    assert "verifier" in answer.json()["error_description"]
    assert error_of(rival.token(code)) == "invalid_grant"
    assert not Token.objects.filter(kind="oauth").exists()


def test_a_verifier_that_is_short_is_none(rival: Rival, agreed: Agree) -> None:
    rival.verifier = "short"
    assert error_of(rival.token(agreed()["code"])) == "invalid_grant"


def test_a_code_lasts_a_minute(rival: Rival, agreed: Agree, time_machine: Any) -> None:
    time_machine.move_to(START, tick=False)
    codes = [agreed()["code"] for _ in range(2)]
    time_machine.shift(timedelta(seconds=59))
    assert rival.token(codes[0]).status_code == 200
    time_machine.shift(timedelta(seconds=1))
    assert error_of(rival.token(codes[1])) == "invalid_grant"


def test_a_code_that_comes_again_ends_what_was_given_for_it(
    rival: Rival, agreed: Agree, caplog: pytest.LogCaptureFixture
) -> None:
    code, other = agreed()["code"], rival.token(agreed()["code"]).json()
    made = rival.token(code).json()
    assert works(made["access_token"])
    assert error_of(rival.token(code)) == "invalid_grant"
    assert code_of(ApiClient(made["access_token"]).get("games")) == "token_revoked"
    assert error_of(rival.refresh(made["refresh_token"])) == "invalid_grant"
    assert works(other["access_token"])
    assert f"A code came a second time: token {Token.objects.get(revoked_at__isnull=False).pk}" in caplog.text
    assert code not in caplog.text


def test_a_code_that_comes_again_later_ends_what_it_was_renewed_to(
    rival: Rival, agreed: Agree, time_machine: Any
) -> None:
    time_machine.move_to(START, tick=False)
    code = agreed()["code"]
    renewed = rival.refresh(rival.token(code).json()["refresh_token"]).json()
    time_machine.shift(timedelta(minutes=30))
    assert works(renewed["access_token"])
    assert error_of(rival.token(code, code_verifier="x" * 43)) == "invalid_grant"
    assert not works(renewed["access_token"])


def test_a_code_is_for_the_app_it_was_made_for(rival: Rival, agreed: Agree, make_app: Any) -> None:
    thief = Rival(make_app("Thief"))
    thief.verifier = rival.verifier
    code = agreed()["code"]
    assert error_of(thief.token(code)) == "invalid_grant"
    assert error_of(thief.token(code, client_id=rival.app["id"].upper())) == "invalid_client"
    assert rival.token(code).status_code == 200


def test_a_code_is_no_token_and_a_token_no_code(rival: Rival, agreed: Agree) -> None:
    code = agreed()["code"]
    assert code_of(ApiClient(code).get("games")) == "not_authenticated"
    made = rival.token(code).json()
    for secret in (made["access_token"], made["refresh_token"], AuthorizationCode.objects.get().digest):
        assert error_of(rival.token(secret)) == "invalid_grant"
    assert code_of(ApiClient(made["refresh_token"]).get("games")) == "not_authenticated"
    assert works(made["access_token"])


def test_what_a_client_adds_changes_nothing(rival: Rival, agreed: Agree) -> None:
    more = {"scope": "account", "scopes": "account", "user": "x", "client": "x", "extra_credentials": "x"}
    more |= {"refresh_token": "chosen", "access_token": "chosen", "expires_in": "999999999"}
    made = rival.token(agreed()["code"], **more).json()
    assert (made["scope"], made["expires_in"]) == ("game:read game:play", 3600)
    assert "chosen" not in made.values()


# Secrets of clients that have one


def basic(app: dict[str, Any], secret: str | None = None) -> dict[str, str]:
    pair = f"{quote(app['id'])}:{quote(app['client_secret'] if secret is None else secret)}"
    return {"Authorization": "Basic " + b64encode(pair.encode()).decode()}


def test_a_secret_that_is_shown_is_looked_at(rival: Rival, agreed: Agree) -> None:
    assert rival.token(agreed()["code"], client_secret=rival.app["client_secret"]).status_code == 200
    assert rival.token(agreed()["code"], client_secret="").status_code == 200
    form = {"grant_type": "authorization_code", "redirect_uri": WEB, "code_verifier": rival.verifier}
    for headers in (basic(rival.app), basic(rival.app, "")):
        answer = rival.post("/oauth/token", form | {"code": agreed()["code"]}, headers=headers)
        assert answer.status_code == 200, answer.content
    both = form | {"code": agreed()["code"], "client_id": rival.app["id"]}
    assert rival.post("/oauth/token", both, headers=basic(rival.app)).status_code == 200


@pytest.mark.parametrize(
    "header", ["Basic", "Basic !", "Basic YTpi", "Basic " + b64encode(b"\xff:").decode(), "Bearer x", "x"]
)
def test_a_header_that_is_wrong_is_told_the_scheme(rival: Rival, agreed: Agree, header: str) -> None:
    form = {
        "grant_type": "authorization_code",
        "code": agreed()["code"],
        "redirect_uri": WEB,
        "client_id": rival.app["id"],
    }
    answer = rival.post("/oauth/token", form, headers={"Authorization": header})
    assert (error_of(answer), answer.status_code) == ("invalid_client", 401)
    assert answer["WWW-Authenticate"] == 'Basic realm="rummy"'


def test_a_secret_of_another_is_refused(rival: Rival, agreed: Agree, make_app: Any) -> None:
    other = make_app("Other")
    form = {"grant_type": "authorization_code", "code": agreed()["code"], "redirect_uri": WEB}
    for headers, more in (
        (basic(rival.app, other["client_secret"]), {}),
        (basic(rival.app), {"client_id": other["id"]}),
        (basic(rival.app), {"client_secret": rival.app["client_secret"]}),
    ):
        assert error_of(rival.post("/oauth/token", form | more, headers=headers)) == "invalid_client"
