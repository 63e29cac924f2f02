"""A whole turn in one request: all of its moves are carried out, or none."""

from typing import Any

import pytest

from games.models import Entry
from tests.api.client import code_of
from tests.api.games.tables import Table, table_of
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
TAKE, MELD = {"type": "take", "card": "9C"}, {"type": "meld", "cards": ["9C", "9D", "9H"]}
DISCARD = {"type": "discard", "card": "2C"}


@pytest.fixture
def table(db: None) -> Table:
    """Two people, no calls; seat 0 can take the nine and meld it."""
    made = table_of(2, rules={"preset": "classic", "call": "off"})
    made.set(turn=0, hands=[["9D", "9H", "2C", "4D"], ["KD", "4S"]], stock=["5H", "6H", "7C"], pile=["9C"])
    return made


def send(table: Table, seat: int, *moves: Any, headers: Any = None, **occasion: Any) -> Any:
    body = {"moves": list(moves), **(occasion or {"version": table.version})}
    return table.seats[seat].post(f"{table.path}/turn", body, headers=headers)


def test_all_moves_of_a_turn(table: Table) -> None:
    version = table.version
    answer = send(table, 0, TAKE, MELD, DISCARD)
    played = answer.json()
    assert answer.status_code == 201
    assert [move["text"] for move in played["moves"]] == ["take 9C", "meld 9C 9D 9H", "discard 2C"]
    assert [move["version"] for move in played["moves"]] == [version + 1, version + 2, version + 3]
    assert (played["version"], played["view"]["turn"], played["view"]["hand"]) == (version + 3, 1, ["4D"])
    assert answer["Location"] == f"/api/v1/{table.path}/moves/{version + 3}"
    assert answer["ETag"] == f'"v{version + 3}.0"'


def test_or_none_of_them(table: Table) -> None:
    before = table.seats[0].get(f"{table.path}/view").json()
    answer = send(table, 0, TAKE, MELD, {"type": "discard", "card": "KD"})
    assert (answer.status_code, code_of(answer)) == (422, "card_not_in_hand")
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/moves/2/card"]
    assert table.seats[0].get(f"{table.path}/view").json() | {"server_time": ""} == before | {"server_time": ""}
    assert not Entry.objects.filter(kind="move").exists()


def test_once_under_a_key(table: Table) -> None:
    version = table.version
    answers = [send(table, 0, TAKE, MELD, headers={"Idempotency-Key": "turn"}, version=version) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert Entry.objects.filter(kind="move").count() == 2


@pytest.mark.parametrize(
    ("moves", "code", "pointer"),
    [
        ([{"type": "draw"}], "bad_request", "/moves/0"),
        ([TAKE, {"type": "draw"}], "bad_request", "/moves/1"),
        ([TAKE, {"type": "call", "card": "9C"}], "bad_request", "/moves/1"),
        ([TAKE, {"type": "pass"}], "bad_request", "/moves/1"),
        ([TAKE, {"type": "meld", "cards": ["9C", "nine"]}], "bad_notation", "/moves/1/cards/1"),
        ([TAKE, {"type": "nonsense"}], "bad_notation", "/moves/1/type"),
        ([TAKE, "meld"], "bad_notation", "/moves/1"),
        ([TAKE, MELD, DISCARD, {"type": "discard", "card": "4D"}], "not_your_turn", "/moves/3"),
        ([], "bad_request", "/moves"),
    ],
)
def test_what_is_wrong_is_pointed_at(table: Table, moves: list[Any], code: str, pointer: str) -> None:
    answer = send(table, 0, *moves)
    assert code_of(answer) == code
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]
    assert not Entry.objects.filter(kind="move").exists()


def test_the_version_is_needed_and_has_to_be_current(table: Table) -> None:
    assert code_of(send(table, 0, TAKE, version=None)) == "version_required"
    assert code_of(send(table, 0, TAKE, version=1)) == "version_conflict"
    assert code_of(send(table, 1, TAKE)) == "not_your_turn"


def test_it_does_not_reach_into_the_next_deal(table: Table) -> None:
    table.set(turn=0, phase="play", hands=[["2C"], ["KD"]], stock=["5H"], pile=["9C"])
    version = table.version
    answer = send(table, 0, DISCARD, TAKE)
    assert (code_of(answer), table.version) == ("not_your_turn", version)


def test_it_may_begin_with_a_call() -> None:
    table = table_of(4)
    table.set(**BEFORE)
    table.move(0, {"type": "discard", "card": "TH"})
    window = table.seats[2].get(f"{table.path}/view").json()["window"]["id"]
    moves = [{"type": "call", "card": "TH"}, {"type": "lay_off", "card": "TH", "meld": 1}]
    assert code_of(send(table, 2, *moves)) == "version_required"
    answer = send(table, 2, *moves, {"type": "discard", "card": "5S"}, window=window)
    assert [move["text"] for move in answer.json()["moves"]] == ["call TH", "lay TH on 1", "discard 5S"]


CLOCKWISE = {"preset": "pagat", "call_priority": "clockwise"}


def called(seat: int, *answered: int) -> Any:
    """The answer to a turn of the seat that begins with a call and cannot go on, after these seats have passed."""
    table = table_of(4, rules=CLOCKWISE)
    table.set(**BEFORE)
    table.move(0, {"type": "discard", "card": "TH"})
    window = table.seats[2].get(f"{table.path}/view").json()["window"]["id"]
    for other in answered:
        table.move(other, {"type": "pass"}, window=window)
    version = table.version
    moves = [{"type": "call", "card": "TH"}, {"type": "lay_off", "card": "TH", "meld": 1}]
    answer = send(table, seat, *moves, {"type": "discard", "card": "KD"}, window=window)
    assert table.version == version
    return answer


def test_a_call_that_others_may_precede_is_sent_by_itself() -> None:
    """9.8: else a turn that is refused would tell, for nothing, who of the others has passed."""
    told = [called(2, other).json() for other in (1, 3)]
    assert [fault["code"] for fault in told[0]["errors"]] == ["not_in_a_turn"]
    assert [answer["errors"] for answer in told] == [told[0]["errors"]] * 2


def test_the_seat_that_nobody_precedes_may_go_on_after_its_call() -> None:
    answer = called(1)
    assert (code_of(answer), answer.json()["errors"][0]["pointer"]) == ("card_not_in_hand", "/moves/2/card")


# What decides whether the deal, or the game, ends with the discard: here the other hand.
LAST = {"turn": 0, "phase": "play", "pile": ["9C"]}
TIED = LAST | {"hands": [["2C"], ["KD"]], "stock": ["5H"], "scores": [510, 520]}
WON = LAST | {"hands": [["2C"], ["4D"]], "stock": ["5H"], "scores": [510, 520]}
TAKEN = LAST | {"hands": [["2C", "4D"], ["2H", "2S"]], "stock": []}
STUCK = LAST | {"hands": [["2C", "4D"], ["KD", "QS"]], "stock": []}
MUST_USE = {"preset": "bicycle"}


@pytest.mark.parametrize(("rules", "worlds"), [("classic", (TIED, WON)), (MUST_USE, (TAKEN, STUCK))])
def test_nothing_that_would_end_the_deal_is_tried_out(rules: Any, worlds: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused turn tells nothing of other hands: not who would win, not whether the next player could go on."""
    monkeypatch.setattr("games.services.turn.advance", lambda *_: pytest.fail("a discard was carried out"))
    told = []
    for world in worlds:
        table = table_of(2, rules=rules)
        table.set(**world)
        problem = send(table, 0, DISCARD, {"type": "discard", "card": "4D"}).json()
        told.append({name: problem[name] for name in ("code", "detail", "errors", "rule")})
    assert told[0]["code"] == "not_your_turn"
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("rules", "position", "moves"),
    [
        ("classic", {"hands": [["3C", "3D", "3H"], ["KD"]]}, [{"type": "meld", "cards": ["3C", "3D", "3H"]}]),
        (
            "classic",
            {"hands": [["TH"], ["KD"]], "melds": BEFORE["melds"]},
            [{"type": "lay_off", "card": "TH", "meld": 1}],
        ),
        ("classic", {"phase": "draw", "hands": [["3C"], ["KD"]], "stock": []}, [{"type": "decline"}]),
    ],
)
def test_other_moves_that_end_the_turn_come_last_too(rules: Any, position: Any, moves: Any) -> None:
    for more, code in ([], 201), ([DISCARD], "not_your_turn"):
        table = table_of(2, rules=rules)
        table.set(**(LAST | {"stock": ["5H"], "melds": []} | position))
        answer = send(table, 0, *moves, *more)
        assert code in (answer.status_code, answer.json().get("code"))


def test_a_call_that_lays_off_begins_no_turn() -> None:
    table = table_of(4, rules="top_call")
    table.set(**BEFORE)
    table.move(0, {"type": "discard", "card": "TH"})
    window = table.seats[2].get(f"{table.path}/view").json()["window"]["id"]
    answer = send(table, 2, {"type": "call", "card": "TH", "meld": 1}, {"type": "discard", "card": "5S"}, window=window)
    assert (code_of(answer), answer.json()["detail"]) == ("not_your_turn", "It is the turn of seat 1. (rule 5.5)")


@pytest.mark.parametrize("call_window", [0, 5])
@pytest.mark.parametrize("priority", ["first", "clockwise"])
def test_the_next_player_may_begin_with_a_call_too(call_window: int, priority: str) -> None:
    """Also where nobody has to wait: the window closes with a draw or a take, and not before the call is heard."""
    table = table_of(4, rules={"preset": "pagat", "call_window": call_window, "call_priority": priority})
    table.set(**BEFORE)
    table.move(0, {"type": "discard", "card": "TH"})
    window = table.seats[1].get(f"{table.path}/view").json()["window"]["id"]
    moves = [{"type": "call", "card": "TH"}, {"type": "lay_off", "card": "TH", "meld": 1}]
    answer = send(table, 1, *moves, {"type": "discard", "card": "3C"}, window=window)
    assert [move["text"] for move in answer.json()["moves"]] == ["call TH", "lay TH on 1", "discard 3C"]


def test_a_turn_waits_for_the_window_that_others_may_answer() -> None:
    table = table_of(4)
    table.set(**BEFORE | {"hands": [["TH", "2C"], ["TC", "TD", "4D"], ["5S", "6D"], ["JC", "QD"]]})
    table.move(0, {"type": "discard", "card": "TH"})
    answer = send(table, 1, {"type": "take", "card": "TH"}, {"type": "meld", "cards": ["TC", "TD", "TH"]})
    assert (answer.status_code, code_of(answer), int(answer["Retry-After"]) > 0) == (409, "call_window_open", True)


def test_a_turn_closes_the_window_that_nobody_waits_for() -> None:
    table = table_of(4, rules={"preset": "pagat", "call_window": 0})
    table.set(**BEFORE | {"hands": [["TH", "2C"], ["TC", "TD", "4D"], ["5S", "6D"], ["JC", "QD"]]})
    table.move(0, {"type": "discard", "card": "TH"})
    moves = [{"type": "take", "card": "TH"}, {"type": "meld", "cards": ["TC", "TD", "TH"]}]
    answer = send(table, 1, *moves)
    assert [move["text"] for move in answer.json()["moves"]] == ["take TH", "meld TC TD TH"]
    assert [entry.text for entry in Entry.objects.filter(kind="move").order_by("version")][1:4] == ["pass"] * 3
