"""Accounts: made, made of guests, named."""

import json
from typing import Any

import pytest

from players.models import IdempotencyKey, Player, Token
from tests.api.client import ApiClient, code_of

from .conftest import PASSWORD, SignUp, login

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "01990c5e-7d6a-7000-8000-0242ac120002"}


def test_an_account_is_signed_in_at_once_and_later_by_its_name_in_any_case(sign_up: SignUp) -> None:
    client, made = sign_up("Ada Lovelace", country="GB")
    assert made["player"] | {"kind": "account", "name": "Ada Lovelace", "email": None} == made["player"]
    assert client.get("me").json() == made["player"]
    assert ApiClient(login("ada lovelace").json()["token"]).get("me").json() == made["player"]


def test_a_repeated_account_is_made_once_and_its_secrets_are_stored_nowhere(anybody: ApiClient) -> None:
    body = {"name": "Ada", "password": PASSWORD}
    first, again = (anybody.post("accounts", body, headers=KEY) for _ in range(2))
    assert again["Idempotency-Replayed"] == "true"
    assert json.loads(first.content) == json.loads(again.content)
    assert Player.objects.count() == 1
    stored = str(IdempotencyKey.objects.values().get()) + str(Token.objects.values().get())
    for secret in (first.json()["token"], first.json()["refresh_token"], PASSWORD):
        assert secret not in stored
    assert ApiClient(again.json()["token"]).get("me").status_code == 200


def test_a_guest_becomes_an_account_with_the_same_id_and_token(guest: ApiClient) -> None:
    before = guest.get("me").json()
    other = guest.post("me/tokens", {"name": "script", "scopes": ["profile"]}).json()["token"]
    upgraded = guest.post("me/upgrade", {"name": "Grace", "password": PASSWORD})
    assert upgraded.json() == before | {"kind": "account", "name": "Grace"}
    assert guest.get("me").json()["id"] == before["id"]
    assert code_of(ApiClient(other).get("me")) == "token_revoked"
    assert login("Grace").json()["player"]["id"] == before["id"]


def test_an_upgrade_whose_answer_was_lost_is_answered_again(guest: ApiClient) -> None:
    body = {"name": "Grace", "password": PASSWORD}
    first, again = (guest.post("me/upgrade", body, headers=KEY) for _ in range(2))
    assert (again["Idempotency-Replayed"], again.content) == ("true", first.content)
    assert code_of(guest.post("me/upgrade", body)) == "already_account"


def test_a_guest_may_keep_a_name_of_their_own_but_not_a_made_up_one(anybody: ApiClient) -> None:
    named = ApiClient(anybody.post("guests", {"name": "Grace"}).json()["token"])
    assert named.post("me/upgrade", {"password": PASSWORD}).json()["name"] == "Grace"
    unnamed = ApiClient(anybody.post("guests").json()["token"])
    refused = unnamed.post("me/upgrade", {"password": PASSWORD})
    assert code_of(refused) == "bad_request"
    (fault,) = refused.json()["errors"]
    assert (fault["pointer"], fault["code"]) == ("/name", "required")
    assert fault["message"].startswith("Choose a name")
    chosen = unnamed.post("me/upgrade", {"name": "Guest 7QX4M", "password": PASSWORD}).json()["errors"]
    assert [(fault["pointer"], fault["code"]) for fault in chosen] == [("/name", "bad_name")]
    assert unnamed.get("me").json()["kind"] == "guest"


@pytest.mark.parametrize("name", ["ada", "A.D.A", "\u0410da\u0301", "\uff21da", "Ad\u00e0", "\u0430\u0501\u0430"])
def test_no_two_accounts_look_alike(sign_up: SignUp, anybody: ApiClient, name: str) -> None:
    sign_up("Ada")
    refused = anybody.post("accounts", {"name": name, "password": PASSWORD})
    assert code_of(refused) in ("name_taken", "bad_request")
    assert Player.objects.count() == 1


def test_guests_may_be_called_like_each_other(anybody: ApiClient) -> None:
    assert [anybody.post("guests", {"name": "Ada"}).status_code for _ in range(2)] == [201, 201]


@pytest.mark.parametrize("name", ["Ada", "a.d a", "\u0430\u0501\u0430"])
def test_no_guest_is_given_a_name_that_looks_like_an_accounts(
    sign_up: SignUp, guest: ApiClient, anybody: ApiClient, name: str
) -> None:
    sign_up("Ada")
    former = guest.get("me").json()["name"]
    assert code_of(anybody.post("guests", {"name": name})) == "name_taken"
    assert code_of(guest.patch("me", {"name": name, "country": "GB"})) == "name_taken"
    assert (guest.get("me").json()["name"], guest.get("me").json()["country"]) == (former, None)
    assert Player.objects.filter(look="ada").count() == 1


def test_a_guest_who_was_called_so_before_is_until_they_choose_another_name(
    sign_up: SignUp, anybody: ApiClient
) -> None:
    first = ApiClient(anybody.post("guests", {"name": "Ada"}).json()["token"])
    sign_up("Ada")
    assert code_of(first.post("me/upgrade", {"password": PASSWORD})) == "name_taken"
    assert first.patch("me", {"name": "Ada", "country": "GB"}).json()["name"] == "Ada"
    assert first.patch("me", {"name": "Bert"}).json()["name"] == "Bert"
    assert code_of(first.patch("me", {"name": "Ada"})) == "name_taken"


def test_a_name_that_an_account_gives_up_is_free(sign_up: SignUp, anybody: ApiClient) -> None:
    client, _ = sign_up("Ada")
    client.patch("me", {"name": "Grace"})
    assert anybody.post("guests", {"name": "Ada"}).status_code == 201


def test_an_account_is_renamed_and_signs_in_with_the_new_name(sign_up: SignUp) -> None:
    sign_up("Grace")
    client, _ = sign_up("Ada")
    assert code_of(client.patch("me", {"name": "grace"})) == "name_taken"
    assert client.patch("me", {"name": "Augusta", "country": "GB"}).json()["country"] == "GB"
    assert code_of(login("Ada")) == "wrong_login"
    assert login("Augusta").status_code == 201


def test_only_a_device_renames_an_account(sign_up: SignUp, guest: ApiClient) -> None:
    client, _ = sign_up("Ada")

    def script(owner: ApiClient) -> ApiClient:
        return ApiClient(owner.post("me/tokens", {"name": "script", "scopes": ["profile"]}).json()["token"])

    refused = script(client).patch("me", {"name": "Eve", "country": "GB"})
    assert (code_of(refused), refused.json()["required_scope"]) == ("missing_scope", "account")
    assert (client.get("me").json()["name"], client.get("me").json()["country"]) == ("Ada", None)
    assert script(client).patch("me", {"country": "GB"}).json()["country"] == "GB"
    # The name of a guest opens nothing.
    assert script(guest).patch("me", {"name": "Eve"}).json()["name"] == "Eve"


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"name": "Ada"}, "/password", "required"),
        ({"name": "Ada", "password": "short"}, "/password", "min_length"),
        ({"name": "Ada", "password": "password123"}, "/password", "bad_password"),
        ({"name": "Ada Lovelace", "password": "adalovelace"}, "/password", "bad_password"),
        ({"name": "Ada", "password": "x" * 129}, "/password", "max_length"),
        ({"name": "Guest 7QX4M", "password": PASSWORD}, "/name", "bad_name"),
        ({"name": "Admin", "password": PASSWORD}, "/name", "bad_name"),
        ({"name": "Server", "password": PASSWORD}, "/name", "bad_name"),
        ({"name": "Ada", "password": PASSWORD, "email": "nonsense"}, "/email", "invalid"),
        ({"name": "Ada", "password": PASSWORD, "email": 5}, "/email", "invalid"),
    ],
)
def test_an_account_cannot_be_just_anything(anybody: ApiClient, body: Any, pointer: str, code: str) -> None:
    answer = anybody.post("accounts", body)
    assert code_of(answer) == "bad_request"
    assert (pointer, code) in {(line["pointer"], line["code"]) for line in answer.json()["errors"]}
    assert not Player.objects.exists()


def test_players_are_found_by_ids_and_by_what_their_name_looks_like(sign_up: SignUp, anybody: ApiClient) -> None:
    anybody.post("guests", {"name": "Grace"})
    ada, grace = (sign_up(name)[1]["player"]["id"] for name in ("Ada", "Grace"))
    found = anybody.get(f"players?ids={grace},{ada},01990000-0000-7000-8000-000000000000").json()
    assert [one["id"] for one in found["results"]] == [ada, grace]
    assert [one["id"] for one in anybody.get("players?name=ADA").json()["results"]] == [ada]
    page = anybody.get("players?name=grace&limit=1").json()
    rest = anybody.get(f"players?cursor={page['next_cursor']}").json()
    assert [one["kind"] for one in page["results"] + rest["results"]] == ["guest", "account"]
    for query in ("", "?ids=x", "?name=Ada&ids=" + ada, "?ids=" + ",".join([ada] * 101)):
        assert code_of(anybody.get(f"players{query}")) == "bad_request"


def test_what_everybody_may_know_of_a_player(sign_up: SignUp, anybody: ApiClient) -> None:
    _, answer = sign_up("Ada", email="ada@example.org", country="FI")
    player = answer["player"]
    told = anybody.get(f"players/{player['id']}").json()
    assert told == {key: value for key, value in player.items() if key != "email"}
    assert told == {
        "id": player["id"],
        "kind": "account",
        "name": "Ada",
        "title": None,
        "country": "FI",
        "status": "active",
        "ratings": [],
        "created_at": player["created_at"],
        "external_id": None,
    }
    Player.objects.update(is_active=False)
    assert anybody.get(f"players/{player['id']}").json()["status"] == "closed"
