"""A copy of everything, and being forgotten without harm to the games of others."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Entry
from players.models import DataExport, Erasure, MailOrder, Player, Token
from players.services import erasure
from players.services.exports import write_export
from players.services.sweep import sweep_players
from tests.api.client import ApiClient, code_of

from .conftest import SignUp, login

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "01990c5e-7d6a-7000-8000-0242ac120002"}


def work() -> None:
    """Do what the workers would."""
    for export in DataExport.objects.all():
        write_export(export_id=export.pk, now=timezone.now())


def two_at_a_table(one: ApiClient, other: ApiClient) -> str:
    """A game of the two that has started."""
    game = one.post("games", {"rules": {"preset": "classic"}, "seats": [{}, {}]}).json()["id"]
    other.put(f"games/{game}/seats/1", {})
    assert one.post(f"games/{game}/start", {}).status_code == 200
    return str(game)


def test_an_export_holds_everything_but_secrets(sign_up: SignUp, guest: ApiClient) -> None:
    client, made = sign_up(device_name="phone")
    game = two_at_a_table(client, guest)
    ordered = client.post("me/exports", headers=KEY)
    assert (ordered.status_code, ordered.json()["status"], ordered.json()["content"]) == (202, "queued", None)
    assert client.post("me/exports").json()["id"] == ordered.json()["id"]
    work()
    copy = client.get(ordered["Location"])
    assert copy["Cache-Control"] == "no-store"
    content = copy.json()["content"]
    assert content["player"]["name"] == "Ada"
    assert content["tokens"][0]["device_name"] == "phone"
    assert [played["id"] for played in content["games"]["played"]] == content["games"]["made"] == [game]
    assert content["games"]["played"][0]["entries"]
    row = Token.objects.filter(player_id=made["player"]["id"]).get()
    for secret in (made["token"], row.digest, row.player.password):
        assert secret not in copy.content.decode()
    assert code_of(guest.get(ordered["Location"])) == "not_found"


def test_an_export_is_kept_for_a_week(guest: ApiClient) -> None:
    location = guest.post("me/exports")["Location"]
    work()
    sweep_players(now=timezone.now() + timedelta(days=6))
    assert guest.get(location).json()["status"] == "ready"
    sweep_players(now=timezone.now() + timedelta(days=7))
    assert code_of(guest.get(location)) == "not_found"
    assert guest.post("me/exports").status_code == 202


def test_an_export_that_fails_is_tried_again_and_then_given_up(guest: ApiClient, monkeypatch: Any) -> None:
    def fail(_: Any) -> None:
        raise RuntimeError

    location = guest.post("me/exports")["Location"]
    monkeypatch.setattr("players.services.exports.everything_about", fail)
    export, now = DataExport.objects.get(), timezone.now()
    for attempt in range(5):
        with pytest.raises(RuntimeError):
            write_export(export_id=export.pk, now=now + attempt * timedelta(minutes=2))
    write_export(export_id=export.pk, now=now + timedelta(minutes=10))
    assert guest.get(location).json()["status"] == "failed"


def test_a_wish_to_be_forgotten_has_a_fortnight_and_can_be_withdrawn(guest: ApiClient) -> None:
    first, again = guest.post("me/erasure"), guest.post("me/erasure")
    assert first.status_code == 202
    assert first.json()["due_at"] == again.json()["due_at"]
    assert Erasure.objects.get().due_at - Erasure.objects.get().requested_at == timedelta(days=14)
    sweep_players(now=timezone.now() + timedelta(days=13))
    assert [guest.delete("me/erasure").status_code for _ in range(2)] == [204, 204]
    sweep_players(now=timezone.now() + timedelta(days=15))
    assert guest.get("me").status_code == 200


def test_who_is_forgotten_leaves_the_games_of_others_whole(sign_up: SignUp, guest: ApiClient) -> None:
    client, made = sign_up(email="ada@example.org", country="GB", device_name="Ada's phone")
    game = two_at_a_table(client, guest)
    waiting = client.post("games", {"rules": {"preset": "classic"}, "seats": [{}, {}]}).json()["id"]
    handed_on = client.post("games", {"rules": {"preset": "classic"}, "seats": [{}, {}]}).json()["id"]
    assert guest.put(f"games/{handed_on}/seats/1", {}).status_code == 200
    of_bots = client.post("games", {"rules": "classic", "seats": [{"bot_level": "club"}] * 2}).json()["id"]
    before = Entry.objects.filter(game_id=game).count()
    client.post("me/erasure")
    client.post("me/exports")
    sweep_players(now=timezone.now() + timedelta(days=14))

    assert code_of(client.get("me")) == "not_authenticated"
    assert code_of(login()) == "wrong_login"
    assert code_of(guest.get(f"players/{made['player']['id']}")) == "erased"
    assert guest.get(f"players?ids={made['player']['id']}").json()["results"] == []
    seats = guest.get(f"games/{game}").json()["seats"]
    assert (seats[0]["player"]["id"], seats[0]["player"]["name"]) == (made["player"]["id"], "Deleted player")
    assert seats[0]["resigned"] is True
    assert guest.get(f"games/{waiting}").json()["status"] == "aborted"
    assert guest.get(f"games/{of_bots}").json()["status"] == "aborted"
    assert guest.get(f"games/{handed_on}").json()["owner"]["id"] == guest.get("me").json()["id"]
    assert guest.put(f"games/{handed_on}/seats/0", {"bot_level": "club"}).status_code == 200
    assert guest.post(f"games/{handed_on}/start").json()["status"] == "running"
    assert Entry.objects.filter(game_id=game).count() == before + 1
    assert "Ada" not in guest.get(f"games/{game}/record.txt").content.decode()
    assert guest.get(f"games/{game}/view").json()["viewer"] == "seat"

    row = json.dumps(list(Player.objects.filter(pk=made["player"]["id"]).values()), default=str)
    assert not any(known in row for known in ("Ada", "ada@", "GB"))
    assert not Token.objects.filter(player_id=made["player"]["id"]).exists()
    assert not DataExport.objects.exists()
    assert not MailOrder.objects.exists()
    sign_up("Ada")


def test_the_players_and_apps_of_one_who_is_forgotten_are_shut(sign_up: SignUp) -> None:
    client, _ = sign_up()
    app = client.post("apps", {"name": "Ada's club"}).json()
    secret = {"client_secret": app["client_secret"]}
    token = ApiClient().post(f"apps/{app['id']}/tokens", secret).json()["token"]
    client.post("me/erasure")
    sweep_players(now=timezone.now() + timedelta(days=14))
    assert code_of(ApiClient(token).get(f"apps/{app['id']}/players/1")) == "not_authenticated"
    assert code_of(ApiClient().post(f"apps/{app['id']}/tokens", secret)) == "wrong_login"


def test_one_who_cannot_be_erased_does_not_keep_the_others_waiting(
    guest: ApiClient, account: ApiClient, monkeypatch: Any, caplog: Any
) -> None:
    from players.services import erasure

    blank = erasure._blank
    unlucky = guest.get("me").json()["id"]

    def fail_for_one(player: Player, now: Any) -> None:
        if str(player.pk) == unlucky:
            raise RuntimeError
        blank(player, now)

    monkeypatch.setattr(erasure, "_blank", fail_for_one)
    for client in (guest, account):
        client.post("me/erasure")
    sweep_players(now=timezone.now() + timedelta(days=14))
    assert Player.objects.filter(erased_at=None).count() == 1
    assert unlucky in caplog.text
    assert guest.get("me").status_code == 200


def test_a_game_that_is_made_while_its_owner_is_forgotten_does_not_stay(
    sign_up: SignUp, guest: ApiClient, monkeypatch: Any
) -> None:
    client, _ = sign_up()
    client.post("me/erasure")
    made: list[str] = []

    def begin_another(player: Player, now: Any) -> None:
        if not made:
            made.append(client.post("games", {"rules": "quick", "seats": [{}, {}]}).json()["id"])
        delete_belongings(player, now)

    delete_belongings = erasure._delete_belongings
    monkeypatch.setattr(erasure, "_delete_belongings", begin_another)
    sweep_players(now=timezone.now() + timedelta(days=14))
    assert guest.get(f"games/{made[0]}").json()["status"] == "aborted"
