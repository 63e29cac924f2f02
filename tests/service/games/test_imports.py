"""Games that are made of records: the same deals, moves and scores; what cannot be played is refused with its place."""

import copy
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest

import engine
from engine import PRESETS
from games.models import Entry, Game, Notice, Seat
from games.recorded import MOST_DEALS, MOST_MOVES, recorded_json, recorded_lines, recorded_text
from games.refusals import RefusedRecord
from games.replay import faults_of
from games.selectors.records import record_fields, record_lines, record_text
from games.selectors.statistics import statistics_of
from games.services.bots import run_bots
from games.services.imports import import_record
from games.sight import Role, Viewer
from games.store import GameState
from players.services.erasure import erase, request_erasure
from tests.engine.random_play import GAMES
from tests.service.games.records import played_record
from tests.service.games.table import NOW, SeatWish, bots, guest, made, ticking

pytestmark = pytest.mark.django_db
FINISHED = Viewer(Role.FINISHED)
LATER = NOW + timedelta(days=30)


def imported(record: Any, **wish: Any) -> GameState:
    return import_record(owner=wish.pop("owner", None) or guest(), recorded=recorded_json(record), now=LATER, **wish)


def content(record: dict[str, Any]) -> dict[str, Any]:
    """What is the same of a game and of that which was made of its record."""
    same = {name: record[name] for name in ("rules", "rules_edition", "players", "totals", "result")}
    deals = copy.deepcopy(record["deals"])
    for deal in deals:
        for move in deal["moves"]:
            del move["version"]
    return same | {"deals": deals, "levels": [seat["bot_level"] for seat in record["seats"]]}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_record_exported_and_imported_is_the_same(preset: str) -> None:
    players = dict(GAMES)[preset] if len(preset) % 2 else PRESETS[preset].min_players
    game = bots(*["random"] * players, rules={"preset": preset, "deal_limit": 1 + len(preset) // 10}).game
    exported = record_fields(run_bots(game_id=game.id, clock=ticking().__next__), FINISHED)
    state = imported(exported)
    again = record_fields(state, FINISHED)
    assert content(again) == content(exported)
    assert (again["imported"], again["rated"], again["status"]) == (True, False, "finished")
    assert faults_of(state.game.id) == []
    assert content(record_fields(imported(again), FINISHED)) == content(exported)


@pytest.mark.parametrize("number", range(3))
def test_a_record_that_the_engine_played(number: int) -> None:
    preset, players = Random(number).choice(GAMES)
    record = played_record({"preset": preset, "deal_limit": 2}, players, number)
    state = imported(engine.record_json(record))
    assert engine.record_from_json(record_fields(state, FINISHED)) == record


def test_a_move_that_was_taken_back_is_no_part_of_it() -> None:
    record = played_record()
    lines = list(record_lines(imported(engine.record_json(record)), FINISHED))
    move = next(index for index, event in enumerate(lines) if event["type"] == "move_played")
    undo = {"type": "undo_done", "to_version": lines[move]["version"] - 1}
    text = "\n".join(map(_line, [*lines[: move + 1], undo, *lines[move:]]))
    state = import_record(owner=guest(), recorded=recorded_lines(text), now=LATER)
    assert engine.record_from_json(record_fields(state, FINISHED)) == record


class TestTheForms:
    @pytest.fixture
    def state(self) -> GameState:
        return run_bots(game_id=bots("club", "club", rules={"preset": "quick"}).game.id, clock=ticking().__next__)

    def test_text_has_the_moves(self, state: GameState) -> None:
        read = recorded_text(record_text(state, FINISHED))
        again = import_record(owner=guest(), recorded=read, now=LATER)
        assert record_text(again, FINISHED) == record_text(state, FINISHED)

    def test_lines_have_all(self, state: GameState) -> None:
        read = recorded_lines("\n".join(map(_line, record_lines(state, FINISHED))))
        again = import_record(owner=guest(), recorded=read, now=LATER)
        assert content(record_fields(again, FINISHED)) == content(record_fields(state, FINISHED))

    @pytest.mark.parametrize(
        ("read", "bad", "words"),
        [
            (recorded_text, "nonsense", "Line 1"),
            (recorded_text, '500 Rum\nrules {"preset": "nonsense"}\nplayers 2\n', "preset"),
            (recorded_text, '500 Rum\nrules {"preset": "pagat"}\nplayers 2\n0: fly', "Line 4"),
            (recorded_lines, "nonsense", "Line 1"),
            (recorded_lines, '{"type": "record"}\n[]', "Line 2"),
            (recorded_lines, '{"type": "move_played"}', "Line 1"),
            (recorded_lines, '{"type": "deal_started", "deal": 1}', "Line 1"),
        ],
    )
    def test_what_cannot_be_read_is_named(self, read: Callable[[str], Any], bad: str, words: str) -> None:
        with pytest.raises(RefusedRecord, match=words) as refusal:
            read(bad)
        assert refusal.value.pointer in ("/text", "/lines")


def _line(value: Any) -> str:
    return engine.record.json.dumps(value)


def changed(record: Any, *path: Any, to: Any) -> Any:
    place = record
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return record


DRAW = {"seat": 0, "move": {"type": "draw"}}
BAD: dict[str, tuple[Callable[[Any], Any], str]] = {
    "no rules": (lambda record: changed(record, "rules", to="nonsense"), "/record/rules"),
    "an option": (lambda record: changed(record, "rules", "target", to=-1), "/record/rules"),
    "no players": (lambda record: changed(record, "players", to=None), "/record/players"),
    "too many players": (lambda record: changed(record, "players", to=8) | {"rules": "browser"}, "/record/players"),
    "too few players": (lambda record: changed(record, "players", to=1), "/record/players"),
    "more players than the cards suffice for": (
        lambda record: (
            changed(record, "players", to=7) | {"rules": {"preset": "pagat", "second_pack_from": 8, "hand_size": 10}}
        ),
        "/record/players",
    ),
    "other seats": (lambda record: record | {"seats": []}, "/record/seats"),
    "a name": (lambda record: record | {"seats": [{"name": "Admin"}, {}]}, "/record/seats/0"),
    "no deals": (lambda record: record | {"deals": []}, "/record/deals"),
    "many deals": (lambda record: record | {"deals": record["deals"] * (MOST_DEALS + 1)}, "/record/deals"),
    "a deal that is none": (lambda record: record | {"deals": [None]}, "/record/deals/0"),
    "no seed": (lambda record: changed(record, "deals", 0, "seed", to=None), "/record/deals/0/seed"),
    "another seed": (lambda record: changed(record, "deals", 0, "seed", to="00" * 32), "/record/deals/0"),
    "another dealer": (
        lambda record: changed(record, "deals", 0, "dealer", to=1 - record["deals"][0]["dealer"]),
        "/record/deals/0/dealer",
    ),
    "a far dealer": (lambda record: changed(record, "deals", 0, "dealer", to=2), "/record/deals/0/dealer"),
    "another commitment": (
        lambda record: changed(record, "deals", 0, "commitment", to="00" * 32),
        "/record/deals/0/commitment",
    ),
    "other scores": (lambda record: changed(record, "deals", 0, "scores", to=[0, 1]), "/record/deals/0/scores"),
    "another status": (lambda record: record | {"status": "voided"}, "/record/status"),
    "other totals of the game": (lambda record: record | {"totals": [0, 1]}, "/record/totals"),
    "another winner": (lambda record: record | {"result": {"winners": [0, 1], "totals": [0, 1]}}, "/record/result"),
    "another number": (lambda record: changed(record, "deals", 0, "number", to=2), "/record/deals/0/number"),
    "other hands": (lambda record: changed(record, "deals", 0, "hands", to=[["2C"], ["3C"]]), "/record/deals/0/hands"),
    "another end": (lambda record: changed(record, "deals", 0, "ended", to="exhausted"), "/record/deals/0/ended"),
    "another who went out": (lambda record: changed(record, "deals", 0, "out", to=9), "/record/deals/0/out"),
    "another text": (
        lambda record: changed(record, "deals", 0, "moves", 1, "text", to="fly"),
        "/record/deals/0/moves/1/text",
    ),
    "another card that was drawn": (
        lambda record: changed(record, "deals", 0, "moves", 1, "drawn", to="X8"),
        "/record/deals/0/moves/1/drawn",
    ),
    "what was taken back": (
        lambda record: changed(record, "deals", 0, "moves", 1, "undone", to=True),
        "/record/deals/0/moves/1/undone",
    ),
    "a move of another deal": (
        lambda record: changed(record, "deals", 0, "moves", 1, "deal_number", to=2),
        "/record/deals/0/moves/1/deal_number",
    ),
    "a move in the future": (
        lambda record: changed(record, "deals", 0, "moves", 1, "at", to="2999-01-05T10:00:00.123Z"),
        "/record/deals/0/moves/1/at",
    ),
    "a deal in the future": (
        lambda record: changed(record, "deals", 0, "started_at", to="2999-01-05T10:00:00.123Z"),
        "/record/deals/0/started_at",
    ),
    "no moves": (lambda record: changed(record, "deals", 0, "moves", to=[]), "/record/deals/0/moves"),
    "many moves": (
        lambda record: changed(record, "deals", 0, "moves", to=[DRAW] * (MOST_MOVES + 1)),
        "/record/deals/0/moves",
    ),
    "a move that is none": (
        lambda record: changed(record, "deals", 0, "moves", 1, to="draw"),
        "/record/deals/0/moves/1",
    ),
    "a move of no type": (
        lambda record: changed(record, "deals", 0, "moves", 1, "move", to={"type": "fly"}),
        "/record/deals/0/moves/1/move",
    ),
    "a seat": (lambda record: changed(record, "deals", 0, "moves", 1, "seat", to=7), "/record/deals/0/moves/1/seat"),
    "an author": (
        lambda record: changed(record, "deals", 0, "moves", 1, "author", to="me"),
        "/record/deals/0/moves/1/author",
    ),
    "a time": (lambda record: changed(record, "deals", 0, "moves", 1, "at", to="now"), "/record/deals/0/moves/1/at"),
    "an illegal move": (
        lambda record: changed(record, "deals", 0, "moves", 0, "move", to={"type": "decline"}),
        "/record/deals/0/moves/0/move",
    ),
    "a move too many": (
        lambda record: changed(record, "deals", 0, "moves", to=[*record["deals"][0]["moves"], DRAW]),
        "/record/deals/0/moves/",
    ),
    "a deal too many": (lambda record: record | {"deals": record["deals"] * 2}, "/record/deals/1"),
    "a game that goes on": (lambda record: changed(record, "rules", "deal_limit", to=2), "/record/deals"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_refused_with_its_place(name: str) -> None:
    change, pointer = BAD[name]
    owner = guest()
    with pytest.raises(RefusedRecord) as refusal:
        imported(change(engine.record_json(played_record())), owner=owner)
    assert refusal.value.pointer.startswith(pointer)
    assert refusal.value.pointer == pointer or pointer.endswith("/") or name == "another seed"
    assert not Game.objects.exists()


def test_seats_are_named_as_is_asked_or_as_the_record_says() -> None:
    record = engine.record_json(played_record(players=4)) | {
        "seats": [
            {"player": {"name": "Ada"}},
            {"bot_level": "club"},
            {"name": "Ben"},
            {"player": {"name": "Deleted player"}},
        ]
    }
    own = guest("Owner")
    state = imported(record, owner=own, seat=2)
    told = [(seat["kind"], seat["name"], seat["bot_level"]) for seat in record_fields(state, FINISHED)["seats"]]
    assert told == [("person", "Ada", None), ("bot", None, "club"), ("person", None, None), ("person", None, None)]
    assert state.seats[2].player == own
    named = imported(record, names=["Cy", "Di"])
    assert [seat.name for seat in named.seats] == ["Cy", "Di", "Ben", ""]


def test_it_counts_nowhere_and_tells_nobody() -> None:
    owner = guest()
    state = imported(engine.record_json(played_record()), owner=owner, seat=0, visibility="public")
    assert (state.seats[0].outcome, statistics_of(owner.pk)) == ("", [])
    assert not Notice.objects.filter(game=state.game).exists()


def test_what_is_not_told_happened_now() -> None:
    state = imported(engine.record_json(played_record()))
    assert set(Entry.objects.filter(game=state.game).values_list("at", flat=True)) == {LATER}


@pytest.mark.parametrize(("visibility", "stays"), [("private", False), ("unlisted", True)])
def test_who_is_forgotten_leaves_no_private_import(visibility: str, stays: bool) -> None:
    owner, other = guest("Owner"), made(SeatWish(), SeatWish()).game
    record = engine.record_json(played_record()) | {"seats": [{"name": "Owner"}, {"name": "Ben"}]}
    game = imported(record, owner=owner, visibility=visibility).game
    request_erasure(player=owner, now=NOW)
    erase(player_id=owner.pk, now=LATER)
    assert Game.objects.filter(id=game.id).exists() is stays
    assert set(Seat.objects.filter(game=game).values_list("name", flat=True)) <= {""}
    assert Game.objects.filter(id=other.id).exists()
