"""The record of a game, as JSON and as text: reading inverts writing, and it replays to the same scores."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import (
    PRESETS,
    DealRecord,
    GameRecord,
    Options,
    Seat,
    parse_move,
    parse_record,
    record_from_json,
    record_json,
    record_text,
    replay,
    start_deal,
)
from tests.engine.option_values import options_strategy
from tests.engine.random_play import walk
from tests.engine.test_notation import MOVES

SEED = bytes(range(32))
SEEDS = st.binary(min_size=32, max_size=32)


def played_game(options: Options, players: int, deals: int, rng: Random) -> tuple[GameRecord, list[engine.Deal]]:
    """A game of so many deals, played at random, and each deal as it ended."""
    records, finals = [], []
    deal = start_deal(options, players, rng.randbytes(32))
    for number in range(deals):
        if number:
            deal = engine.next_deal(deal, rng.randbytes(32))
        moves = []
        for step in walk(deal, rng):
            moves.append((step.seat, step.move))
            deal = step.after
        records.append(DealRecord(deal.seed or b"", deal.table.dealer, tuple(moves)))
        finals.append(deal)
    return GameRecord(options, players, tuple(records)), finals


@st.composite
def game_records(draw: st.DrawFn) -> GameRecord:
    """Any record, also one that cannot be replayed."""
    players = draw(st.integers(2, 8))
    seats = st.integers(0, players - 1).map(Seat)
    moves = st.lists(st.tuples(seats, MOVES), max_size=8).map(tuple)
    deals = st.lists(st.builds(DealRecord, SEEDS, seats, moves), max_size=3).map(tuple)
    return GameRecord(draw(options_strategy(players)), players, draw(deals))


@given(game_records())
def test_a_record_comes_back(record: GameRecord) -> None:
    assert parse_record(record_text(record)) == record
    assert record_from_json(record_json(record)) == record
    assert record_from_json(json.loads(json.dumps(record_json(record)))) == record


def test_the_name_of_the_preset_comes_back() -> None:
    record = GameRecord(PRESETS["quick"], 2)
    assert parse_record(record_text(record)).options.preset == "quick"
    assert record_from_json(record_json(record)).options.preset == "quick"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_replays_to_the_same_scores(preset: str) -> None:
    options = PRESETS[preset]
    record, finals = played_game(options, options.min_players, 2, Random(preset))
    replayed = replay(parse_record(record_text(record)))
    assert replayed == finals
    assert list(map(engine.deal_scores, replayed)) == list(map(engine.deal_scores, finals))
    assert list(map(engine.totals, replayed)) == list(map(engine.totals, finals))
    assert replayed[-1].table.deal_number == 2


def test_a_game_that_goes_on_replays_to_where_it_is() -> None:
    record, finals = played_game(PRESETS["pagat"], 3, 2, Random(5))
    first, second = record.deals
    half = replace(second, moves=second.moves[: len(second.moves) // 2])
    ends = replay(replace(record, deals=(first, half)))
    assert ends[0] == finals[0]
    assert ends[1].table.phase != engine.OVER
    assert engine.totals(ends[1]) is None
    assert ends[1].table.scores == engine.totals(finals[0])


def test_the_text_is_readable() -> None:
    moves = ((Seat(1), parse_move("draw")), (Seat(1), parse_move("meld 5H 6H X1=7H")), (Seat(1), parse_move("pass")))
    lines = record_text(GameRecord(PRESETS["pagat"], 2, (DealRecord(SEED, Seat(0), moves),))).splitlines()
    assert lines[0] == "500 Rum"
    assert json.loads(lines[1].removeprefix("rules ")) == engine.options_json(PRESETS["pagat"])
    assert lines[2:] == [
        "players 2",
        f"deal 1 dealer 0 seed {SEED.hex()}",
        "1: draw",
        "1: meld 5H 6H X1=7H",
        "1: pass",
    ]


# What cannot be replayed


def record_of(*moves: tuple[int, str], options: Options = PRESETS["classic"], more: int = 0) -> GameRecord:
    deals = [DealRecord(SEED, Seat(0), tuple((Seat(seat), parse_move(text)) for seat, text in moves))]
    return GameRecord(options, 2, tuple(deals + [DealRecord(SEED, Seat(1))] * more))


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (record_of((1, "draw"), (1, "draw")), "deal 1, move 2, 1: draw: wrong_phase"),
        (record_of((0, "draw")), "deal 1, move 1, 0: draw: not_your_turn"),
        (record_of((1, "discard X1")), "deal 1, move 1, 1: discard X1: bad_notation"),
        (record_of((1, "draw"), more=1), "deal 1 is not over, yet deal 2 follows"),
    ],
)
def test_what_cannot_be_replayed_is_told(record: GameRecord, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        replay(record)


@pytest.mark.parametrize(
    "make",
    [
        lambda: GameRecord(PRESETS["classic"], 9),
        lambda: GameRecord(PRESETS["persian"], 2),
        lambda: GameRecord(PRESETS["classic"], 2, (DealRecord(b"short", Seat(0)),)),
        lambda: GameRecord(PRESETS["classic"], 2, (DealRecord(SEED, Seat(2)),)),
        lambda: GameRecord(PRESETS["classic"], 2, (DealRecord(SEED, Seat(-1)),)),
        lambda: GameRecord(PRESETS["classic"], 2, (DealRecord(SEED, Seat(0), ((Seat(2), parse_move("draw")),)),)),
    ],
    ids=["nine players", "two partners", "a short seed", "no such dealer", "dealer -1", "no such seat"],
)
def test_what_is_no_game_is_no_record(make: Callable[[], GameRecord]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        make()


# What cannot be read

GOOD = record_text(record_of((1, "draw")))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("500 Rum", "501 Rum", "Line 1"),
        ("rules", "Rules", "Line 1"),
        ("players 2", "player 2", "Line 1"),
        ("players 2", "players two", "two"),
        ("players 2", "players 9", "9 players"),
        ('"classic"', '"snap"', "no preset"),
        ('"target": 500', '"target": 5', "target"),
        ('{"preset"', '{{"preset"', "."),
        ("deal 1", "deal 2", "Line 4: deal 1 is missing"),
        ("dealer 0", "dealer 5", "seat"),
        ("seed 00", "seed 0", "Line 4"),
        ("seed 00", "seed zz", "Line 4"),
        ("1: draw", "1: drew", "Line 5"),
        ("1: draw", "1 draw", "Line 5"),
        ("1: draw", "9: draw", "seat"),
        ("1: draw", "", "Line 5"),
        ("deal 1 dealer 0", "1: draw\ndeal 1 dealer 0", "Line 4"),
    ],
)
def test_what_is_no_record_is_told(old: str, new: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_record(GOOD.replace(old, new) + ("\n" if not new else ""))


@pytest.mark.parametrize("text", ["", "\n", "500 Rum", "500 Rum\nrules {}"])
def test_what_is_too_short_is_no_record(text: str) -> None:
    with pytest.raises(ValueError, match="Line 1"):
        parse_record(text)


def spoilt(path: list[Any], value: Any) -> Any:
    whole = record_json(record_of((1, "draw")))
    part: Any = whole
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return whole


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "500 Rum",
        {},
        spoilt(["rules"], "snap"),
        spoilt(["rules"], None),
        spoilt(["players"], "2"),
        spoilt(["players"], 2.0),
        spoilt(["players"], True),
        spoilt(["players"], 9),
        spoilt(["deals"], None),
        spoilt(["deals"], [None]),
        spoilt(["deals", 0, "seed"], None),
        spoilt(["deals", 0, "seed"], "00"),
        spoilt(["deals", 0, "seed"], "zz" * 32),
        spoilt(["deals", 0, "dealer"], "0"),
        spoilt(["deals", 0, "dealer"], 2),
        spoilt(["deals", 0, "moves"], None),
        spoilt(["deals", 0, "moves"], [["1", "draw"]]),
        spoilt(["deals", 0, "moves", 0, "seat"], 1.5),
        spoilt(["deals", 0, "moves", 0, "seat"], 2),
        spoilt(["deals", 0, "moves", 0, "move"], "draw"),
        spoilt(["deals", 0, "moves", 0, "move"], {"type": "drew"}),
    ],
)
def test_what_is_no_record_in_json_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        record_from_json(value)
