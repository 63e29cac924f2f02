"""Invitations by HTTP: from the code to the seat, what the invited see, and that nobody guesses codes."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Invite, Seat
from games.tasks import make_games
from players.models import PlayerEvent
from tests.api.client import ApiClient, code_of

from .test_seeks import Seeker

pytestmark = pytest.mark.django_db
SEATS = {"rules": "quick", "seats": [{}, {}, {}], "visibility": "private"}


@pytest.fixture
def ada() -> Seeker:
    return Seeker("Ada")


@pytest.fixture
def ben() -> Seeker:
    return Seeker("Ben")


@pytest.fixture
def game(ada: Seeker) -> str:
    return str(ada.client.post("games", SEATS).json()["id"])


def invited(by: Seeker, game: str, player: Seeker | None = None, **body: Any) -> dict[str, Any]:
    if player is not None:
        body["player"] = str(player.player.pk)
    answer = by.client.post(f"games/{game}/invites", body)
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def names(game: dict[str, Any]) -> list[str | None]:
    return [seat["player"] and seat["player"]["name"] for seat in game["seats"]]


def test_from_the_code_to_the_seat(ada: Seeker, ben: Seeker, game: str, anybody: ApiClient) -> None:
    made = invited(ada, game, valid_seconds=600)
    assert code_of(ben.client.get(f"games/{game}")) == "not_found"
    seen = anybody.get(f"invites/{made['code'].lower()}").json()
    assert (seen["status"], seen["by"]["name"], seen["player"], seen["seat"]) == ("open", "Ada", None, 1)
    assert seen["game"]["id"] == seen["game_id"] == game
    assert [seat["reserved_until"] for seat in seen["game"]["seats"]] == [None, seen["expires_at"], None]
    told = ben.client.post(f"invites/{made['code']}/accept")
    assert names(told.json()) == ["Ada", "Ben", None]
    assert told.json() == ben.client.get(f"games/{game}").json()
    assert told["ETag"] == ben.client.get(f"games/{game}")["ETag"]
    assert code_of(anybody.get(f"invites/{made['code']}")) == "invite_expired"


def test_one_by_name(ada: Seeker, ben: Seeker, game: str, anybody: ApiClient) -> None:
    made = invited(ada, game, ben, seat=2)
    assert made["player"]["name"] == "Ben"
    for other in (anybody, Seeker().client):
        assert code_of(other.get(f"invites/{made['code']}")) == "not_found"
    (listed,) = ben.client.get("me/invites").json()["results"]
    assert listed == {name: value for name, value in made.items() if name != "server_time"}
    assert ada.client.get("me/invites?direction=sent").json()["results"] == [listed]
    assert ada.client.get("me/invites").json()["results"] == []
    ben.client.post(f"invites/{made['code']}/accept")
    assert ben.client.get("me/invites").json()["results"] == []
    assert ben.client.get(f"invites/{made['code']}").json()["status"] == "accepted"


def test_declined_and_withdrawn(ada: Seeker, ben: Seeker, game: str) -> None:
    named, code = invited(ada, game, ben)["code"], invited(ada, game)["code"]
    declined = ben.client.post(f"invites/{named}/decline").json()
    assert (declined["status"], declined["game"]) == ("declined", None)
    assert code_of(ben.client.post(f"invites/{code}/decline")) == "forbidden"
    assert code_of(ben.client.delete(f"invites/{code}")) == "not_owner"
    assert [ada.client.delete(f"invites/{code}").status_code for _ in range(2)] == [204, 204]
    assert code_of(ben.client.post(f"invites/{code}/accept")) == "invite_expired"


def test_one_that_has_run_out(ada: Seeker, ben: Seeker, game: str) -> None:
    code = invited(ada, game)["code"]
    past = timezone.now() - timedelta(seconds=1)
    Invite.objects.update(expires_at=past)
    Seat.objects.filter(seat=1).update(reserved_until=past)
    Game.objects.update(invite_expires_at=past, due_at=past)
    assert code_of(ben.client.post(f"invites/{code}/accept")) == "invite_expired"
    assert code_of(ben.client.get(f"invites/{code}")) == "invite_expired"
    assert ada.client.get(f"invites/{code}").json()["status"] == "expired"
    assert ada.client.get(f"games/{game}").json()["seats"][1]["reserved_until"] is None


def test_what_is_sent_twice_is_done_once(ada: Seeker, ben: Seeker, game: str) -> None:
    key = {"Idempotency-Key": "once"}
    made = [ada.client.post(f"games/{game}/invites", {}, headers=key) for _ in range(2)]
    assert made[0].content == made[1].content
    assert made[1]["Location"] == f"/api/v1/invites/{made[0].json()['code']}"
    told = [ben.client.post(f"invites/{made[0].json()['code']}/accept", headers=key) for _ in range(2)]
    assert told[0].content == told[1].content
    assert told[1].headers["Idempotency-Replayed"] == "true"


def test_a_game_invites_those_whom_it_names(ada: Seeker, ben: Seeker) -> None:
    seats = [{}, {"player": str(ben.player.pk)}, {"bot_level": "club"}]
    made = ada.client.post("games", SEATS | {"seats": seats}).json()
    assert names(made) == ["Ada", None, None]
    assert made["seats"][1]["reserved_until"] is not None
    (listed,) = ben.client.get("me/invites").json()["results"]
    assert listed["game"] == made
    assert ada.client.post(f"games/{made['id']}/start").json()["code"] == "seats_open"
    ben.client.post(f"invites/{listed['code']}/accept")
    assert ada.client.post(f"games/{made['id']}/start").json()["status"] == "running"


@pytest.mark.parametrize("seats", [[{}, {"bot_level": "club"}], [{}, {}]], ids=["all", "none"])
def test_an_order_of_all_games_or_none_tells_the_invited_once_it_is_made(
    ada: Seeker, ben: Seeker, seats: list[Any]
) -> None:
    named = SEATS | {"seats": [{}, {"player": str(ben.player.pk)}]}
    order = [named, named, SEATS | {"seats": seats, "start": True}]
    answer = ada.client.post("bulk/games", {"games": order, "atomic": True})
    make_games(answer["Location"].rpartition("/")[2])
    invited_to = 2 if seats[1] else 0
    assert len(ben.client.get("me/invites").json()["results"]) == invited_to
    assert PlayerEvent.objects.filter(player=ben.player, type="invite_received").count() == invited_to


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"valid_seconds": 59}, "/valid_seconds"),
        ({"valid_seconds": 604801}, "/valid_seconds"),
        ({"seat": 8}, "/seat"),
        ({"player": "Ben"}, "/player"),
    ],
)
def test_what_cannot_be_asked(ada: Seeker, game: str, body: dict[str, Any], pointer: str) -> None:
    answer = ada.client.post(f"games/{game}/invites", body)
    assert (code_of(answer), answer.json()["errors"][0]["pointer"]) == ("bad_request", pointer)


def test_a_private_game_is_not_known_to_others(ben: Seeker, game: str) -> None:
    assert code_of(ben.client.post(f"games/{game}/invites", {})) == "not_found"
    assert code_of(ben.client.post(f"games/{game}/invites", {"junk": 1})) == "not_found"


class TestGuessing:
    def test_wrong_codes_are_limited_and_right_ones_are_not(
        self, ada: Seeker, ben: Seeker, game: str, limits: None
    ) -> None:
        code = invited(ada, game)["code"]
        for _ in range(25):
            assert ben.client.get(f"invites/{code}").status_code == 200
        ways = [ben.client.get, lambda path: ben.client.post(f"{path}/accept"), ben.client.delete]
        for number in range(20):
            assert code_of(ways[number % 3](f"invites/{number:010}")) == "not_found"
        for way in ways:
            answer = way(f"invites/{code}")
            assert (code_of(answer), answer.json()["limit"]) == ("rate_limited", "invite_codes")
        assert ada.client.get(f"invites/{code}").status_code == 200

    def test_all_invitations_are_limited_together(self, ada: Seeker, ben: Seeker, game: str, limits: None) -> None:
        named = SEATS | {"seats": [{}, {"player": str(ben.player.pk)}]}
        for number in range(30):
            asked = (f"games/{game}/invites", {"seat": 7}) if number % 2 else ("games", named)
            assert ada.client.post(*asked).status_code in (404, 201)
        for asked in ((f"games/{game}/invites", {}), ("games", named), ("seeks", {"rules": "quick", "min_seats": 2})):
            answer = ada.client.post(*asked)
            assert (code_of(answer), answer.json()["limit"]) == ("rate_limited", "lobby")
        assert ada.client.post("games", SEATS).status_code == 201

    def test_an_order_of_many_games_counts_each_that_invites(self, ada: Seeker, ben: Seeker, limits: None) -> None:
        named = SEATS | {"seats": [{}, {"player": str(ben.player.pk)}]}
        assert ada.client.post("bulk/games", {"games": [named] * 30}).status_code == 202
        answer = ada.client.post("bulk/games", {"games": [SEATS, named]})
        assert (code_of(answer), answer.json()["limit"]) == ("rate_limited", "lobby")
        assert ada.client.post("bulk/games", {"games": [SEATS]}).status_code == 202


class TestTheListOfGames:
    def listed(self, client: ApiClient, query: str = "joinable=true") -> list[str]:
        return [game["id"] for game in client.get(f"games?{query}").json()["results"]]

    def test_shows_where_one_may_sit_down(self, ada: Seeker, ben: Seeker, anybody: ApiClient) -> None:
        def made(**wish: Any) -> str:
            return str(ada.client.post("games", {"rules": "quick", "seats": [{}, {}], **wish}).json()["id"])

        free, kept = made(), made()
        full = made(seats=[{}, {"bot_level": "club"}])
        made(seats=[{}, {"bot_level": "club"}], start=True)
        made(visibility="private")
        code = invited(ada, kept)["code"]
        assert self.listed(anybody) == self.listed(ben.client) == [free]
        assert self.listed(ben.client, "status=open") == [full, kept, free]
        assert self.listed(ada.client) == []
        ada.client.delete(f"invites/{code}")
        assert self.listed(ben.client) == [kept, free]
        ben.client.put(f"games/{kept}/seats/1", {})
        assert self.listed(ben.client) == [free]

    @pytest.mark.parametrize("blocking", [0, 1])
    def test_shows_no_table_of_those_who_are_blocked(self, ada: Seeker, ben: Seeker, blocking: int) -> None:
        game = ada.client.post("games", {"rules": "quick", "seats": [{}, {}]}).json()["id"]
        assert self.listed(ben.client) == [game]
        pair = [ada, ben]
        pair[blocking].client.put(f"me/blocks/{pair[1 - blocking].player.pk}", {})
        assert self.listed(ben.client) == []


def test_what_is_exported_and_left(ada: Seeker, ben: Seeker, game: str) -> None:
    from games.belongings import leave, told

    ada.seek(min_seats=8)
    code = invited(ada, game, ben)["code"]
    assert [invite["code"] for invite in told(ada.player.pk)["invites_sent"]] == [code]
    assert [invite["code"] for invite in told(ben.player.pk)["invites"]] == [code]
    assert [seek["status"] for seek in told(ada.player.pk)["seeks"]] == ["open"]
    leave(ben.player.pk, timezone.now())
    assert Invite.objects.get().status == "declined"
    leave(ada.player.pk, timezone.now())
    assert [seek["status"] for seek in told(ada.player.pk)["seeks"]] == ["cancelled"]
