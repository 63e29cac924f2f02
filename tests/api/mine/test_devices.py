"""Devices: put and put again, ended by themselves and with their token, and a push token that nobody is told."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import serializers
from django.test import Client
from django.utils import timezone

from players.models import App, Device, Player, Token, TokenKind
from players.selectors import devices_in_use
from players.services import create_app, issue_app_token, issue_token, put_app_player, request_erasure
from players.services.devices import MOST_DEVICES
from players.services.erasure import GRACE, erase
from players.services.exports import everything_about
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
PUSH_TOKEN = "fX3:APA91b-secret_of/the.device"
NIGHT = {"start": "22:00", "end": "07:00", "time_zone": "Europe/Helsinki"}
BODY = {"push_token": PUSH_TOKEN, "platform": "android", "locale": "fi", "quiet_hours": NIGHT}


@pytest.fixture
def ada() -> Player:
    return guest("Ada")


def put(client: ApiClient, device: Any = None, **body: Any) -> Any:
    return client.put(f"me/devices/{device or uuid4()}", {**BODY, **body})


def listed(client: ApiClient) -> list[Any]:
    return [device["id"] for device in client.get("me/devices").json()["results"]]


def test_it_is_told_as_it_was_put_but_for_its_push_token(ada: Player) -> None:
    client, device = client_of(ada), str(uuid4())
    answer = put(client, device)
    told = answer.json()
    assert (answer.status_code, told["id"]) == (200, device)
    assert {name: told[name] for name in ("platform", "locale", "quiet_hours")} == {
        "platform": "android",
        "locale": "fi",
        "quiet_hours": NIGHT,
    }
    assert client.get("me/devices").json()["results"] == [told]


def test_it_is_put_whole_and_may_be_put_again(ada: Player) -> None:
    client, device = client_of(ada), str(uuid4())
    first = put(client, device).json()
    again = put(client, device).json()
    assert {**again, "updated_at": None} == {**first, "updated_at": None}
    last = client.put(
        f"me/devices/{device}", {"push_token": "other", "platform": "ios"}, headers={"Accept-Language": "pl-PL"}
    ).json()
    assert (last["platform"], last["locale"], last["quiet_hours"]) == ("ios", "pl", None)
    assert last["created_at"] == first["created_at"]
    assert Device.objects.get().push_token == "other"


def test_a_push_token_is_theirs_who_claimed_it_last(ada: Player) -> None:
    ben = guest("Ben")
    device = uuid4()
    put(client_of(ada), device)
    put(client_of(ada), push_token="other")
    put(client_of(ben), device)
    assert [(row.player, row.push_token) for row in Device.objects.order_by("pk")] == [
        (ada, "other"),
        (ben, PUSH_TOKEN),
    ]
    put(client_of(ben))  # the same installation under another id
    assert Device.objects.filter(player=ben).count() == 1


def test_it_ends_by_itself_and_that_may_be_sent_again(ada: Player) -> None:
    client, device = client_of(ada), uuid4()
    put(client, device)
    assert client_of(guest("Ben")).delete(f"me/devices/{device}").status_code == 204
    assert listed(client) == [str(device)]
    for _ in range(2):
        assert client.delete(f"me/devices/{device}").status_code == 204
    assert Device.objects.count() == 0


def test_it_ends_with_its_session_and_not_with_another(ada: Player) -> None:
    phone, tablet = client_of(ada), client_of(ada)
    put(phone, push_token="phone")
    put(tablet, push_token="tablet")
    assert phone.delete("sessions/current").status_code == 204
    assert [row.push_token for row in Device.objects.all()] == ["tablet"]
    last = Token.objects.get(revoked_at=None)
    assert tablet.delete(f"me/tokens/{last.pk}").status_code == 204
    assert Device.objects.count() == 0


def test_one_that_expires_is_in_use_no_more(ada: Player) -> None:
    now = timezone.now()
    until = now + timedelta(days=60)
    token, secret = issue_token(
        player=ada, kind=TokenKind.SESSION, now=now, expires_at=now + timedelta(hours=1), renewable_until=until
    )
    put(ApiClient(secret))
    assert devices_in_use(now=until - timedelta(seconds=1)).count() == 1
    assert devices_in_use(now=until).count() == 0
    Player.objects.update(is_active=False)
    assert devices_in_use(now=now).count() == 0
    token.delete()
    assert Device.objects.count() == 0


def test_an_account_keeps_the_device_of_the_guest_it_was(ada: Player) -> None:
    client, lost = client_of(ada), client_of(ada)
    put(client, push_token="kept")
    put(lost, push_token="lost")
    upgraded = client.post("me/upgrade", {"name": "Ada Lovelace", "password": "a long password"})
    assert upgraded.status_code == 200
    assert [row.push_token for row in Device.objects.all()] == ["kept"]


def test_an_app_puts_devices_of_its_players() -> None:
    owner = Player.objects.create_user("Owner", "a long password")
    app, app_secret = create_app(owner=owner, name="Club", now=timezone.now())
    player = put_app_player(app=app, external_id="kim", name="Kim", now=timezone.now()).player
    _, secret = issue_app_token(app_id=app.pk, secret=app_secret, now=timezone.now())
    answer = ApiClient(secret).put(f"me/devices/{uuid4()}", BODY, headers={"Act-As": str(player.pk)})
    assert answer.status_code == 200
    assert devices_in_use(now=timezone.now()).count() == 1
    App.objects.update(is_active=False)
    assert devices_in_use(now=timezone.now()).count() == 0


def test_a_browser_has_none() -> None:
    browser = ApiClient(enforce_csrf_checks=True)
    browser.login(Player.objects.create_user("Ada", "a long password"))
    answer = browser.put(f"me/devices/{uuid4()}", BODY, headers={"X-CSRFToken": browser.csrf_token()})
    assert (answer.status_code, code_of(answer)) == (403, "forbidden")


def test_of_too_many_the_one_that_was_put_longest_ago_goes(ada: Player) -> None:
    client, devices = client_of(ada), [str(uuid4()) for _ in range(MOST_DEVICES)]
    for number, device in enumerate(devices):
        put(client, device, push_token=f"token-{number}")
    put(client, devices[0], push_token="token-0")
    newest = str(uuid4())
    put(client, newest)
    ids = {device["id"] for device in client.get("me/devices?limit=100").json()["results"]}
    assert ids == {*devices, newest} - {devices[1]}


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"push_token": ""}, "/push_token"),
        ({"push_token": "a b"}, "/push_token"),
        ({"push_token": "x" * 4097}, "/push_token"),
        ({"push_token": "x\n"}, "/push_token"),
        ({"push_token": None}, "/push_token"),
        ({"platform": "windows"}, "/platform"),
        ({"locale": "sv"}, "/locale"),
        ({"locale": None}, "/locale"),
        ({"quiet_hours": {}}, "/quiet_hours/start"),
        ({"quiet_hours": {**NIGHT, "start": "24:00"}}, "/quiet_hours/start"),
        ({"quiet_hours": {**NIGHT, "start": "7:00"}}, "/quiet_hours/start"),
        ({"quiet_hours": {**NIGHT, "start": "07:00"}}, "/quiet_hours/end"),
        ({"quiet_hours": {**NIGHT, "time_zone": "Europe/Atlantis"}}, "/quiet_hours/time_zone"),
        ({"quiet_hours": {**NIGHT, "time_zone": "../../etc/passwd"}}, "/quiet_hours/time_zone"),
    ],
)
def test_what_is_wrong_is_told_where_it_is(ada: Player, wrong: Any, pointer: str) -> None:
    answer = put(client_of(ada), **wrong)
    assert (answer.status_code, code_of(answer)) == (400, "bad_request")
    assert pointer in [fault["pointer"] for fault in answer.json()["errors"]]
    assert Device.objects.count() == 0


def test_the_scope_is_needed(ada: Player) -> None:
    for scope, status in (("game:read", 403), ("notifications", 200)):
        _, secret = issue_token(player=ada, kind=TokenKind.PERSONAL, scopes=[scope], now=timezone.now())
        assert put(ApiClient(secret)).status_code == status


def test_the_push_token_is_told_nowhere(ada: Player, admin_client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client, device = client_of(ada), uuid4()
    with caplog.at_level("DEBUG"):
        told = [put(client, device), client.get("me/devices"), put(client, device, platform="windows")]
    row = Device.objects.get()
    told += [admin_client.get(f"/admin/players/device/{page}") for page in ("", f"{row.pk}/change/")]
    assert [answer.status_code for answer in told] == [200, 200, 400, 200, 200]
    copy = json.dumps(everything_about(ada), default=str)
    assert str(device) in copy
    for text in (*(answer.content.decode() for answer in told), copy, caplog.text):
        assert PUSH_TOKEN not in text
        assert row.push_digest not in text
    assert PUSH_TOKEN in serializers.serialize("json", [row])  # it is stored, as it has to be sent


def test_who_is_forgotten_has_no_device(ada: Player) -> None:
    put(client_of(ada))
    now = timezone.now()
    request_erasure(player=ada, now=now)
    erase(player_id=ada.pk, now=now + GRACE)
    assert Device.objects.count() == 0
