"""Records imported over HTTP."""

from typing import Any

import pytest

import engine
from api.rendering import LARGEST_BODY
from games.models import Game
from players.models import TokenKind
from players.services import issue_token
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.service.games.records import played_record
from tests.service.games.table import NOW, guest

pytestmark = pytest.mark.django_db


@pytest.fixture
def record() -> Any:
    """What of a record is read; more is described, as `getRecord` answers it."""
    return engine.record_json(played_record({"preset": "classic", "deal_limit": 2}))


def test_an_imported_game_is_answered_everywhere(guest: ApiClient, anybody: ApiClient, record: Any) -> None:
    more = {"seat": 1, "names": ["Ada"], "visibility": "public"}
    answer = guest.post("imports", {"record": record, **more}, described=False)
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
    answer = guest.post("imports", {"record": record}, described=False)
    assert guest.get(answer["Location"]).json()["visibility"] == "private"
    assert code_of(anybody.get(answer["Location"])) == "not_found"


def test_each_form_can_be_sent_and_one_at_a_time(guest: ApiClient, record: Any) -> None:
    first = guest.post("imports", {"record": record}, described=False)["Location"]
    text, lines = (guest.get(f"{first}/record.{form}").content.decode() for form in ("txt", "ndjson"))
    for body in ({"text": text}, {"lines": lines, "record": None}):
        again = guest.post("imports", body)["Location"]
        assert guest.get(f"{again}/record.txt").content.decode() == text
    assert code_of(guest.post("imports", {"text": text, "record": record})) == "bad_request"
    assert code_of(guest.post("imports", {})) == "bad_request"


def test_a_key_imports_once(guest: ApiClient, record: Any) -> None:
    key = {"Idempotency-Key": "one"}
    first, second = (guest.post("imports", {"record": record}, headers=key, described=False) for _ in range(2))
    assert first.json() == second.json()
    assert Game.objects.count() == 1


def test_a_fault_is_told_with_its_place_and_code(guest: ApiClient, record: Any) -> None:
    record["deals"][1]["moves"][0] = {"seat": 0, "move": {"type": "decline"}}
    answer = guest.post("imports", {"record": record}, described=False)
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
    player = guest()
    _, secret = issue_token(player=player, kind=TokenKind.PERSONAL, scopes=["game:create"], now=NOW)
    assert code_of(ApiClient(secret).post("imports", {"record": record}, described=False)) == "missing_scope"
    assert client_of(player).post("imports", {"record": record}, described=False).status_code == 201
