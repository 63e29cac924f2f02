"""Which operations honour a key, need a version, come in pages and wait for news; and that they do."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Entry, Game, Offer
from tests.api.client import ApiClient, code_of, openapi, operations
from tests.api.games.tables import Table, client_of
from tests.service.games.table import OPEN, guest, made

pytestmark = pytest.mark.django_db

# K: `Idempotency-Key`; V: the version, in the body or in `If-Match`; P: pages; L: waits. All others have none.
MARKS = {
    "createGuest": "K",
    "createAccount": "K",
    "upgradeGuest": "K",
    "refreshSession": "K",
    "createDataExport": "K",
    "listTokens": "P",
    "listApps": "P",
    "listPlayers": "P",
    "listFriends": "P",
    "listBlocks": "P",
    "createGame": "K",
    "listGames": "P",
    "listPlayerGames": "P",
    "updateGame": "V",
    "submitMove": "KV",
    "submitTurn": "KV",
    "checkMove": "V",
    "listMoves": "P",
    "createOffer": "KV",
    "listOffers": "P",
    "resignGame": "K",
    "createRematch": "K",
    "listGameEvents": "L",
    "listDeals": "P",
    "createGamesBulk": "K",
    "listMessages": "P",
    "postMessage": "K",
    "createInvite": "K",
    "importRecord": "K",
    "acceptInvite": "K",
    "declineInvite": "K",
    "listMyEvents": "L",
    "listMyInvites": "P",
    "listNotifications": "P",
    "listMyTurns": "P",
    "listSeeks": "P",
    "listRatingHistory": "P",
    "listLeaderboards": "P",
    "listLeaderboardRows": "P",
    "listLeaderboardAround": "P",
    "startDailyAttempt": "K",
    "listDailyRows": "P",
    "listDailyAround": "P",
    "createSeek": "K",
    "listDevices": "P",
    "listWebhooks": "P",
    "listDeliveries": "P",
    "createScoreSheet": "K",
    "listScoreSheets": "P",
    "updateScoreSheet": "V",
    "deleteScoreSheet": "V",
    "listSheetHistory": "P",
}


def marks_of(described: dict[str, Any]) -> str:
    parameters = {parameter["name"] for parameter in described.get("parameters", [])}
    body = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    schema = openapi()["components"]["schemas"].get(body.get("$ref", "").rsplit("/", 1)[-1], {})
    needs_version = "If-Match" in parameters or "version" in schema.get("properties", {})
    found = {
        "K": "Idempotency-Key" in parameters,
        "V": needs_version,
        "P": {"limit", "cursor", "count"} <= parameters,
        "L": {"after", "wait"} <= parameters,
    }
    return "".join(mark for mark, is_there in found.items() if is_there)


def test_the_marks_are_those_that_are_described() -> None:
    found = {name: marks_of(described) for name, (_, _, described) in operations().items()}
    assert {name: marks for name, marks in found.items() if marks} == MARKS


def test_a_version_that_is_needed_is_missed_and_one_that_is_not_current_refused() -> None:
    for name, (_, _, described) in operations().items():
        answers = {"412", "428"} & set(described["responses"])
        assert answers == ({"412", "428"} if "V" in MARKS.get(name, "") else set()), name


DRAW = {"type": "draw"}
IN_THE_BODY = {
    "moves": {"move": DRAW},
    "turn": {"moves": [{"type": "take", "card": "9C"}]},
    "moves/check": {"move": DRAW},
    "offers": {"kind": "pause"},
}


@pytest.mark.parametrize("path", IN_THE_BODY)
class TestAVersionInTheBody:
    def test_is_needed(self, table: Table, path: str) -> None:
        answer = table.seats[0].post(f"{table.path}/{path}", IN_THE_BODY[path])
        assert (answer.status_code, code_of(answer)) == (428, "version_required")
        tag = {"If-Match": f'"v{table.version}.0"'}
        assert (
            code_of(table.seats[0].post(f"{table.path}/{path}", IN_THE_BODY[path], headers=tag)) == "version_required"
        )

    def test_has_to_be_the_current_one(self, table: Table, path: str) -> None:
        for version in (table.version - 1, table.version + 1, 0):
            answer = table.seats[0].post(f"{table.path}/{path}", {**IN_THE_BODY[path], "version": version})
            assert (answer.status_code, code_of(answer)) == (412, "version_conflict")
            assert answer.json()["current_version"] == table.version

    def test_is_enough(self, table: Table, path: str) -> None:
        answer = table.seats[0].post(f"{table.path}/{path}", {**IN_THE_BODY[path], "version": table.version})
        assert answer.status_code in (200, 201)


class TestAVersionInIfMatch:
    @pytest.fixture
    def game(self) -> tuple[str, ApiClient]:
        owner = guest("Owner")
        return f"games/{made(OPEN, OPEN, owner=owner).game.id}", client_of(owner)

    def patched(self, game: tuple[str, ApiClient], **headers: str) -> Any:
        path, owner = game
        return owner.patch(path, {"visibility": "private"}, headers=headers)

    def test_is_needed(self, game: tuple[str, ApiClient]) -> None:
        assert code_of(self.patched(game)) == "version_required"
        path, owner = game
        assert code_of(owner.patch(path, {"visibility": "private", "version": 2})) == "unknown_field"

    @pytest.mark.parametrize("tag", ['"v1.0"', '"v3.0"', 'W/"v0.0"'])
    def test_has_to_be_the_current_one(self, game: tuple[str, ApiClient], tag: str) -> None:
        assert code_of(self.patched(game, **{"If-Match": tag})) == "version_conflict"

    @pytest.mark.parametrize("tag", ["*", "v2", '"2"', '"v2.0", "v3.0"', '"v2', ""])
    def test_has_to_be_a_tag_of_a_game(self, game: tuple[str, ApiClient], tag: str) -> None:
        answer = self.patched(game, **{"If-Match": tag})
        assert (code_of(answer), answer.json()["errors"][0]["parameter"]) == ("bad_request", "If-Match")

    @pytest.mark.parametrize("tag", ['"v2.0"', '"v2.7"', '"v2.0.1"', 'W/"v2.0"', '"v2"'])
    def test_counts_by_the_version_alone(self, game: tuple[str, ApiClient], tag: str) -> None:
        assert self.patched(game, **{"If-Match": tag}).status_code == 200


def test_what_needs_no_version_takes_none(table: Table) -> None:
    offer = table.seats[0].post(f"{table.path}/offers", {"kind": "pause", "version": table.version}).json()["offer"]
    for method, path in (("POST", "resign"), ("POST", "start"), ("PUT", "seats/0"), ("DELETE", "seats/0")):
        assert code_of(table.seats[0].send(method, f"{table.path}/{path}", {"version": 1})) == "unknown_field"
    answer = table.seats[1].post(f"{table.path}/offers/{offer['id']}/answer", {"answer": "declined", "version": 1})
    assert code_of(answer) == "unknown_field"
    path = f"{table.path}/offers/{offer['id']}"
    assert table.seats[0].delete(path, headers={"If-Match": '"v0.0"'}).status_code == 204


KEYED: dict[str, tuple[Callable[[Table], Any], Any]] = {
    "moves": (lambda table: {"move": DRAW, "version": table.version}, Entry),
    "turn": (lambda table: {"moves": IN_THE_BODY["turn"]["moves"], "version": table.version}, Entry),
    "offers": (lambda table: {"kind": "pause", "version": table.version}, Offer),
    "resign": (lambda table: {}, Entry),
}


@pytest.mark.parametrize("path", KEYED)
def test_under_one_key_it_is_done_once(table: Table, path: str) -> None:
    make, model = KEYED[path]
    body, key = make(table), {"Idempotency-Key": "once"}
    first = table.seats[0].post(f"{table.path}/{path}", body, headers=key)
    count = model.objects.count()
    again = table.seats[0].post(f"{table.path}/{path}", body, headers=key)
    assert first.status_code in (200, 201)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert (again["Idempotency-Replayed"], "Idempotency-Replayed" in first) == ("true", False)
    assert model.objects.count() == count
    assert code_of(table.seats[0].post(f"{table.path}/{path}", {**body, "nonsense": 1}, headers=key)) == "unknown_field"


def test_games_too(table: Table) -> None:
    body, key = {"rules": "quick", "seats": [{}, {}]}, {"Idempotency-Key": "once"}
    answers = [table.stranger.post("games", body, headers=key) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert Game.objects.count() == 2
