"""One player's whole life here: guest, account, games, a copy of everything, forgotten; others lose nothing."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db.models import BinaryField
from django.utils import timezone

from games.models import Game
from games.replay import faults_of
from players.models import DataExport, Player
from players.services.exports import write_export
from players.services.sweep import sweep_players
from scoring.replay import faults_of as rating_faults_of
from scoring.services.rating import rate_games
from tests.api.client import ApiClient, code_of
from tests.service.games.table import set_position

from .conftest import PASSWORD, login

pytestmark = pytest.mark.django_db
NAME, ADDRESS, PUSH_TOKEN = "Wilhelmina Xylander", "wilhelmina@example.org", "push-token-of-her-phone"
PRIVATE = (NAME, "Wilhelmina", "Xylander", ADDRESS, PUSH_TOKEN, "xylander.example.org")
SHORT = {"preset": "classic", "call": "off", "deal_limit": 1, "stock_out": "end"}
POOL, BOARD = "classic.fast", "leaderboards/classic.fast.all"
RATED = {"rules": "ranked", "seats": [{}, {}], "rated": True, "clock": {"mode": "live", "turn_ms": 20_000}}
LAST = {"turn": 0, "phase": "play", "hands": [["2C"], ["KD"]], "stock": ["5H"], "pile": ["9C"], "scores": [500, 0]}
OF_A_GAME = ("", "/view", "/record", "/record.txt", "/deals", "/moves?limit=100", "/events?limit=100", "/chat/table")


def arrived(name: str) -> ApiClient:
    return ApiClient(ApiClient().post("guests", {"name": name}).json()["token"])


def begun(one: ApiClient, other: ApiClient) -> str:
    """A game of the two, in which both have said something."""
    game = one.post("games", {"rules": SHORT, "seats": [{}, {}], "visibility": "public"}).json()["id"]
    assert other.put(f"games/{game}/seats/1", {}).status_code == 200
    assert one.post(f"games/{game}/start").status_code == 200
    for client, text in ((one, "Good luck, I am Wilhelmina"), (other, "Good luck")):
        assert client.post(f"games/{game}/chat/table", {"text": text}).status_code == 201
    return str(game)


def play(game: str, *seats: ApiClient, turns: int = 100) -> None:
    """Whoever is on turn draws and discards, so many turns or until the stock is used up and the game over."""
    view = seats[0].get(f"games/{game}/view").json()
    for _ in range(2 * turns):
        told = seats[view["turn"]].get(f"games/{game}/legal-moves")
        listed = told.json()["moves"] if told.status_code == 200 else []
        moves = [one["move"] for one in listed if one["move"]["type"] in ("draw", "discard")]
        if not moves:
            assert seats[0].get(f"games/{game}").json()["status"] == "finished"
            return
        posted = seats[view["turn"]].post(f"games/{game}/moves", {"version": view["version"], "move": moves[-1]})
        assert posted.status_code == 201
        view = posted.json()["view"]


def win(one: ApiClient, other: ApiClient) -> None:
    """A rated game that `one` wins with the next discard, and that is rated."""
    game = one.post("games", RATED).json()["id"]
    assert other.put(f"games/{game}/seats/1", {}).status_code == 200
    assert one.post(f"games/{game}/start").status_code == 200
    set_position(game, LAST, timezone.now())
    body = {"version": one.get(f"games/{game}/view").json()["version"], "move": {"type": "discard", "card": "2C"}}
    assert one.post(f"games/{game}/moves", body).status_code == 201
    assert rate_games(pool=POOL, now=timezone.now()) == 1


def kept_sheet(one: ApiClient, other: ApiClient) -> str:
    """A score sheet of one, at which both sit; its address."""
    wish = {"name": "Friday", "rules": "pagat", "names": ["Wilhelmina", "Ben"], "own_seat": 0}
    sheet = f"score-sheets/{one.post('score-sheets', wish).json()['id']}"
    secret = one.post(f"{sheet}/links", {"access": "write"}).json()["secret"]
    assert other.put(f"{sheet}/seats/1", {}, headers={"Sheet-Link": secret}).status_code == 200
    entry = {"deal_number": 1, "went_out": 0, "seats": [{"points": 45}, {"points": -5}]}
    assert one.put(f"{sheet}/deals/0199a4b2-6f9d-4c30-9d51-1f2a3b4c5d6e", entry).status_code == 200
    return sheet


def board() -> list[tuple[int, str, int]]:
    """Who stands on the board: rank, name, games."""
    rows = ApiClient().get(BOARD).json()["results"]
    return [(row["rank"], row["player"]["name"], row["games"]) for row in rows]


def become_somebody(client: ApiClient, friend: str) -> None:
    """An account with an address, a device, a webhook and a friend."""
    upgraded = client.post("me/upgrade", {"name": NAME, "password": PASSWORD, "email": ADDRESS})
    assert upgraded.status_code == 200
    device = {"push_token": PUSH_TOKEN, "platform": "ios"}
    assert client.put("me/devices/0199a4b2-6f9d-4c30-9d51-1f2a3b4c5d6e", device).status_code == 200
    hook = {"url": "https://xylander.example.org/hook", "events": ["game_over"]}
    assert client.post("webhooks", hook).status_code == 201
    assert client.put(f"me/friends/{friend}").status_code == 200


def rows() -> Iterator[str]:
    """Everything that is stored, row by row, what is packed included."""
    for model in apps.get_models():
        packed = [field.name for field in model._meta.concrete_fields if isinstance(field, BinaryField)]
        for row in model._default_manager.values():
            content = b"".join(bytes(row.pop(name) or b"") for name in packed if name in row)
            told = json.dumps(row, default=str, ensure_ascii=False)
            yield f"{model.__name__} {told} {content.decode(errors='replace')}"


def told_of(client: ApiClient, games: list[str]) -> dict[str, str]:
    """All that the client reads of these games."""
    answers = {f"games/{game}{part}": client.get(f"games/{game}{part}") for game in games for part in OF_A_GAME}
    assert {path for path, answer in answers.items() if answer.status_code != 200} == set()
    return {path: answer.content.decode() for path, answer in answers.items()}


def copy_of(client: ApiClient) -> Any:
    location = client.post("me/exports")["Location"]
    write_export(export_id=DataExport.objects.latest("created_at").pk, now=timezone.now())
    return client.get(location).json()["content"]


def test_from_guest_to_forgotten() -> None:
    her, ben = arrived("Wilhelmina"), arrived("Ben")
    her_id, ben_id = her.get("me").json()["id"], ben.get("me").json()["id"]
    first = begun(her, ben)
    play(first, her, ben)
    win(her, ben)
    as_guest = her.get(f"players/{her_id}/statistics").json()
    (rating,) = her.get("me").json()["ratings"]
    assert rating["key"] == POOL
    assert rating["rating"] > 1500
    assert board() == []  # it takes ten games

    become_somebody(her, ben_id)
    me = her.get("me").json()
    assert (me["id"], me["kind"], me["name"]) == (her_id, "account", NAME)
    assert me["ratings"] == [rating]
    assert {**her.get(f"players/{her_id}/statistics").json(), "player": None} == {**as_guest, "player": None}
    second, running = begun(her, ben), begun(her, ben)
    play(second, her, ben)
    play(running, her, ben, turns=3)
    games = [first, second, running]
    listed = [game["id"] for game in her.get(f"players/{her_id}/games").json()["results"]]
    assert set(games) < set(listed)
    for _ in range(9):
        win(her, ben)
    assert board() == [(1, NAME, 10), (2, "Ben", 10)]
    sheet = kept_sheet(her, ben)

    content = copy_of(her)
    assert content["player"]["name"] == NAME
    assert set(games) < {played["id"] for played in content["games"]["played"]}
    assert len(content["scoring"]["changes"]) == 10
    assert {one["board__season"] for one in content["scoring"]["standings"]} > {"all"}
    assert [own["totals"] for own in content["sheets"]["owned"]] == [[45, -5]]
    assert all(part in json.dumps(content) for part in ("Good luck, I am", "xylander.example.org", "ios"))
    assert any(NAME in row for row in rows())

    before, scores = told_of(ben, games), scores_of(ben, ben_id)
    assert her.post("me/erasure").status_code == 202
    sweep_players(now=timezone.now() + timedelta(days=13))
    assert her.get("me").status_code == 200
    sweep_players(now=timezone.now() + timedelta(days=14))

    assert code_of(her.get("me")) == "not_authenticated"
    assert code_of(login(NAME)) == "wrong_login"
    assert [row for row in rows() if any(known in row for known in PRIVATE)] == []
    assert Player.objects.get(pk=her_id).name == "Deleted player"
    check_others_have_lost_nothing(ben, games, before)
    assert board() == [(1, "Ben", 10)]
    assert scores_of(ben, ben_id) == scores
    assert rating_faults_of(POOL) == []
    check_sheet_is_kept(ben, sheet)
    assert ApiClient().post("accounts", {"name": NAME, "password": PASSWORD}).status_code == 201  # it is free again


def scores_of(ben: ApiClient, ben_id: str) -> list[Any]:
    """The ratings of the other player, how they came about, and the counts."""
    (rating,) = ben.get(f"players/{ben_id}/ratings").json()["results"]
    told = [ben.get(f"players/{ben_id}/{part}").json() for part in (f"ratings/{POOL}/history", "statistics")]
    return [{**rating, "rank": None}, *told]


def check_sheet_is_kept(ben: ApiClient, sheet: str) -> None:
    told = ben.get(sheet).json()
    assert (told["role"], told["names"], told["totals"]) == ("owner", ["Deleted player", "Ben"], [45, -5])
    assert [seat["player"] is None for seat in told["seats"]] == [True, False]
    put, *_ = (one for one in ben.get(f"{sheet}/history").json()["results"] if one["kind"] == "deal_put")
    assert (put["number"], put["by"]) == (3, None)


def check_others_have_lost_nothing(ben: ApiClient, games: list[str], before: dict[str, str]) -> None:
    after = told_of(ben, games)
    finished, running = games[:2], games[2]
    assert {json.loads(after[f"games/{game}"])["status"] for game in finished} == {"finished"}
    assert not any(known in text for text in after.values() for known in PRIVATE)
    for game in finished:
        for part in ("/moves?limit=100", "/deals"):
            assert without_names(after[f"games/{game}{part}"]) == without_names(before[f"games/{game}{part}"])
        told = [json.loads(one[f"games/{game}/events?limit=100"])["results"] for one in (before, after)]
        kinds = [[(event["id"], event["type"]) for event in events] for events in told]
        assert kinds[1][: len(kinds[0])] == kinds[0]
    assert json.loads(after[f"games/{running}"])["status"] in ("aborted", "running")
    ends = [event["type"] for event in ben.get(f"games/{running}/events?limit=100").json()["results"]]
    assert "player_left" in ends
    for game in games:
        assert faults_of(Game.objects.get(pk=game).pk) == []
        said = json.loads(after[f"games/{game}/chat/table"])["results"]
        assert {message["text"] for message in said} <= {"Good luck", None}
        assert "Good luck" in {message["text"] for message in said}
    kept = copy_of(ben)
    assert set(games) < {played["id"] for played in kept["games"]["played"]}
    assert ben.get(f"players/{ben.get('me').json()['id']}/games").json()["results"]


def without_names(text: str) -> str:
    return text.replace(NAME, "Deleted player").replace("Wilhelmina", "Deleted player")
