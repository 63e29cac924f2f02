"""Webhooks over the API: whose they are, what is refused, that a secret is shown once, and what they were told."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from players.models import Delivery, Player, Webhook
from players.services import issue_personal_token, request_erasure
from players.services.messages import Message, tell_webhooks
from players.services.sweep import sweep_players
from tests.api.client import ApiClient, code_of

from .conftest import SignUp
from .test_apps import acting, app_client

pytestmark = pytest.mark.django_db
URL = "https://club.example.org/hooks"
BODY: dict[str, Any] = {"url": URL, "events": ["turn_started", "game_over"]}


def made(client: ApiClient, **more: Any) -> dict[str, Any]:
    answer = client.post("webhooks", BODY | more)
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def test_a_webhook_is_made_and_its_secret_is_shown_once(account: ApiClient) -> None:
    answer = account.post("webhooks", BODY)
    webhook = answer.json()
    assert answer["Cache-Control"] == "no-store"
    secret = webhook.pop("secret")
    assert secret.startswith("whsec_")
    assert (webhook["url"], webhook["events"], webhook["game"], webhook["active"]) == (URL, BODY["events"], None, True)
    path = f"webhooks/{webhook['id']}"
    assert account.get(path).json() == webhook
    assert account.get("webhooks").json()["results"] == [webhook]
    for other in (account.patch(path, {"active": False}), account.post(f"{path}/test"), account.get("me/exports")):
        assert secret not in other.content.decode()


def test_what_is_absent_stays_and_null_clears(account: ApiClient) -> None:
    game = "01990c5e-7d6a-7000-8000-0242ac120002"
    webhook = made(account, game=game)
    path = f"webhooks/{webhook['id']}"
    changed = account.patch(path, {"events": ["deal_over"]}).json()
    assert (changed["events"], changed["game"], changed["url"]) == (["deal_over"], game, URL)
    assert account.patch(path, {"game": None, "active": False}).json()["game"] is None
    assert account.delete(path).status_code == 204
    assert code_of(account.get(path)) == code_of(account.delete(path)) == "not_found"


def test_webhooks_are_their_owners_alone(sign_up: SignUp, account: ApiClient) -> None:
    webhook = made(account)
    other, _ = sign_up("Ben")
    delivery = account.post(f"webhooks/{webhook['id']}/test").json()["id"]
    path = f"webhooks/{webhook['id']}"
    assert other.get("webhooks").json()["results"] == []
    for method, tail, body in (
        ("GET", "", None),
        ("PATCH", "", {"active": False}),
        ("DELETE", "", None),
        ("POST", "/test", None),
        ("POST", "/rotate-secret", {}),
        ("GET", "/deliveries", None),
        ("POST", f"/deliveries/{delivery}/redeliver", None),
    ):
        assert code_of(other.send(method, path + tail, body)) == "not_found"
    own = made(other)["id"]
    assert code_of(other.post(f"webhooks/{own}/deliveries/{delivery}/redeliver")) == "not_found"


@pytest.mark.parametrize(
    ("url", "is_for_others", "is_hinted"),
    [
        ("http://localhost:9000/hooks", False, True),
        ("https://127.0.0.1:9000/hooks", False, True),
        ("http://localhost:9000/hooks", True, False),
        ("ftp://localhost/hooks", False, False),
    ],
)
def test_who_tries_webhooks_at_home_is_told_how(
    account: ApiClient, settings: Any, url: str, is_for_others: bool, is_hinted: bool
) -> None:
    settings.PRODUCTION = is_for_others
    refused = account.post("webhooks", BODY | {"url": url})
    assert code_of(refused) == "bad_request"
    (line,) = refused.json()["errors"]
    assert (line["pointer"], line["code"]) == ("/url", "bad_address")
    assert ("RUMMY_WEBHOOKS_ANYWHERE=on" in line["message"]) == is_hinted
    webhook = made(account)
    assert account.patch(f"webhooks/{webhook['id']}", {"url": url}).json()["errors"] == [line]


def test_guests_have_none(guest: ApiClient, anybody: ApiClient) -> None:
    assert code_of(guest.post("webhooks", BODY)) == "forbidden"
    assert guest.get("webhooks").json()["results"] == []
    assert code_of(anybody.get("webhooks")) == "not_authenticated"


def test_an_app_has_its_own(account: ApiClient) -> None:
    client, app = app_client(account)
    webhook = made(client)
    player = client.put(f"apps/{app['id']}/players/kim", {}).json()
    assert [one["id"] for one in client.get("webhooks").json()["results"]] == [webhook["id"]]
    assert account.get("webhooks").json()["results"] == []
    assert client.get("webhooks", **acting(player)).json()["results"] == []
    assert code_of(client.post("webhooks", BODY, **acting(player))) == "forbidden"
    assert code_of(client.get(f"webhooks/{webhook['id']}", **acting(player))) == "not_found"


@pytest.mark.parametrize(("scopes", "code"), [(["webhooks"], None), (["profile", "game:read"], "missing_scope")])
def test_a_token_needs_the_scope(sign_up: SignUp, scopes: list[str], code: str | None) -> None:
    _, ada = sign_up()
    player = Player.objects.get(pk=ada["player"]["id"])
    _, secret = issue_personal_token(
        player=player, token=None, name="x", scopes=scopes, expires_at=None, now=timezone.now()
    )
    answer = ApiClient(secret).post("webhooks", BODY)
    assert (answer.status_code == 201) if code is None else (code_of(answer) == code)


@pytest.mark.parametrize("change", [
    {"url": "http://club.example.org/"},
    {"url": "https://127.0.0.1/"},
    {"url": "https://club.example.org:22/"},
    {"url": " https://club.example.org/"},
    {"url": "https://club.example.org/" + "x" * 500},
    {"url": None},
    {"events": []},
    {"events": ["move_played"]},
    {"events": "game_over"},
    {"game": "1"},
])  # fmt: skip
def test_what_cannot_be_is_refused(account: ApiClient, change: dict[str, Any]) -> None:
    answer = account.post("webhooks", BODY | change)
    assert code_of(answer) == "bad_request"
    assert answer.json()["errors"][0]["pointer"].startswith(f"/{next(iter(change))}")
    webhook = made(account)
    assert code_of(account.patch(f"webhooks/{webhook['id']}", change)) == "bad_request"


def test_there_are_twenty_at_most(account: ApiClient) -> None:
    for _ in range(20):
        made(account)
    assert code_of(account.post("webhooks", BODY)) == "limit_reached"
    account.delete(f"webhooks/{Webhook.objects.first().pk}")  # type: ignore[union-attr]
    made(account)


def test_a_secret_is_changed(account: ApiClient) -> None:
    webhook = made(account)
    path = f"webhooks/{webhook['id']}/rotate-secret"
    rotated = account.post(path, {})
    assert rotated["Cache-Control"] == "no-store"
    assert rotated.json()["secret"] != webhook["secret"]
    assert rotated.json()["former_secret_until"] is not None
    assert account.post(path, {"end_former": True}).json()["former_secret_until"] is None


def test_deliveries_are_listed_and_sent_again(account: ApiClient) -> None:
    webhook = made(account)
    path = f"webhooks/{webhook['id']}"
    tested = account.post(f"{path}/test")
    assert (tested.status_code, tested.json()["type"], tested.json()["status"]) == (202, "test", "waiting")
    player, now = Player.objects.get(pk=account.get("me").json()["id"]), timezone.now()
    tell_webhooks(messages=[Message("game_over", now, None, {player.pk: None})], now=now)
    Delivery.objects.filter(type="test").update(status="failed", attempts=8, error="timed_out", due_at=None)
    first, second = account.get(f"{path}/deliveries").json()["results"]
    assert (first["type"], second["type"]) == ("game_over", "test")
    assert second["message"]["id"] == second["id"] == tested.json()["id"]
    failed = account.get(f"{path}/deliveries?status=failed").json()["results"]
    assert [(one["attempt_count"], one["error"], one["next_attempt_at"]) for one in failed] == [(8, "timed_out", None)]
    again = account.post(f"{path}/deliveries/{second['id']}/redeliver")
    assert (again.status_code, again.json()["status"], again.json()["attempt_count"]) == (202, "waiting", 0)
    pages = account.get(f"{path}/deliveries?limit=1").json()
    assert (pages["has_more"], len(pages["results"])) == (True, 1)
    assert code_of(account.get(f"{path}/deliveries?status=lost")) == "bad_request"


def test_sending_by_wish_is_limited(account: ApiClient, limits: None) -> None:
    webhook = made(account)
    *_, last, one_more = (account.post(f"webhooks/{webhook['id']}/test") for _ in range(61))
    assert (last.status_code, code_of(one_more)) == (202, "rate_limited")


def test_who_is_forgotten_is_told_to_the_app_and_has_no_webhooks(sign_up: SignUp) -> None:
    ada, _ = sign_up()
    client, app = app_client(ada)
    made(client, events=["player_erased"])
    kim = client.put(f"apps/{app['id']}/players/kim", {}).json()
    request_erasure(player=Player.objects.get(pk=kim["id"]), now=timezone.now())
    sweep_players(now=timezone.now() + timedelta(days=15))
    delivery = Delivery.objects.get()
    assert delivery.type == "player_erased"
    assert f'"players":[{{"id":"{kim["id"]}","external_id":"kim","seat":null}}]' in delivery.body
    made(ada)
    assert Webhook.objects.count() == 2
    ada.post("me/erasure")
    sweep_players(now=timezone.now() + timedelta(days=15))
    assert not Webhook.objects.exists()
