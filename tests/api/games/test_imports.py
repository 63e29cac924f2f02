"""Records imported over HTTP."""

from typing import Any

import pytest

import engine
from api.rendering import LARGEST_BODY
from games.models import Game
from players.models import TokenKind
from players.services import issue_token
from tests.api.client import ApiClient, code_of
from tests.api.description import faults_of_component
from tests.api.games.tables import client_of
from tests.service.games.records import played_record
from tests.service.games.table import NOW
from tests.service.games.table import guest as player

pytestmark = pytest.mark.django_db


@pytest.fixture
def record() -> Any:
    """The least that is read of a record."""
    return engine.record_json(played_record({"preset": "classic", "deal_limit": 2}))


def test_an_imported_game_is_answered_everywhere(guest: ApiClient, anybody: ApiClient, record: Any) -> None:
    more = {"seat": 1, "names": ["Ada"], "visibility": "public"}
    answer = guest.post("imports", {"record": record, **more})
    game = answer.json()
    assert answer.status_code == 201
    assert (game["status"], game["rated"], game["imported"]) == ("finished", False, True)
    assert [seat["name"] for seat in game["seats"]] == ["Ada", None]
    path = answer["Location"]
    for part in ("", "/view", "/moves", "/events", "/deals", "/deals/1", "/deals/2/fairness", "/record", "/record.txt"):
        assert anybody.get(path + part).status_code == 200
    assert engine.record_json(engine.record_from_json(anybody.get(f"{path}/record").json())) == record
    own = guest.get("me").json()["id"]
    assert [listed["id"] for listed in anybody.get(f"players/{own}/games").json()["results"]] == [game["id"]]
    assert anybody.get(f"players/{own}/statistics").json()["results"] == []


def test_it_is_private_unless_something_else_is_said(guest: ApiClient, anybody: ApiClient, record: Any) -> None:
    answer = guest.post("imports", {"record": record})
    assert guest.get(answer["Location"]).json()["visibility"] == "private"
    assert code_of(anybody.get(answer["Location"])) == "not_found"


def test_each_form_can_be_sent_and_one_at_a_time(guest: ApiClient, record: Any) -> None:
    first = guest.post("imports", {"record": record})["Location"]
    text, lines = (guest.get(f"{first}/record.{form}").content.decode() for form in ("txt", "ndjson"))
    for body in ({"text": text}, {"lines": lines, "record": None}):
        again = guest.post("imports", body)["Location"]
        assert guest.get(f"{again}/record.txt").content.decode() == text
    assert code_of(guest.post("imports", {"text": text, "record": record})) == "bad_request"
    assert code_of(guest.post("imports", {})) == "bad_request"


def test_a_key_imports_once(guest: ApiClient, record: Any) -> None:
    key = {"Idempotency-Key": "one"}
    first, second = (guest.post("imports", {"record": record}, headers=key) for _ in range(2))
    assert first.json() == second.json()
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"names": ["Ada", "Admin"]}, "/names/1"),
        ({"names": ["Ada", "Ben", "Cleo"]}, "/names"),
        ({"seat": 2}, "/seat"),
    ],
)
def test_a_fault_beside_the_record_is_told_with_its_place(
    guest: ApiClient, record: Any, more: Any, pointer: str
) -> None:
    answer = guest.post("imports", {"record": record, **more})
    assert code_of(answer) == "bad_request"
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


def test_what_is_described_is_what_is_read_and_all_else_may_stay(guest: ApiClient, record: Any) -> None:
    first = guest.post("imports", {"record": record})["Location"]
    told = guest.get(f"{first}/record").json()
    assert faults_of_component("RecordToImport", told) == []
    assert guest.post("imports", {"record": told}).status_code == 201


def test_what_contradicts_the_moves_is_refused_with_its_place(guest: ApiClient, record: Any) -> None:
    record["deals"][1]["moves"][0]["drawn"] = "X8"
    answer = guest.post("imports", {"record": record})
    assert code_of(answer) == "bad_record"
    (fault,) = answer.json()["errors"]
    assert fault["pointer"] == "/record/deals/1/moves/0/drawn"
    assert fault["message"] == "Deal 2, move 1: `drawn` is not what comes of the moves."


def test_one_who_sat_there_plays_again_with_whoever_comes(guest: ApiClient, record: Any) -> None:
    record["seats"] = [{"name": "Ada"}, {"name": "Ben"}]
    first = guest.post("imports", {"record": record, "seat": 1, "visibility": "public"})["Location"]
    again = guest.post(f"{first}/rematch").json()
    assert (again["status"], again["imported"]) == ("open", False)
    assert [seat["kind"] for seat in again["seats"]] == ["open", "person"]
    stranger = client_of(player())
    assert stranger.put(f"games/{again['id']}/seats/0", {}).status_code == 200
    assert guest.post(f"games/{again['id']}/start").json()["status"] == "running"


def test_against_bots_one_plays_again_at_once(guest: ApiClient, record: Any) -> None:
    record["seats"] = [{"name": "Ada"}, {"bot_level": "novice"}]
    first = guest.post("imports", {"record": record, "seat": 0})["Location"]
    assert guest.post(f"{first}/rematch").json()["status"] == "running"


def test_one_who_did_not_sit_there_does_not_play_again(guest: ApiClient, record: Any) -> None:
    first = guest.post("imports", {"record": record})["Location"]
    assert code_of(guest.post(f"{first}/rematch")) == "not_seated"


def test_a_fault_is_told_with_its_place_and_code(guest: ApiClient, record: Any) -> None:
    record["deals"][1]["moves"][0] = {"seat": 0, "move": {"type": "decline"}}
    answer = guest.post("imports", {"record": record})
    assert answer.status_code == 422
    assert code_of(answer) in ("cannot_decline", "not_your_turn")
    (fault,) = answer.json()["errors"]
    assert fault["pointer"] == "/record/deals/1/moves/0/move"
    assert fault["message"].startswith("Deal 2, move 1: ")


def test_a_record_may_be_larger_than_other_bodies(guest: ApiClient, record: Any) -> None:
    record["comment"] = "x" * LARGEST_BODY
    assert guest.post("imports", {"record": record}, described=False).status_code == 201
    assert code_of(guest.post("games", {"comment": record["comment"]})) == "too_large"
    record["comment"] *= 32
    assert code_of(guest.post("imports", {"record": record}, described=False)) == "too_large"


def test_it_needs_its_scope(record: Any) -> None:
    own = player()
    _, secret = issue_token(player=own, kind=TokenKind.PERSONAL, scopes=["game:create"], now=NOW)
    assert code_of(ApiClient(secret).post("imports", {"record": record}, described=False)) == "missing_scope"
    assert client_of(own).post("imports", {"record": record}, described=False).status_code == 201
