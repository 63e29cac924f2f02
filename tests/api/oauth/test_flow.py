"""A player gives an app of somebody else leave: the whole way, and what the app and the player may then do."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from players.models import AuthorizationCode, MailOrder, MailSecret, Player, Token
from players.services import issue_code
from players.services.exports import everything_about
from players.services.mail import send_ordered
from players.services.sweep import sweep_players
from tests.api.client import ApiClient, code_of

from .conftest import ISSUER, LOOPBACK, NATIVE, PASSWORD, WEB, Browser, Rival, SignUp

pytestmark = pytest.mark.django_db
Agree = Callable[..., dict[str, str]]


def test_the_whole_way(rival: Rival, browser: Browser) -> None:
    page = browser.open(rival.address()).content.decode()
    assert "Club" in page
    assert 'value="sign_in"' in page
    page = browser.sign_in().content.decode()
    for text in ("Club", "Ada", "See your games", "Play for you", "Bob the builder", "club.example"):
        assert text in page
    assert "See and change your profile" not in page
    told = rival.told(browser.press("allow"))
    assert {key: told[key] for key in ("state", "iss", "from")} == {"state": rival.state, "iss": ISSUER, "from": "rum"}
    assert set(told) == {"state", "iss", "from", "code"}
    assert told["code"].startswith("rum_oac_")

    answer = rival.token(told["code"])
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert answer["Content-Type"] == "application/json"
    made = answer.json()
    assert set(made) == {"access_token", "token_type", "expires_in", "refresh_token", "scope"}
    assert (made["token_type"], made["expires_in"], made["scope"]) == ("Bearer", 3600, "game:read game:play")
    assert made["access_token"].startswith("rum_oat_")
    assert made["refresh_token"].startswith("rum_ort_")

    client = ApiClient(made["access_token"])
    assert client.get("games").status_code == 200
    for refused in (client.get("me"), client.get("me/tokens"), client.post("games", {"rules": {"preset": "classic"}})):
        assert code_of(refused) == "missing_scope"


def test_nothing_that_is_secret_is_stored(tokens: dict[str, Any]) -> None:
    rows = str([list(model.objects.values()) for model in (Token, AuthorizationCode)])
    rows += str(list(Token.objects.values("family__digest")))
    for secret in (tokens["access_token"], tokens["refresh_token"], "rum_oac_"):
        assert secret not in rows


@pytest.mark.parametrize("redirect_uri", [WEB, NATIVE, LOOPBACK, "http://127.0.0.1:49152/cb"])
def test_every_kind_of_client_is_answered(rival: Rival, agreed: Agree, redirect_uri: str) -> None:
    rival.redirect_uri = redirect_uri
    assert rival.token(agreed()["code"]).status_code == 200


def test_scopes_are_in_their_order_each_once(rival: Rival, agreed: Agree) -> None:
    told = agreed(scope="profile game:read profile game:create")
    answer = rival.token(told["code"]).json()
    assert answer["scope"] == "game:read game:create profile"
    assert ApiClient(answer["access_token"]).get("me").json()["name"] == "Ada"


def test_an_app_does_not_learn_the_address(sign_up: SignUp, rival: Rival, agreed: Agree) -> None:
    Player.objects.filter(name="Ada").update(email="ada@example.org")
    token = rival.token(agreed(scope="profile")["code"]).json()["access_token"]
    client = ApiClient(token)
    assert client.get("me").json()["email"] is None
    assert client.patch("me", {"country": "GB"}).json()["email"] is None
    assert code_of(client.patch("me", {"email": "club@example.org"})) == "missing_scope"


def test_who_does_not_agree_sends_nothing_but_that(rival: Rival, browser: Browser) -> None:
    browser.open(rival.address())
    for press in (lambda: browser.press("deny"), lambda: (browser.sign_in(), browser.press("deny"))[1]):
        browser.open(rival.address())
        told = rival.told(press())
        assert (told["error"], told["state"], told["iss"]) == ("access_denied", rival.state, ISSUER)
        assert "code" not in told
    assert not AuthorizationCode.objects.exists()


def test_another_account_can_be_used(rival: Rival, browser: Browser, sign_up: SignUp) -> None:
    sign_up("Carl")
    browser.open(rival.address())
    assert "Ada" in browser.sign_in().content.decode()
    old = browser.client.cookies["csrftoken"].value
    assert 'value="sign_in"' in browser.press("switch").content.decode()
    assert "Carl" in browser.sign_in("Carl").content.decode()
    # In another window Ada's page is still open.
    stale = browser.client.post(browser.address, {"answer": "allow", "csrfmiddlewaretoken": old})
    assert stale.status_code == 403
    assert not AuthorizationCode.objects.exists()
    rival.told(browser.press("allow"))
    assert AuthorizationCode.objects.get().player.name == "Carl"


def test_who_is_signed_in_is_not_asked_for_the_password_again(rival: Rival, browser: Browser) -> None:
    browser.open(rival.address())
    browser.sign_in()
    page = browser.open(rival.address(scope="profile")).content.decode()
    assert "See your profile and change your country" in page
    assert browser.client.cookies["sessionid"]["max-age"] == ""  # it ends with the browser


def test_what_a_web_app_was_given_it_is_given_again_without_a_question(
    rival: Rival, browser: Browser, agreed: Agree, account: ApiClient
) -> None:
    first = rival.token(agreed()["code"]).json()
    again = rival.told(browser.open(rival.address(scope="game:read")))
    assert rival.token(again["code"]).json()["scope"] == "game:read"
    assert browser.open(rival.address(scope="game:read profile")).status_code == 200
    for token in account.get("me/tokens").json()["results"]:
        if token["kind"] == "oauth":
            account.delete(f"me/tokens/{token['id']}")
    assert browser.open(rival.address()).status_code == 200
    assert code_of(ApiClient(first["access_token"]).get("games")) == "token_revoked"


@pytest.mark.parametrize("redirect_uri", [NATIVE, LOOPBACK])
def test_what_may_be_another_program_is_asked_for_each_time(
    rival: Rival, browser: Browser, agreed: Agree, redirect_uri: str
) -> None:
    rival.redirect_uri = redirect_uri
    rival.token(agreed()["code"])
    assert b'value="allow"' in browser.open(rival.address()).content


def test_another_app_has_to_ask(rival: Rival, browser: Browser, tokens: dict[str, Any], make_app: Any) -> None:
    other = Rival(make_app("Guild"))
    assert b'value="allow"' in browser.open(other.address()).content


def test_the_player_sees_the_apps_and_ends_one(account: ApiClient, rival: Rival, tokens: dict[str, Any]) -> None:
    listed = account.get("me/tokens").json()["results"]
    assert [token["kind"] for token in listed] == ["oauth", "session"]
    app, own = listed
    assert (app["name"], app["app"]) == ("Club", {"id": rival.app["id"], "name": "Club"})
    assert (app["scopes"], app["current"], own["app"]) == (["game:read", "game:play"], False, None)
    assert account.delete(f"me/tokens/{app['id']}").status_code == 204
    assert code_of(ApiClient(tokens["access_token"]).get("games")) == "token_revoked"
    assert rival.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"
    assert account.get("me").status_code == 200


def test_one_device_of_many_is_ended(account: ApiClient, rival: Rival, agreed: Agree) -> None:
    made = [rival.token(agreed()["code"]).json() for _ in range(11)]
    listed = [token for token in account.get("me/tokens").json()["results"] if token["kind"] == "oauth"]
    assert len(listed) == 10
    assert code_of(ApiClient(made[0]["access_token"]).get("games")) == "token_revoked"
    assert all(ApiClient(one["access_token"]).get("games").status_code == 200 for one in made[1:])


def test_an_app_can_end_its_own_token(tokens: dict[str, Any]) -> None:
    client = ApiClient(tokens["access_token"])
    assert client.delete("sessions/current").status_code == 204
    assert code_of(client.get("games")) == "token_revoked"


def test_an_app_that_is_shut_loses_what_it_was_given(rival: Rival, agreed: Agree, browser: Browser) -> None:
    made = rival.token(agreed()["code"]).json()
    waiting = agreed()["code"]
    owner, path = rival.app["owner"], f"apps/{rival.app['id']}"
    assert owner.patch(path, {"active": False}).status_code == 200
    assert code_of(ApiClient(made["access_token"]).get("games")) == "token_revoked"
    assert rival.refresh(made["refresh_token"]).json()["error"] == "invalid_client"
    assert rival.token(waiting).json()["error"] == "invalid_client"
    assert browser.open(rival.address()).status_code == 400
    owner.patch(path, {"active": True})
    assert rival.token(waiting).json()["error"] == "invalid_grant"
    assert rival.refresh(made["refresh_token"]).json()["error"] == "invalid_grant"
    assert code_of(ApiClient(made["access_token"]).get("games")) == "token_revoked"
    assert browser.open(rival.address()).status_code == 200


def test_renaming_an_app_ends_nothing(rival: Rival, tokens: dict[str, Any], account: ApiClient) -> None:
    rival.app["owner"].patch(f"apps/{rival.app['id']}", {"name": "Guild", "redirect_uris": []})
    assert ApiClient(tokens["access_token"]).get("games").status_code == 200
    assert account.get("me/tokens").json()["results"][0]["name"] == "Guild"


def test_a_new_password_ends_what_apps_were_given(rival: Rival, agreed: Agree, browser: Browser) -> None:
    made, waiting = rival.token(agreed()["code"]).json(), agreed()["code"]
    Player.objects.filter(name="Ada").update(email="ada@example.org")
    ApiClient().post("accounts/password-reset", {"email": "ada@example.org"})
    send_ordered(order_id=MailOrder.objects.get().pk, now=timezone.now())
    assert MailSecret.objects.exists()
    code = next(word for word in mail.outbox[-1].body.split() if word.startswith("rum_eml_"))
    done = ApiClient().post("accounts/password-reset/confirm", {"token": code, "password": "another good one"})
    assert done.status_code == 204
    assert code_of(ApiClient(made["access_token"]).get("games")) == "token_revoked"
    for answer in (rival.refresh(made["refresh_token"]), rival.token(waiting)):
        assert answer.json()["error"] == "invalid_grant"
    assert b'value="sign_in"' in browser.open(rival.address()).content


def test_a_browser_whose_password_is_replaced_while_it_agrees_gives_nothing(
    rival: Rival, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.open(rival.address())
    browser.sign_in()

    def replaced_first(**options: Any) -> None:
        Player.objects.filter(name="Ada").update(password="another")
        issue_code(**options)

    monkeypatch.setattr("api.oauth.validator.issue_code", replaced_first)
    page = browser.press("allow")
    assert (page.status_code, "Password" in page.content.decode()) == (200, True)
    assert not AuthorizationCode.objects.exists()


def test_an_account_that_is_shut_gives_nothing(rival: Rival, agreed: Agree, browser: Browser) -> None:
    made, waiting = rival.token(agreed()["code"]).json(), agreed()["code"]
    Player.objects.filter(name="Ada").update(is_active=False)
    for answer in (rival.refresh(made["refresh_token"]), rival.token(waiting)):
        assert answer.json()["error"] == "invalid_grant"
    assert b'value="sign_in"' in browser.open(rival.address()).content
    assert browser.sign_in().status_code == 400


def test_the_copy_of_everything_names_the_apps(tokens: dict[str, Any], rival: Rival) -> None:
    ada, bob = (everything_about(Player.objects.get(name=name)) for name in ("Ada", "Bob the builder"))
    told = next(token for token in ada["tokens"] if token["kind"] == "oauth")
    assert (told["app__name"], told["scopes"]) == ("Club", ["game:read", "game:play"])
    assert bob["apps"][0]["redirect_uris"] == [WEB, NATIVE, LOOPBACK]
    assert tokens["access_token"] not in json.dumps(ada, default=str)


def test_who_is_forgotten_leaves_no_app_behind(
    rival: Rival, agreed: Agree, account: ApiClient, browser: Browser
) -> None:
    made, waiting = rival.token(agreed()["code"]).json(), agreed()["code"]
    account.post("me/erasure")
    sweep_players(now=timezone.now() + timedelta(days=14))
    assert not Token.objects.filter(kind="oauth").exists()
    assert not AuthorizationCode.objects.exists()
    assert code_of(ApiClient(made["access_token"]).get("games")) == "not_authenticated"
    assert rival.token(waiting).json()["error"] == "invalid_grant"


def test_the_app_of_one_who_is_forgotten_loses_what_it_was_given(rival: Rival, tokens: dict[str, Any]) -> None:
    rival.app["owner"].post("me/erasure")
    sweep_players(now=timezone.now() + timedelta(days=14))
    Token.objects.update(expires_at=None)
    assert code_of(ApiClient(tokens["access_token"]).get("games")) == "token_revoked"
    assert rival.refresh(tokens["refresh_token"]).json()["error"] == "invalid_client"


def test_what_is_over_is_swept_away(rival: Rival, agreed: Agree, browser: Browser) -> None:
    rival.token(agreed()["code"])
    sweep_players(now=timezone.now() + timedelta(hours=23))
    assert AuthorizationCode.objects.exists()
    sweep_players(now=timezone.now() + timedelta(hours=25))
    assert not AuthorizationCode.objects.exists()
    assert browser.client.session.session_key
    sweep_players(now=timezone.now() + timedelta(days=15))
    assert b'value="sign_in"' in browser.open(rival.address()).content


def test_a_guest_cannot_sign_in(rival: Rival, browser: Browser) -> None:
    ApiClient().post("guests", {"name": "Grace"})
    browser.open(rival.address())
    assert browser.sign_in("Grace", PASSWORD).status_code == 400
