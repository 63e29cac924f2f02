"""The staff sign in under the same limits as everybody else."""

import threading
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from api.limits import BUCKETS
from players import passwords
from players.models import Player
from tests.api.client import ApiClient

from .conftest import PASSWORD, login

pytestmark = pytest.mark.django_db
PAGE = "/admin/login/"


@pytest.fixture(autouse=True)
def ada(db: None) -> Player:
    """One of the staff."""
    return Player.objects.create_superuser("Ada", PASSWORD)


def sign_in(name: str = "Ada", password: str = PASSWORD, **place: Any) -> Any:
    return Client().post(PAGE, {"username": name, "password": password, "next": "/admin/"}, **place)


def test_the_staff_sign_in_and_nobody_else(ada: Player) -> None:
    Player.objects.create_user("Bob", PASSWORD)
    assert (sign_in().status_code, sign_in()["Location"]) == (302, "/admin/")
    assert {sign_in(*wrong).status_code for wrong in (("Ada", "wrong"), ("Bob",), ("Nobody",), ("", ""))} == {200}
    Player.objects.filter(pk=ada.pk).update(is_active=False)
    assert sign_in().status_code == 200


@pytest.mark.usefixtures("limits")
def test_an_address_tries_as_often_as_at_the_sign_in_of_the_api() -> None:
    for _ in range(BUCKETS["login"].quota - 1):
        assert sign_in("Nobody", "wrong").status_code == 200
    assert login(password="wrong").status_code == 401
    refused = sign_in()
    assert (refused.status_code, refused.json()["limit"]) == (429, "login")
    assert 0 < int(refused["Retry-After"]) <= BUCKETS["login"].seconds
    assert login().status_code == 429
    assert Client().get(PAGE).status_code == 200


@pytest.mark.usefixtures("limits")
def test_an_account_is_tried_from_everywhere_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUCKETS, "login_account", replace(BUCKETS["login_account"], quota=3))
    assert sign_in(REMOTE_ADDR="192.0.2.200").status_code == 302
    for number in range(2):
        assert sign_in("aDa", "wrong", REMOTE_ADDR=f"192.0.2.{number}").status_code == 200
    refused = sign_in(REMOTE_ADDR="192.0.2.100")
    assert (refused.status_code, refused.json()["limit"]) == (429, "login_account")
    assert sign_in(REMOTE_ADDR="192.0.2.200").status_code == 302  # where they have signed in before
    assert login(address="192.0.2.200").status_code == 201


@pytest.mark.parametrize("name", ["Ada", "Nobody"])
def test_passwords_wait_in_the_same_queue(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_places", threading.BoundedSemaphore(1))
    monkeypatch.setattr(passwords, "PATIENCE_SECONDS", 0.01)
    with passwords.a_place():
        answer = sign_in(name)
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "unavailable", "1")
    assert sign_in().status_code == 302


class TestANewPassword:
    """Chosen on the page of the admin."""

    NEW = "staple battery horse"

    @pytest.fixture
    def browser(self, client: Client, ada: Player) -> Client:
        client.force_login(ada)
        return client

    def change(self, browser: Client, old: str = PASSWORD) -> Any:
        """The answer to another password."""
        fields = {"old_password": old, "new_password1": self.NEW, "new_password2": self.NEW}
        return browser.post("/admin/password_change/", fields)

    def test_ends_all_tokens(self, browser: Client) -> None:
        token = login().json()["token"]
        assert self.change(browser, "wrong").status_code == 200
        assert ApiClient(token).get("me").status_code == 200
        assert self.change(browser).status_code == 302
        assert ApiClient(token).get("me").json()["code"] == "token_revoked"
        assert login(password=self.NEW).status_code == 201

    @pytest.mark.usefixtures("limits")
    def test_is_asked_for_no_oftener_than_a_sign_in(self, browser: Client) -> None:
        for _ in range(BUCKETS["login"].quota):
            assert self.change(browser, "wrong").status_code == 200
        assert self.change(browser).status_code == 429

    def test_waits_in_the_queue(self, browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(passwords, "_places", threading.BoundedSemaphore(1))
        monkeypatch.setattr(passwords, "PATIENCE_SECONDS", 0.01)
        with passwords.a_place():
            assert self.change(browser).status_code == 503
        assert self.change(browser).status_code == 302
