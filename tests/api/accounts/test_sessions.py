"""Signing in, staying signed in, signing out; devices and personal access tokens."""

import json
import logging
import threading
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from api.limits import BUCKETS
from players import passwords
from players.models import Player, RefreshToken, Token
from players.services.sweep import sweep_players
from tests.api.client import ApiClient, code_of

from .conftest import PASSWORD, SignUp, login

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "01990c5e-7d6a-7000-8000-0242ac120002"}


def refresh(secret: str, **options: Any) -> Any:
    return ApiClient().post("sessions/refresh", {"refresh_token": secret}, **options)


def test_a_wrong_login_tells_nothing(account: ApiClient) -> None:
    answers = [login(password="another password"), login(name="Nobody"), login(name="nobody@example.org")]
    assert {answer.status_code for answer in answers} == {401}
    without_ids = [{**json.loads(answer.content), "request_id": ""} for answer in answers]
    assert without_ids[0] == without_ids[1] == without_ids[2]
    assert without_ids[0]["code"] == "wrong_login"
    assert answers[0]["WWW-Authenticate"].startswith("Bearer")


def test_for_an_unknown_name_a_password_is_hashed_too(account: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    monkeypatch.setattr(passwords, "make_password", hashed.append)
    login("Nobody")
    assert hashed == [PASSWORD]


def test_only_a_few_passwords_are_hashed_at_once(
    account: ApiClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(passwords, "_places", threading.BoundedSemaphore(1))
    monkeypatch.setattr(passwords, "PATIENCE_SECONDS", 0.01)
    with passwords.a_place():
        assert code_of(login()) == "unavailable"
    # A sign of load, not a fault.
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [(record.levelname, record.exc_info) for record in told] == [("WARNING", None)]
    assert login().status_code == 201


def test_a_password_that_is_replaced_while_it_is_checked_opens_nothing(
    account: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def checked(player: Player, password: str) -> bool:
        Player.objects.update(password="another")
        return True

    monkeypatch.setattr("players.services.sessions.is_right", checked)
    sessions = Token.objects.count()
    assert code_of(login()) == "wrong_login"
    assert Token.objects.count() == sessions


def test_a_password_is_stored_anew_where_today_it_is_stored_otherwise(account: ApiClient, settings: Any) -> None:
    settings.PASSWORD_HASHERS = [f"django.contrib.auth.hashers.{name}PasswordHasher" for name in ("PBKDF2", "MD5")]
    assert login().status_code == 201
    assert Player.objects.get().password.startswith("pbkdf2")
    assert login().status_code == 201


def test_a_password_that_is_replaced_while_it_is_stored_anew_stays(
    account: ApiClient, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PASSWORD_HASHERS = [f"django.contrib.auth.hashers.{name}PasswordHasher" for name in ("PBKDF2", "MD5")]

    def stored_slowly(password: str) -> str:
        Player.objects.update(password="another")
        return make_password(password)

    monkeypatch.setattr(passwords, "make_password", stored_slowly)
    assert code_of(login()) == "wrong_login"
    assert Player.objects.get().password == "another"


def test_tries_are_counted_under_one_name_however_it_is_written(
    account: ApiClient, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS_ENABLED = True
    monkeypatch.setattr("players.services.sessions.is_right", lambda player, password: False)
    monkeypatch.setitem(BUCKETS, "login_account", replace(BUCKETS["login_account"], quota=10))
    spellings = ["Ada", "ada", "A.da", "ADA", "a d a", "-Ada", "A_da", "Ad.a", "Ada.", "\u0410da", "aDa"]
    tried = [
        code_of(
            ApiClient().send("POST", "/api/v1/sessions", {"login": name, "password": "x"}, REMOTE_ADDR=f"10.0.0.{n}")
        )
        for n, name in enumerate(spellings)
    ]
    assert tried == ["wrong_login"] * 10 + ["rate_limited"]


def test_a_guest_and_one_who_was_shut_out_cannot_sign_in(sign_up: SignUp, anybody: ApiClient) -> None:
    anybody.post("guests", {"name": "Grace"})
    assert code_of(login("Grace")) == "wrong_login"
    sign_up()
    Player.objects.update(is_active=False)
    assert code_of(login()) == "wrong_login"


def test_a_session_lasts_an_hour_and_is_renewed(sign_up: SignUp, time_machine: Any) -> None:
    time_machine.move_to("2026-01-05T10:00:00Z", tick=False)
    client, made = sign_up()
    assert made["token"].startswith("rum_ses_")
    assert made["refresh_token"].startswith("rum_ref_")
    assert made["token_expires_at"] == "2026-01-05T11:00:00.000Z"
    time_machine.move_to("2026-01-05T11:00:00Z", tick=False)
    assert code_of(client.get("me")) == "token_expired"
    renewed = refresh(made["refresh_token"]).json()
    assert ApiClient(renewed["token"]).get("me").status_code == 200
    assert renewed["token_expires_at"] == "2026-01-05T12:00:00.000Z"
    assert code_of(client.get("me")) == "token_expired"
    time_machine.move_to("2026-04-05T11:00:00Z", tick=False)
    assert code_of(refresh(renewed["refresh_token"])) == "token_expired"


def test_a_token_that_was_replaced_is_told_so_as_long_as_its_family_is_remembered(sign_up: SignUp) -> None:
    client, made = sign_up()
    renewed = refresh(made["refresh_token"]).json()
    again = refresh(renewed["refresh_token"]).json()
    for old in (client, ApiClient(renewed["token"])):
        assert code_of(old.get("me")) == "token_expired"
    ApiClient(again["token"]).delete("sessions/current")
    for old in (client, ApiClient(renewed["token"]), ApiClient(again["token"])):
        assert code_of(old.get("me")) == "token_revoked"
    sweep_players(now=timezone.now() + timedelta(days=29))
    assert code_of(client.get("me")) == "token_revoked"
    sweep_players(now=timezone.now() + timedelta(days=61))
    assert code_of(client.get("me")) == "not_authenticated"


def test_an_old_refresh_token_ends_the_family(sign_up: SignUp) -> None:
    _, made = sign_up()
    second = refresh(made["refresh_token"]).json()
    third = refresh(second["refresh_token"]).json()
    assert code_of(refresh(made["refresh_token"])) == "token_revoked"
    assert code_of(refresh(third["refresh_token"])) == "token_revoked"
    assert code_of(ApiClient(third["token"]).get("me")) == "token_revoked"
    assert login().status_code == 201


def test_a_refresh_whose_answer_was_lost_is_answered_again_under_its_key(sign_up: SignUp) -> None:
    _, made = sign_up()
    first, again = (refresh(made["refresh_token"], headers=KEY) for _ in range(2))
    assert again["Idempotency-Replayed"] == "true"
    assert (first.json()["token"], first.json()["refresh_token"]) == (
        again.json()["token"],
        again.json()["refresh_token"],
    )
    refresh(first.json()["refresh_token"])
    assert code_of(refresh(made["refresh_token"], headers=KEY)) == "token_revoked"


def test_a_refresh_token_is_one(account: ApiClient) -> None:
    assert code_of(refresh("nonsense")) == "not_authenticated"
    assert code_of(refresh(str(account.token))) == "not_authenticated"
    assert code_of(ApiClient(RefreshToken.objects.get().digest).get("me")) == "not_authenticated"


def test_signing_out_ends_this_device_only(sign_up: SignUp) -> None:
    client, made = sign_up()
    other = ApiClient(login(device_name="tablet").json()["token"])
    assert client.delete("sessions/current").status_code == 204
    assert code_of(client.get("me")) == "token_revoked"
    assert code_of(refresh(made["refresh_token"])) == "token_revoked"
    assert other.get("me").status_code == 200


def test_a_browser_signs_out() -> None:
    browser = ApiClient(enforce_csrf_checks=True)
    browser.login(Player.objects.create_user("ada", "a long password"))
    assert code_of(browser.delete("sessions/current")) == "csrf_failed"
    assert browser.delete("sessions/current", headers={"X-CSRFToken": browser.csrf_token()}).status_code == 204
    assert code_of(browser.get("me")) == "not_authenticated"


def test_devices_are_listed_and_ended(sign_up: SignUp) -> None:
    client, _ = sign_up(device_name="phone")
    tablet = ApiClient(login(device_name="tablet").json()["token"])
    rows = tablet.get("me/tokens").json()["results"]
    assert [(row["name"], row["kind"], row["current"]) for row in rows] == [
        ("tablet", "session", True),
        ("phone", "session", False),
    ]
    assert tablet.delete(f"me/tokens/{rows[1]['id']}").status_code == 204
    assert code_of(client.get("me")) == "token_revoked"
    assert [row["name"] for row in tablet.get("me/tokens").json()["results"]] == ["tablet"]


def test_nobody_ends_the_tokens_of_others(account: ApiClient, guest: ApiClient) -> None:
    theirs = account.get("me/tokens").json()["results"][0]["id"]
    assert code_of(guest.delete(f"me/tokens/{theirs}")) == "not_found"
    assert account.get("me").status_code == 200


def test_a_personal_access_token_does_what_it_was_made_for(guest: ApiClient, time_machine: Any) -> None:
    time_machine.move_to("2026-01-05T10:00:00Z", tick=False)
    made = guest.post(
        "me/tokens", {"name": "bot", "scopes": ["profile", "game:read"], "expires_at": "2026-01-06T10:00:00Z"}
    )
    assert made["Cache-Control"] == "no-store"
    assert made.json()["token"].startswith("rum_pat_")
    assert made.json()["scopes"] == ["game:read", "profile"]
    script = ApiClient(made.json()["token"])
    assert script.get("me").status_code == 200
    for answer in (script.get("me/tokens"), script.post("me/erasure"), script.patch("me", {"email": "a@b.org"})):
        assert (code_of(answer), answer.json()["required_scope"]) == ("missing_scope", "account")
    assert code_of(script.post("games", {"rules": {"preset": "classic"}, "seats": [{}, {}]})) == "missing_scope"
    time_machine.move_to("2026-01-06T10:00:00Z", tick=False)
    assert code_of(script.get("me")) == "token_expired"


@pytest.mark.parametrize(
    "body",
    [
        {"name": "bot", "scopes": ["account"]},
        {"name": "bot", "scopes": []},
        {"name": "bot", "scopes": ["device"]},
        {"name": "", "scopes": ["profile"]},
        {"name": "bot", "scopes": ["profile"], "expires_at": "2020-01-01T00:00:00Z"},
    ],
)
def test_a_token_cannot_be_just_anything(guest: ApiClient, body: Any) -> None:
    assert code_of(guest.post("me/tokens", body)) == "bad_request"
    assert Token.objects.count() == 1


def test_a_player_has_fifty_tokens_at_most(guest: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.services.tokens.MOST_PERSONAL_TOKENS", 1)
    body = {"name": "bot", "scopes": ["profile"]}
    assert guest.post("me/tokens", body).status_code == 201
    assert code_of(guest.post("me/tokens", body)) == "limit_reached"


@pytest.mark.usefixtures("limits")
def test_sign_ins_are_limited_by_address_and_by_account() -> None:
    assert [login(f"Nobody {n}").status_code for n in range(11)] == [401] * 10 + [429]
    quota = BUCKETS["login_account"].quota
    answers = [login(address=f"10.0.0.{n}") for n in range(quota + 1)]
    assert [answer.status_code for answer in answers] == [401] * quota + [429]
    assert answers[-1].json()["limit"] == "login_account"


@pytest.mark.usefixtures("limits")
def test_nobody_locks_out_who_has_signed_in_from_where_they_are(
    sign_up: SignUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BUCKETS, "login_account", replace(BUCKETS["login_account"], quota=3))
    sign_up()
    home = login(address="2001:db8::1")
    tries = [login(password="wrong", address=f"10.0.0.{n}") for n in range(3)]
    assert [answer.status_code for answer in (home, *tries)] == [201, 401, 401, 429]
    assert login(address="2001:db8::2").status_code == 201
    assert login().status_code == 201  # where the account was made
    assert login(address="2001:db8:0:1::1").json()["limit"] == "login_account"
    at_home = [login(password="wrong", address="2001:db8::3") for _ in range(BUCKETS["login"].quota)]
    assert at_home[-1].json()["limit"] == "login"


@pytest.mark.usefixtures("limits")
def test_who_shows_no_right_password_is_known_nowhere(sign_up: SignUp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUCKETS, "login_account", replace(BUCKETS["login_account"], quota=3))
    sign_up()
    answers = [login(password="wrong", address="10.0.0.1") for _ in range(4)]
    assert answers[-1].json()["limit"] == "login_account"
