"""Games with a great many undos: what is read and compared grows with the log, not with its square."""

from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from games.models import Author, Kind
from games.replay import moves_that_count, newest_first
from games.selectors.moves import TakenBack
from games.services.create import SeatWish
from games.tallies import tallied
from tests.service.games.table import NOW, People, made, people
from tests.service.games.test_offers import answered, offered, refusal

CYCLES = 2000
RULES = {"preset": "classic", "call": "off"}


class Counted(int):
    """A version that counts how often it is compared."""

    compared = 0

    def __lt__(self, other: int) -> bool:
        Counted.compared += 1
        return int(self) < int(other)

    def __gt__(self, other: int) -> bool:
        Counted.compared += 1
        return int(self) > int(other)


class Line(SimpleNamespace):
    """An entry that counts how often its version is read."""

    read = 0

    @property
    def version(self) -> int:
        Line.read += 1
        return self.number


def cycles() -> list[Line]:
    """A take and an undo of it, again and again."""
    common: dict[str, Any] = {"seat": 0, "author": Author.PERSON, "at": NOW, "outcome": {}}
    entries = []
    for number in range(1, 2 * CYCLES, 2):
        move = {"type": "take", "card": "8H"}
        entries.append(Line(number=number, kind=Kind.MOVE, move=move, undone_to=None, **common))
        entries.append(Line(number=number + 1, kind=Kind.UNDONE, move=None, undone_to=number - 1, **common))
    return entries


def test_whether_a_move_was_taken_back_is_found_in_few_steps() -> None:
    Counted.compared = 0
    apart = TakenBack((3 * number, Counted(3 * number + 2)) for number in range(CYCLES))
    assert len(apart.spans) == CYCLES
    assert [Counted(3 * number + 1) in apart for number in range(CYCLES)] == [True] * CYCLES
    assert Counted(3 * CYCLES + 1) not in apart
    assert Counted.compared < CYCLES * 20


@pytest.mark.parametrize("seed", range(20))
def test_undos_in_one_another_are_one(seed: int) -> None:
    random, spans, standing = Random(seed), [], [0]
    for version in range(1, 200):
        if random.random() < 0.4 and len(standing) > 1:
            standing = standing[: random.randrange(1, len(standing))]
            spans.append((standing[-1], version))
        else:
            standing.append(version)
    found = TakenBack(spans)
    for version in range(200):
        assert (version in found) == any(to < version < own for to, own in spans)
    assert all(a[1] <= b[0] for a, b in zip(found.spans, found.spans[1:], strict=False))


def test_a_deal_is_counted_in_one_pass() -> None:
    Line.read = 0
    entries = cycles()
    entries.append(Line(**{**vars(entries[0]), "number": 2 * CYCLES + 1}))
    assert [tally.takes for tally in tallied(entries, 2)] == [1, 0]  # type: ignore[arg-type]
    assert Line.read <= 2 * len(entries)


@pytest.mark.django_db
class TestAtTheTable:
    def with_draws(self, players: int, turns: int) -> People:
        game = people(players, rules=RULES)
        for _ in range(turns):
            game.play(game.state.playing.table.turn, "draw")
            self.discard(game)
        return game

    def test_an_undo_looks_at_the_last_moves_alone(self) -> None:
        game = self.with_draws(2, 15)
        state = game.state
        with CaptureQueriesContext(connection) as asked:
            latest = next(newest_first(state.game, 1))
        assert latest.version == state.game.version
        assert len(asked) == 1
        assert "LIMIT 50" in asked[0]["sql"]
        counting = moves_that_count(state.game, 1)
        assert len(counting) == 30

    @pytest.mark.parametrize("portion", [1, 2, 7])
    def test_newest_first_skips_what_was_taken_back(self, portion: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("games.replay._PORTION", portion)
        game = self.with_draws(2, 3)
        for _ in range(3):
            self.take_and_undo(game)
        entries = list(newest_first(game.state.game, 1))
        assert [entry.kind for entry in entries[:3]] == [Kind.UNDONE] * 3
        moves = [entry.version for entry in entries if entry.kind == Kind.MOVE]
        assert moves[::-1] == [entry.version for entry in moves_that_count(game.state.game, 1)]

    def take(self, game: People) -> int:
        table = game.state.playing.table
        game.play(table.turn, f"take {engine.code(table.pile[-1])}")
        return table.turn

    def discard(self, game: People) -> None:
        deal = game.state.playing
        kept = deal.hands[deal.table.turn] & ~deal.table.single
        game.play(deal.table.turn, f"discard {engine.codes(kept)[0]}")

    def take_and_undo(self, game: People) -> None:
        seat = self.take(game)
        answered(game, 1 - seat, offered(game, seat, "undo"))

    def test_within_a_turn_undos_have_an_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("games.services.agreements.MOST_UNDOS_IN_TURN", 3)
        game = self.with_draws(2, 2)
        for _ in range(3):
            self.take_and_undo(game)
        seat = game.state.playing.table.turn
        assert refusal(offered, game, seat, "undo") == "nothing_to_undo"
        self.take(game)
        assert refusal(offered, game, seat, "undo") == "limit_reached"
        self.discard(game)
        self.take_and_undo(game)

    def test_also_alone_against_bots(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("games.services.agreements.MOST_UNDOS_IN_TURN", 0)
        monkeypatch.setattr("games.services.deals.new_seed", lambda: bytes(32))
        game = people(2, rules=RULES)
        owner, turn = game.players[0], game.state.playing.table.turn
        seats = [SeatWish("club"), SeatWish("club")]
        seats[turn] = SeatWish()
        game = People(made(*seats, owner=owner, rules=RULES, start=True).game.id, [owner] * 2)
        self.take(game)
        assert refusal(offered, game, turn, "undo") == "limit_reached"

    @pytest.mark.parametrize("kind", ["undo", "pause", "add_time"])
    def test_a_long_game_grows_by_play_alone(self, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
        game = people(2, rules=RULES, clock={"mode": "live", "initial_ms": 60_000})
        seat = self.take(game)
        monkeypatch.setattr("games.services.agreements.MOST_ENTRIES", game.state.game.version + 1)
        facts = {"seconds": 60} if kind == "add_time" else {}
        pause = offered(game, seat, "pause")
        answered(game, 1 - seat, pause)
        answered(game, 1 - seat, offered(game, seat, "resume"))
        assert refusal(offered, game, seat, kind, NOW + timedelta(seconds=1), **facts) == "limit_reached"
        self.discard(game)
