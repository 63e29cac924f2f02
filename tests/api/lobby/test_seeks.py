"""Seeks by HTTP: from the first wish to the game, and who may see them."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Seek
from players.models import Player
from players.services import issue_personal_token
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
WISH = {"rules": {"preset": "quick"}, "min_seats": 2}
NOBODY = "01990000-0000-7000-8000-000000000000"


class Seeker:
    """A player and a client."""

    def __init__(self, name: str = "") -> None:
        self.player: Player = guest(name)
        self.client: ApiClient = client_of(self.player)

    def seek(self, **wish: Any) -> dict[str, Any]:
        answer = self.client.post("seeks", WISH | wish)
        assert answer.status_code == 201, answer.content
        return json.loads(answer.content)


@pytest.fixture
def ada() -> Seeker:
    return Seeker("Ada")


@pytest.fixture
def ben() -> Seeker:
    return Seeker("Ben")


def test_from_a_wish_to_the_game(ada: Seeker, ben: Seeker) -> None:
    made = ada.seek()
    assert (made["status"], made["game"], made["player"]["name"]) == ("open", None, "Ada")
    assert made["rules"]["preset"] == "quick"
    matched = ben.seek()
    assert matched["status"] == "matched"
    read = ada.client.get(f"seeks/{made['id']}?wait=25").json()
    assert (read["status"], read["game"]) == ("matched", matched["game"])
    game = ada.client.get(f"games/{read['game']}").json()
    assert (game["status"], {seat["player"]["name"] for seat in game["seats"]}) == ("running", {"Ada", "Ben"})
    assert game["owner"]["name"] == "Ada"


def test_what_is_told_can_be_sought_by_another(ada: Seeker, ben: Seeker) -> None:
    """All members that a wish has are in the answer, under the same names."""
    wish = {
        "rules": {"preset": "pagat", "target": 300},
        "min_seats": 3,
        "max_seats": 4,
        "clock": {"mode": "live", "initial_ms": 60_000, "increment_ms": 1000},
        "visibility": "unlisted",
        "min_rating": 1000,
        "max_rating": 2000,
        "bots": "on_expiry",
        "bot_level": "club",
    }
    told = ada.seek(**wish)
    again = ben.seek(**{name: told[name] for name in wish})
    times = ("id", "player", "created_at", "expires_at", "server_time")
    assert {**told, **dict.fromkeys(times)} == {**again, **dict.fromkeys(times)}


def test_a_seek_sent_twice_is_one(ada: Seeker) -> None:
    answers = [ada.client.post("seeks", WISH, headers={"Idempotency-Key": "once"}) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert answers[1]["Location"] == f"/api/v1/seeks/{answers[0].json()['id']}"
    assert Seek.objects.count() == 1


def test_with_bots_at_once(ada: Seeker) -> None:
    told = ada.seek(min_seats=3, bots="at_once")
    game = ada.client.get(f"games/{told['game']}").json()
    assert sorted(seat["bot_level"] or "" for seat in game["seats"]) == ["", "casual", "casual"]


def test_renewed_and_withdrawn(ada: Seeker, ben: Seeker) -> None:
    path = f"seeks/{ada.seek()['id']}"
    Seek.objects.update(expires_at=timezone.now() + timedelta(seconds=9))
    renewed = ada.client.post(f"{path}/renew").json()
    assert renewed["expires_at"] > renewed["server_time"]
    assert Seek.objects.get().expires_at > timezone.now() + timedelta(minutes=4)
    assert code_of(ben.client.post(f"{path}/renew")) == "not_found"
    assert code_of(ben.client.delete(path)) == "not_found"
    assert [ada.client.delete(path).status_code for _ in range(2)] == [204, 204]
    assert code_of(ada.client.post(f"{path}/renew")) == "seek_closed"
    assert ada.client.get(path).json()["status"] == "cancelled"


def test_one_that_has_run_out_is_told_so(ada: Seeker) -> None:
    path = f"seeks/{ada.seek()['id']}"
    Seek.objects.update(expires_at=timezone.now())
    assert ada.client.get(f"{path}?wait=25").json()["status"] == "expired"


class TestTheList:
    def listed(self, client: ApiClient, query: str = "") -> list[str]:
        return [seek["id"] for seek in client.get(f"seeks?{query}").json()["results"]]

    def test_shows_what_is_open(self, ada: Seeker, ben: Seeker, anybody: ApiClient) -> None:
        first = ada.seek(min_seats=4)["id"]
        second = ben.seek(min_seats=2, max_seats=3)["id"]
        closed = ada.seek(rules="pagat")["id"]
        ada.client.delete(f"seeks/{closed}")
        gone = ada.seek(rules="classic")["id"]
        Seek.objects.filter(id=gone).update(expires_at=timezone.now())
        assert self.listed(anybody) == [second, first]
        assert self.listed(anybody, "seats=3") == [second]
        assert self.listed(anybody, "preset=pagat") == self.listed(anybody, "rated=true") == []
        assert self.listed(ada.client, "mine=true") == [first]
        assert self.listed(anybody, "mine=true") == []
        assert code_of(anybody.get("seeks?preset=nonsense")) == "bad_request"

    def test_comes_in_pages(self, anybody: ApiClient) -> None:
        made = [Seeker().seek(min_seats=8)["id"] for _ in range(5)]
        page, found = anybody.get("seeks?limit=2").json(), []
        while True:
            found += [seek["id"] for seek in page["results"]]
            if not page["has_more"]:
                break
            page = anybody.get(f"seeks?limit=2&cursor={page['next_cursor']}").json()
        assert found == made[::-1]

    def test_shows_others_public_ones_only(self, ada: Seeker, ben: Seeker, anybody: ApiClient) -> None:
        for visibility in ("unlisted", "private"):
            made = ada.seek(visibility=visibility)["id"]
            assert made in self.listed(ada.client)
            for other in (ben.client, anybody):
                assert made not in self.listed(other)
                assert code_of(other.get(f"seeks/{made}")) == "not_found"

    @pytest.mark.parametrize("blocking", [0, 1])
    def test_shows_none_of_those_who_are_blocked(self, ada: Seeker, ben: Seeker, blocking: int) -> None:
        pair = [ada, ben]
        pair[blocking].client.put(f"me/blocks/{pair[1 - blocking].player.pk}", {})
        made = ada.seek()["id"]
        assert self.listed(ben.client) == []
        assert code_of(ben.client.get(f"seeks/{made}")) == "not_found"
        assert ben.seek()["status"] == "open"


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"min_seats": 1}, "/min_seats"),
        ({"max_seats": 9}, "/max_seats"),
        ({"min_seats": 4, "max_seats": 3}, "/max_seats"),
        ({"min_rating": 1500, "max_rating": 1499}, "/max_rating"),
        ({"bots": "sometimes"}, "/bots"),
        ({"bot_level": "club"}, "/bot_level"),
        ({"bots": "at_once", "bot_level": "nonsense"}, "/bot_level"),
        ({"rated": True}, "/rated"),
        ({"clock": {"mode": "live"}}, "/clock/initial_ms"),
    ],
)
def test_what_cannot_be_sought(ada: Seeker, wish: dict[str, Any], pointer: str) -> None:
    answer = ada.client.post("seeks", WISH | wish)
    assert code_of(answer) == "bad_request"
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


def test_rules_have_to_suit_the_seats(ada: Seeker) -> None:
    assert code_of(ada.client.post("seeks", WISH | {"rules": {"max_players": 3}, "max_seats": 4})) == "impossible_rules"


def test_a_guest_seeks_unrated_games_only(ada: Seeker) -> None:
    rated = {"rated": True, "clock": {"mode": "live", "initial_ms": 60_000}}
    assert code_of(ada.client.post("seeks", WISH | rated)) == "forbidden"
    Player.objects.update(kind="account")
    assert ada.seek(**rated)["rated"] is True


def test_needs_the_scope(ada: Seeker) -> None:
    _, secret = issue_personal_token(
        player=ada.player, token=None, name="x", scopes=["game:play"], expires_at=None, now=timezone.now()
    )
    answer = ApiClient(secret).post("seeks", WISH)
    assert (code_of(answer), answer.json()["required_scope"]) == ("missing_scope", "lobby")


def test_not_more_than_thirty_an_hour(ada: Seeker, limits: None) -> None:
    answers = [ada.client.post("seeks", WISH | {"min_seats": 9}) for _ in range(31)]
    assert {code_of(answer) for answer in answers[:30]} == {"bad_request"}
    assert (code_of(answers[30]), answers[30].json()["limit"]) == ("rate_limited", "lobby")


def test_what_is_not_there(ada: Seeker) -> None:
    assert code_of(ada.client.get(f"seeks/{NOBODY}")) == "not_found"
    assert code_of(ada.client.delete(f"seeks/{NOBODY}")) == "not_found"
