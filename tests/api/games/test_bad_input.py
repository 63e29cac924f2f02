"""Whatever is sent to a game that goes on, it answers with the right problem and stays as it was."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from games.models import Deal, Entry, Game, Seat
from players.models import TokenKind
from players.services import issue_token
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table

pytestmark = pytest.mark.django_db
DRAW = {"type": "draw"}
# What Python reads as an id, and the API does not.
FORMS_OF_AN_ID = (
    "01990000000070008000000000000000",
    "{01990000-0000-7000-8000-000000000000}",
    "urn:uuid:01990000-0000-7000-8000-000000000000",
)


def everything() -> tuple[Any, ...]:
    """All rows of games, to compare."""
    rows = []
    for model in (Game, Seat, Deal, Entry):
        for row in model.objects.order_by("pk").values():
            rows.append({name: bytes(value) if isinstance(value, memoryview) else value for name, value in row.items()})
    return tuple(map(repr, rows))


@pytest.fixture(autouse=True)
def unchanged(table: Table) -> Iterator[None]:
    """At the end every row is what it was."""
    before = everything()
    yield
    assert everything() == before


@pytest.mark.parametrize(
    "move",
    [
        [],
        "draw",
        7,
        True,
        {},
        {"type": None},
        {"type": "fly"},
        {"type": ["draw"]},
        {"type": "draw", "speed": 1},
        {"type": "draw", "card": "5H"},
        {"type": "take"},
        {"type": "take", "card": "1H"},
        {"type": "take", "card": ["9C"]},
        {"type": "take", "card": "9c"},
        {"type": "take", "card": "9C2"},
        {"type": "take", "card": "X1"},
        {"type": "meld", "cards": "2C"},
        {"type": "meld", "cards": ["2C"] * 3},
        {"type": "meld", "cards": ["2C"] * 3000},
        {"type": "meld", "cards": [None]},
        {"type": "lay_off", "card": "2C", "meld": "1"},
        {"type": "lay_off", "card": "2C", "meld": 10**12},
        {"type": "lay_off", "card": "2C", "meld": 1.5},
        {"type": "lay_off", "card": "2C", "meld": True},
        {"type": "lay_off", "card": "2C", "meld": 1, "end": "middle"},
        {"type": "discard", "card": "2C\n"},
        {"type": "discard", "card": "\u0662C"},
        {"type": "discard", "card": "2C" * 10_000},
    ],
    ids=lambda move: repr(move)[:50],
)
def test_whatever_is_wrong_inside_a_move_is_bad_notation(table: Table, move: Any) -> None:
    answer = table.move(0, move)
    assert (answer.status_code, code_of(answer)) in ((422, "bad_notation"), (422, "no_such_meld"), (422, "wrong_phase"))
    if code_of(answer) == "bad_notation":
        assert all(fault["pointer"].startswith("/move") for fault in answer.json()["errors"])
        assert answer.json()["errors"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"move": DRAW}, "version_required"),
        ({"move": DRAW, "version": None}, "version_required"),
        ({"move": DRAW, "version": "5"}, "bad_request"),
        ({"move": DRAW, "version": 5.0}, "bad_request"),
        ({"move": DRAW, "version": True}, "bad_request"),
        ({"move": DRAW, "version": -1}, "bad_request"),
        ({"move": DRAW, "version": 2**63}, "bad_json"),
        ({"move": DRAW, "version": 10**40}, "bad_json"),
        ({"move": DRAW, "version": 2**63 - 1}, "version_conflict"),
        ({"move": DRAW, "version": 0}, "version_conflict"),
        ({"move": DRAW, "version": 1, "seat": 0}, "unknown_field"),
        ({"version": 1}, "bad_request"),
        ({"version": 1, "move": None}, "bad_request"),
        ({}, "bad_request"),
        *(({"move": DRAW, "window": window}, "bad_request") for window in ("x", 5, True, ["x"], *FORMS_OF_AN_ID)),
    ],
)
def test_what_is_wrong_around_the_move(table: Table, body: Any, code: str) -> None:
    assert code_of(table.seats[0].post(f"{table.path}/moves", body)) == code


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b"[]", "bad_json"),
        (b'{"move": ' + b"[" * 5000, "bad_json"),
        (b'{"version": 1, "version": 2}', "bad_json"),
        (b'{"version": 1, "move": {"type": "dr\\u0000aw"}}', "bad_json"),
        (b'{"version": 1, "move": {"type": "discard", "card": "\\ud800"}}', "bad_json"),
        (b'{"version": 1, "move": {"type": "lay_off", "card": "2C", "meld": 9223372036854775808}}', "bad_json"),
        (b'{"move": "' + b"x" * 70_000 + b'"}', "too_large"),
        (b"\xff\xfe", "bad_json"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_bodies_that_cannot_be_read(table: Table, raw: bytes, code: str) -> None:
    answer = table.seats[0].post(f"{table.path}/moves", raw=raw)
    assert code_of(answer) in (code, "bad_request")


def test_moves_out_of_turn(table: Table) -> None:
    assert code_of(table.move(1, DRAW)) == "not_your_turn"
    assert code_of(table.move(0, {"type": "discard", "card": "2C"})) == "wrong_phase"
    assert code_of(table.move(0, {"type": "take", "card": "KD"})) == "card_not_in_pile"
    assert code_of(table.move(0, {"type": "decline"})) == "cannot_decline"


def test_calls_where_there_is_no_window(table: Table) -> None:
    nobody = "01990000-0000-7000-8000-000000000000"
    for move in ({"type": "pass"}, {"type": "call", "card": "9C"}):
        assert code_of(table.move(1, move, window=nobody)) == "call_closed"


class TestCallers:
    def test_without_a_token(self, table: Table) -> None:
        nobody = ApiClient()
        for path in ("moves", "moves/check", "resign", "start"):
            assert code_of(nobody.post(f"{table.path}/{path}", {})) == "not_authenticated"
        assert code_of(nobody.put(f"{table.path}/seats/0", {})) == "not_authenticated"
        assert code_of(nobody.patch(table.path, {})) == "not_authenticated"

    def test_with_a_token_of_nobody(self, table: Table) -> None:
        forged = ApiClient("rum_gst_" + "A" * 43)
        assert code_of(forged.post(f"{table.path}/moves", {"move": DRAW})) == "not_authenticated"
        assert code_of(forged.get(f"{table.path}/view")) == "not_authenticated"

    def test_with_the_token_of_another(self, table: Table) -> None:
        body = {"move": DRAW, "version": table.version}
        assert code_of(table.stranger.post(f"{table.path}/moves", body)) == "not_seated"
        assert code_of(table.stranger.post(f"{table.path}/resign")) == "not_seated"
        assert code_of(table.stranger.post(f"{table.path}/start")) == "not_owner"
        assert code_of(table.stranger.put(f"{table.path}/seats/1", {})) == "seat_taken"
        assert code_of(table.stranger.delete(f"{table.path}/seats/1")) == "not_owner"

    @pytest.mark.parametrize(
        ("path", "method", "scope"),
        [
            ("view", "GET", "game:read"),
            ("moves", "POST", "game:play"),
            ("resign", "POST", "game:play"),
            ("start", "POST", "game:create"),
        ],
    )
    def test_without_the_scope(self, table: Table, path: str, method: str, scope: str) -> None:
        _, secret = issue_token(
            player=table.game.players[0], kind=TokenKind.PERSONAL, now=timezone.now(), scopes=["profile"]
        )
        answer = ApiClient(secret).send(method, f"{table.path}/{path}")
        assert (code_of(answer), answer.json()["required_scope"]) == ("missing_scope", scope)


@pytest.mark.parametrize(
    "path",
    ["01990000-0000-7000-8000-000000000000/view", "42/view", "nonsense/view", "0199/moves", "../view", "%00/view"],
)
def test_games_of_nobody(table: Table, path: str) -> None:
    assert code_of(table.seats[0].get(f"games/{path}")) == "not_found"


@pytest.mark.parametrize(
    "path",
    ["seats/2", "seats/99999999999999999999", "seats/-1", "seats/x", "deals/0", "deals/99", "deals/x", "moves/0"],
)
def test_parts_of_a_game_that_do_not_exist(table: Table, path: str) -> None:
    method = "PUT" if path.startswith("seats") else "GET"
    body = {} if method == "PUT" else None
    assert code_of(table.seats[0].send(method, f"{table.path}/{path}", body)) == "not_found"


@pytest.mark.parametrize(
    ("method", "path"),
    [("DELETE", ""), ("POST", ""), ("PUT", "/moves"), ("DELETE", "/moves/1"), ("GET", "/start"), ("POST", "/view")],
)
def test_wrong_methods(table: Table, method: str, path: str) -> None:
    answer = table.seats[0].send(method, table.path + path)
    assert (code_of(answer), "Allow" in answer) == ("method_not_allowed", True)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("view?colour=red", "unknown_parameter"),
        ("events?wait=26", "bad_request"),
        ("events?wait=x", "bad_request"),
        ("events?limit=0", "bad_request"),
        ("events?wait=%D9%A1", "bad_request"),
        ("events?after=v%D9%A1.0", "bad_cursor"),
        ("moves?seat=1_0", "bad_request"),
        ("view?include=" + "x" * 5000, "bad_request"),
        ("events?after=nonsense", "bad_cursor"),
        ("events?after=v1.0&after=v2.0", "bad_request"),
        ("moves?deal=0", "bad_request"),
        ("deals?limit=1000", "bad_request"),
        ("record?format=xml", "unknown_parameter"),
    ],
)
def test_parameters(table: Table, query: str, code: str) -> None:
    assert code_of(table.seats[0].get(f"{table.path}/{query}")) == code


def test_other_forms_are_not_offered(table: Table) -> None:
    assert code_of(table.seats[0].get(f"{table.path}/view", headers={"Accept": "text/html"})) == "not_acceptable"
    assert code_of(table.seats[0].get(f"{table.path}/record.txt", headers={"Accept": "image/png"})) == "not_acceptable"
    answer = table.seats[0].post(f"{table.path}/moves", raw=b"move=draw", content_type="text/plain")
    assert code_of(answer) == "unsupported_media_type"
