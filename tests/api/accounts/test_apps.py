"""Apps: their secrets and tokens, their own players, and that what they do is written down."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api.limits import BUCKETS
from players.models import App, AppAct, AppToken, Player
from players.services.sweep import sweep_players
from tests.api.client import ApiClient, code_of

from .conftest import SignUp

pytestmark = pytest.mark.django_db


def app_client(owner: ApiClient, name: str = "Club") -> tuple[ApiClient, dict[str, Any]]:
    """A client with the token of a new app, and the app."""
    app = owner.post("apps", {"name": name}).json()
    token = ApiClient().post(f"apps/{app['id']}/tokens", {"client_secret": app["client_secret"]})
    assert token.status_code == 201
    return ApiClient(token.json()["token"]), app


def acting(player: dict[str, Any]) -> dict[str, Any]:
    return {"headers": {"Act-As": player["id"]}}


@pytest.fixture
def club(account: ApiClient) -> tuple[ApiClient, dict[str, Any], dict[str, Any]]:
    """A client of an app, the app, and a player of its own."""
    client, app = app_client(account)
    return client, app, client.put(f"apps/{app['id']}/players/user|1", {"name": "Bea"}).json()


Club = tuple[ApiClient, dict[str, Any], dict[str, Any]]


def test_an_app_is_made_by_an_account_and_its_secret_is_stored_nowhere(account: ApiClient, guest: ApiClient) -> None:
    made = account.post("apps", {"name": "Club"})
    assert made["Cache-Control"] == "no-store"
    assert made.json()["client_secret"].startswith("rum_sec_")
    assert made.json()["client_secret"] not in str(App.objects.values().get())
    listed = account.get("apps").json()["results"]
    assert listed == [{key: value for key, value in made.json().items() if key != "client_secret"}]
    assert guest.get("apps").json()["results"] == []
    assert code_of(guest.post("apps", {"name": "Club"})) == "forbidden"
    assert code_of(guest.patch(f"apps/{made.json()['id']}", {"name": "Mine"})) == "not_found"


def test_a_player_of_an_app_is_made_once(club: Club) -> None:
    client, app, bea = club
    assert (bea["external_id"], bea["kind"], bea["name"]) == ("user|1", "guest", "Bea")
    again = client.put(f"apps/{app['id']}/players/user|1", {"name": "Another"})
    assert again.json() == bea == client.get(f"apps/{app['id']}/players/user|1").json()
    assert code_of(client.get(f"apps/{app['id']}/players/user|2")) == "not_found"
    assert code_of(client.put(f"apps/{app['id']}/players/user|2", {"name": "ada"})) == "name_taken"
    for bad in ("x" * 101, "a%20b", "%C3%A4", "%00", "a%0A", "%7F", ".", "..", "%2E", "%2e%2E"):
        for method in ("PUT", "GET"):
            assert code_of(client.send(method, f"apps/{app['id']}/players/{bad}")) == "bad_request"
            assert code_of(client.send(method, f"apps/{app['id']}/players/{bad}", **acting(bea))) == "bad_request"
    for good in (".a", "...", "a..", "..%2Da"):
        assert client.put(f"apps/{app['id']}/players/{good}", {}).status_code == 200


def test_only_the_app_itself_sees_its_players(club: Club, account: ApiClient) -> None:
    _, app, _ = club
    other, _ = app_client(account, "Other")
    for stranger in (account, other):
        assert code_of(stranger.get(f"apps/{app['id']}/players/user|1")) == "not_found"
        assert code_of(stranger.put(f"apps/{app['id']}/players/user|1", {})) == "not_found"


def test_an_app_plays_for_its_player(club: Club) -> None:
    client, _, bea = club
    me = client.get("me", **acting(bea))
    assert me.json()["name"] == "Bea"
    assert "Act-As" in me["Vary"]
    game = client.post(
        "games", {"rules": {"preset": "classic"}, "seats": [{}, {"bot_level": "novice"}], "start": True}, **acting(bea)
    )
    assert game.status_code == 201
    view = client.get(f"games/{game.json()['id']}/view", **acting(bea)).json()
    assert view["viewer"] == "seat"
    assert len(view["hand"]) > 0


def test_what_an_app_changes_is_written_down(club: Club) -> None:
    client, app, bea = club
    client.get("me", **acting(bea))
    answer = client.patch("me", {"country": "GB"}, **acting(bea))
    client.patch("me", {"name": "<"}, **acting(bea))
    acts = list(AppAct.objects.order_by("id").values_list("app_id", "player_id", "operation", "path", "request_id"))
    assert [tuple(map(str, act)) for act in acts[:1]] == [
        (app["id"], bea["id"], "updateMe", "/api/v1/me", answer["Request-Id"])
    ]
    assert len(acts) == 2


def test_acting_costs_one_statement_for_all_who_take_part_and_one_for_what_is_written_down(club: Club) -> None:
    client, app, bea = club
    secret = {"client_secret": app["client_secret"]}
    ApiClient().post(f"apps/{app['id']}/tokens", secret)  # a second token must not double anything
    with CaptureQueriesContext(connection) as reading:
        client.get("me", **acting(bea))
    with CaptureQueriesContext(connection) as writing:
        client.patch("me", {"country": "GB"}, **acting(bea))
    wrote = [query for query in writing if "SAVEPOINT" not in query["sql"]]
    # app and player, note; lock, change, whose player it is; ratings
    assert (len(reading), len(wrote)) == (2, 6)


def test_an_app_acts_for_nobody_elses_player(club: Club, account: ApiClient, guest: ApiClient) -> None:
    client, _, bea = club
    other, _ = app_client(account, "Other")
    strangers = [account.get("me").json(), guest.get("me").json(), {"id": "01990000-0000-7000-8000-000000000000"}]
    for player in strangers:
        assert code_of(client.get("me", **acting(player))) == "not_your_player"
    refused = other.get("me", **acting(bea))
    assert code_of(refused) == "not_your_player"
    assert refused.json()["detail"] == "An app acts for its own players only."
    assert not AppAct.objects.exists()


def test_an_app_says_for_whom_it_acts(club: Club, guest: ApiClient) -> None:
    client, _, bea = club
    missing = client.get("me")
    assert (code_of(missing), missing.json()["errors"][0]["parameter"]) == ("bad_request", "Act-As")
    for form in ("nonsense", "{" + bea["id"] + "}", bea["id"].replace("-", "")):
        assert code_of(client.get("me", headers={"Act-As": form})) == "bad_request"
    assert client.get("meta").status_code == 200
    assert code_of(guest.get("me", **acting(guest.get("me").json()))) == "forbidden"


def test_the_token_of_an_app_cannot_sign_out(club: Club) -> None:
    client, _, bea = club
    assert code_of(client.delete("sessions/current", **acting(bea))) == "forbidden"


def test_an_app_cannot_take_a_players_account(club: Club) -> None:
    client, _, bea = club
    for answer in (
        client.post("me/upgrade", {"password": "correct horse battery"}, **acting(bea)),
        client.post("me/tokens", {"name": "x", "scopes": ["profile"]}, **acting(bea)),
        client.patch("me", {"email": "a@example.org"}, **acting(bea)),
    ):
        assert code_of(answer) == "missing_scope"


def test_a_changed_secret_leaves_a_day_or_ends_everything(club: Club, account: ApiClient, time_machine: Any) -> None:
    _, app, bea = club

    def token_for(secret: str) -> Any:
        return ApiClient().post(f"apps/{app['id']}/tokens", {"client_secret": secret})

    time_machine.move_to("2126-01-05T10:00:00Z", tick=False)
    account.token = ApiClient().post("sessions", {"login": "Ada", "password": "correct horse battery"}).json()["token"]
    second = account.post(f"apps/{app['id']}/rotate-secret", {}).json()["client_secret"]
    assert token_for(app["client_secret"]).status_code == token_for(second).status_code == 201
    time_machine.move_to("2126-01-06T10:00:00Z", tick=False)
    assert code_of(token_for(app["client_secret"])) == "wrong_login"
    working = ApiClient(token_for(second).json()["token"])
    account.token = ApiClient().post("sessions", {"login": "Ada", "password": "correct horse battery"}).json()["token"]
    third = account.post(f"apps/{app['id']}/rotate-secret", {"end_former": True}).json()["client_secret"]
    assert code_of(token_for(second)) == "wrong_login"
    assert code_of(working.get("me", **acting(bea))) == "token_expired"
    assert token_for(third).status_code == 201


def test_a_shut_app_does_nothing(club: Club, account: ApiClient) -> None:
    client, app, bea = club
    assert account.patch(f"apps/{app['id']}", {"active": False}).json()["active"] is False
    assert code_of(client.get("me", **acting(bea))) == "token_revoked"
    secret = {"client_secret": app["client_secret"]}
    assert code_of(ApiClient().post(f"apps/{app['id']}/tokens", secret)) == "wrong_login"
    assert account.patch(f"apps/{app['id']}", {"active": True, "name": "Guild"}).json()["name"] == "Guild"
    assert client.get("me", **acting(bea)).status_code == 200


def test_an_apps_token_lasts_an_hour(club: Club, time_machine: Any) -> None:
    client, _, bea = club
    time_machine.move_to(AppToken.objects.get().expires_at, tick=False)
    assert code_of(client.get("me", **acting(bea))) == "token_expired"
    sweep_players(now=timezone.now() + timedelta(hours=23))
    assert code_of(client.get("me")) == "token_expired"
    sweep_players(now=timezone.now() + timedelta(hours=24))
    assert code_of(client.get("me")) == "not_authenticated"


def test_an_account_has_ten_apps_at_most(account: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.services.apps.MOST_APPS", 1)
    assert account.post("apps", {"name": "One"}).status_code == 201
    assert code_of(account.post("apps", {"name": "Two"})) == "limit_reached"


@pytest.mark.usefixtures("limits")
def test_an_app_is_counted_as_itself_and_its_players_as_players(club: Club) -> None:
    client, _, bea = club
    assert client.get("me", **acting(bea))["RateLimit-Policy"] == '"player";q=300;w=60, "app";q=3000;w=60'
    assert client.get("meta")["RateLimit-Policy"] == '"app";q=3000;w=60'


@pytest.mark.usefixtures("limits")
def test_an_app_makes_so_many_players_an_hour_and_finds_any_number(
    club: Club, account: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, app, bea = club
    monkeypatch.setitem(BUCKETS, "app_players", replace(BUCKETS["app_players"], quota=3))
    path = f"apps/{app['id']}/players"
    made = [client.put(f"{path}/{number}", {}) for number in range(3)]
    assert [answer.status_code for answer in made[:2]] == [200, 200]
    assert (code_of(made[2]), made[2].json()["limit"]) == ("rate_limited", "app_players")
    assert [client.put(f"{path}/user|1", {}).json() for _ in range(3)] == [bea] * 3
    assert app_client(account, "Other")[0].get("meta").status_code == 200
    assert Player.objects.filter(of_app__app=app["id"]).count() == 3


def test_the_players_of_an_app_are_no_ones_account(club: Club, sign_up: SignUp) -> None:
    assert Player.objects.get(name="Bea").username is None
    sign_up("Bea")


def test_only_the_app_itself_is_told_its_ids(club: Club, account: ApiClient, guest: ApiClient) -> None:
    client, _, bea = club
    other, _ = app_client(account, "Other")
    path, listed = f"players/{bea['id']}", f"players?ids={bea['id']},{guest.get('me').json()['id']}"
    for asked in (client, other, account, guest, ApiClient()):
        expected = "user|1" if asked is client else None
        assert asked.get(path).json()["external_id"] == expected
        ids = {player["id"]: player["external_id"] for player in asked.get(listed).json()["results"]}
        assert (ids.pop(bea["id"]), list(ids.values())) == (expected, [None])
        assert asked.get("players?name=Bea").json()["results"][0]["external_id"] == expected
    assert client.get("me", **acting(bea)).json()["external_id"] == "user|1"
    game = client.post("games", {"rules": "quick", "seats": [{}, {}]}, **acting(bea)).json()
    for asked in (client, other, ApiClient()):
        seats = asked.get(f"games/{game['id']}?include=seats.player").json()["seats"]
        assert seats[0]["profile"]["external_id"] == ("user|1" if asked is client else None)


def test_telling_an_app_its_ids_costs_no_statement_more_for_each_player(club: Club) -> None:
    client, app, _ = club
    for number in range(2, 8):
        client.put(f"apps/{app['id']}/players/user|{number}", {"name": "Bea"})
        with CaptureQueriesContext(connection) as sent:
            found = client.get("players?name=Bea").json()["results"]
        assert (len(found), len(sent)) == (number, 3)  # token, players, their ratings


# Where players are sent back to, who let the app in


def test_an_app_names_where_players_are_sent_back_to(account: ApiClient) -> None:
    uris = ["https://club.example/cb", "com.example.club:/cb", "http://127.0.0.1/cb"]
    made = account.post("apps", {"name": "Club", "redirect_uris": uris}).json()
    assert made["redirect_uris"] == uris
    path = f"apps/{made['id']}"
    assert account.patch(path, {"name": "Guild"}).json()["redirect_uris"] == uris
    assert account.patch(path, {"redirect_uris": uris[:1]}).json()["redirect_uris"] == uris[:1]
    assert account.patch(path, {"redirect_uris": []}).json()["redirect_uris"] == []
    assert account.post("apps", {"name": "Other"}).json()["redirect_uris"] == []


@pytest.mark.parametrize(
    ("uris", "pointer"),
    [
        (["https://club.example/cb", "http://club.example/cb"], "/redirect_uris/1"),
        ([" https://club.example/cb"], "/redirect_uris/0"),
        (["javascript:alert(1)"], "/redirect_uris/0"),
        (["https://club.example/#x"], "/redirect_uris/0"),
        ([""], "/redirect_uris/0"),
        ([7], "/redirect_uris/0"),
        ([f"https://club.example/{number}" for number in range(11)], "/redirect_uris"),
        ("https://club.example/cb", "/redirect_uris"),
        (None, "/redirect_uris"),
    ],
    ids=str,
)
def test_an_address_that_will_not_do(account: ApiClient, uris: Any, pointer: str) -> None:
    answer = account.post("apps", {"name": "Club", "redirect_uris": uris})
    assert (code_of(answer), answer.json()["errors"][0]["pointer"]) == ("bad_request", pointer)


@pytest.mark.parametrize(
    "name", ["500 Rum", "Rummy-500", "Club Support", "The (official) club", "Cl\u202eub", "Cl\u200bub", " "]
)
def test_an_app_does_not_pretend(account: ApiClient, name: str) -> None:
    answer = account.post("apps", {"name": name})
    assert (code_of(answer), answer.json()["errors"][0]["pointer"]) == ("bad_request", "/name")
    assert (
        account.post("apps", {"name": "Ada's  card club \u2660\ufe0f"}).json()["name"] == "Ada's card club \u2660\ufe0f"
    )
