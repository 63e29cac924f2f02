"""Moves: the order of the checks, what is written, and that a refusal changes nothing."""

from typing import Any

import pytest

import engine
from games import store
from games.models import Deal, Entry, EntryIsFinal, Game
from games.services.play import submit_move
from games.services.resign import resign
from games.snapshots import decode
from players.errors import DomainError
from tests.service.games.table import NOW, OPEN, People, bots, guest, made, people, set_position

pytestmark = pytest.mark.django_db

LAST_CARD = {
    "turn": 0,
    "phase": "play",
    "hands": [["2C"], ["KD", "4S"]],
    "stock": ["5H", "6H"],
    "pile": ["9C"],
    "dealer": 1,
}


@pytest.fixture
def two() -> People:
    """A game of two, seat 0 to draw."""
    game = people(2, rules={"preset": "classic", "call": "off"})
    set_position(
        game.game_id,
        {"turn": 0, "hands": [["2C", "4D"], ["KD", "4S"]], "stock": ["5H", "6H", "7C"], "pile": ["9C"]},
    )
    return game


def stored(game: People) -> tuple[Any, ...]:
    """Everything that a refused move must leave as it was."""
    row = Game.objects.values().get(id=game.game_id)
    row["snapshot"] = bytes(row["snapshot"])
    return row, Entry.objects.count(), list(Deal.objects.values("number", "scores", "finished_at"))


def refusal(game: People, seat: int, move: Any, player_id: Any = None, **occasion: Any) -> DomainError:
    before = stored(game)
    with pytest.raises(DomainError) as refused:
        submit_move(
            game_id=game.game_id,
            player_id=player_id or game.players[seat].pk,
            move=move,
            now=NOW,
            **occasion,
        )
    assert stored(game) == before
    return refused.value


def test_a_move_is_an_entry_and_raises_the_version(two: People) -> None:
    version = two.state.game.version
    played = two.play(0, "draw")
    assert (played.entry.version, two.state.game.version) == (version + 1, version + 1)
    entry = Entry.objects.get(version=version + 1)
    assert (entry.text, entry.move, entry.drawn, entry.author) == ("draw", {"type": "draw"}, "5H", "person")
    assert (entry.hands, entry.at) == ({"0": ["2C", "4D", "5H"]}, NOW)


def test_the_snapshot_is_the_deal_after_the_move(two: People) -> None:
    before = two.state.playing
    two.play(0, "take 9C")
    game = Game.objects.get()
    deal, _ = decode(bytes(game.snapshot or b""), two.state.options)
    assert deal == engine.play(before, engine.Seat(0), engine.Take("9C"))


def test_moves_are_stored_in_their_canonical_form() -> None:
    game = people(2)
    set_position(
        game.game_id,
        {"turn": 0, "phase": "play", "hands": [["7S", "X1", "5S", "2C"], ["KD"]], "stock": ["5H"], "pile": ["9C"]},
    )
    played = game.play(0, "meld 7S X1 5S")
    assert (played.entry.text, played.entry.move) == (
        "meld 5S X1=6S 7S",
        {"type": "meld", "cards": ["5S", "X1=6S", "7S"]},
    )


class TestTheOrderOfChecks:
    """Each step is reached only when those before it are passed."""

    def test_1_a_private_game_is_not_found_by_strangers(self) -> None:
        game = made(OPEN, OPEN, visibility="private")
        with pytest.raises(DomainError) as refused:
            submit_move(game_id=game.game.id, player_id=guest().pk, move={}, now=NOW)
        assert refused.value.code == "not_found"

    def test_2_a_game_that_has_not_started_or_is_over(self) -> None:
        game = made(OPEN, OPEN)
        with pytest.raises(DomainError) as refused:
            submit_move(game_id=game.game.id, player_id=guest().pk, move={}, now=NOW)
        assert refused.value.code == "game_not_started"

    def test_3_strangers(self, two: People) -> None:
        assert refusal(two, 0, {}, player_id=guest().pk).code == "not_seated"

    def test_4_a_version_is_needed(self, two: People) -> None:
        assert refusal(two, 1, {}).code == "version_required"

    @pytest.mark.parametrize("wrong", [-1, 1, 10**12])
    def test_5_the_version_is_the_current_one(self, two: People, wrong: int) -> None:
        refused = refusal(two, 1, {}, version=two.state.game.version + wrong)
        assert refused.code == "version_conflict"
        assert refused.facts == {"current_version": two.state.game.version, "your_last_move": None}

    @pytest.mark.parametrize(
        "move", [{}, {"type": "nonsense"}, {"type": "draw", "extra": 1}, [], "draw", None, {"type": ["draw"]}]
    )
    def test_6_the_move_is_read(self, two: People, move: Any) -> None:
        before = stored(two)
        with pytest.raises(engine.BadNotation):
            submit_move(
                game_id=two.game_id,
                player_id=two.players[1].pk,
                move=move,
                version=two.state.game.version,
                now=NOW,
            )
        assert stored(two) == before

    @pytest.mark.parametrize(("seat", "text", "code"), [(1, "draw", "not_your_turn"), (0, "discard 2C", "wrong_phase")])
    def test_7_the_rules(self, two: People, seat: int, text: str, code: str) -> None:
        before = stored(two)
        with pytest.raises(engine.IllegalMove) as refused:
            two.play(seat, text)
        assert refused.value.code == code
        assert stored(two) == before


def test_a_stale_version_is_told_ones_own_last_move(two: People) -> None:
    version = two.state.game.version
    two.play(0, "draw")
    refused = refusal(two, 0, {"type": "draw"}, version=version)
    assert refused.facts["your_last_move"] == {"version": version + 1, "move": {"type": "draw"}, "text": "draw"}


def test_a_window_is_named_by_calls_and_passes_only(two: People) -> None:
    asked = {"window": two.game_id, "version": two.state.game.version}
    assert refusal(two, 0, {"type": "draw"}, **asked).code == "bad_request"


class TestTheEndOfADeal:
    def test_the_next_deal_is_dealt_at_once(self) -> None:
        game = people(2, rules={"preset": "classic", "call": "off"})
        set_position(game.game_id, LAST_CARD)
        played = game.play(0, "discard 2C")
        first, second = Deal.objects.order_by("number")
        assert (first.scores, first.totals, first.out, first.ended) == ([0, -14], [0, -14], 0, "out")
        assert (first.finished_at, second.number, second.dealer) == (NOW, 2, 0)
        state = game.state
        assert (state.game.deal_number, state.game.totals, state.game.version) == (
            2,
            [0, -14],
            played.entry.version + 1,
        )
        assert state.playing == engine.start_deal(
            state.options,
            2,
            bytes(second.seed),
            dealer=engine.Seat(0),
            deal_number=2,
            scores=(0, -14),
        )

    def test_seeds_do_not_repeat(self) -> None:
        game = people(2, rules={"preset": "classic", "call": "off"})
        for _ in range(3):
            set_position(game.game_id, LAST_CARD | {"deal_number": game.state.game.deal_number})
            game.play(0, "discard 2C")
        assert Deal.objects.values("seed").distinct().count() == Deal.objects.count() == 4

    def test_the_game_ends_when_somebody_has_won(self) -> None:
        game = people(2, rules={"preset": "classic", "call": "off"})
        set_position(game.game_id, LAST_CARD | {"scores": [500, 120]})
        game.play(0, "discard 2C")
        row = game.state.game
        assert (row.status, row.result, row.finished_at) == (
            "finished",
            {"winners": [0], "totals": [500, 106]},
            NOW,
        )
        assert Deal.objects.count() == 1
        assert refusal(game, 1, {"type": "draw"}, version=row.version).code == "game_over"


class TestResigning:
    def test_a_bot_takes_the_seat(self, two: People) -> None:
        resign(game_id=two.game_id, player_id=two.players[0].pk, now=NOW)
        state = two.state
        seat = state.seats[0]
        assert (seat.bot_level, seat.player, seat.resigned_at) == ("casual", two.players[0], NOW)
        assert state.game.bot_due_at == NOW
        assert refusal(two, 0, {"type": "draw"}, version=state.game.version).code == "not_seated"

    def test_or_the_game_is_broken_off(self) -> None:
        game = people(2, leaver_policy="abandon")
        resign(game_id=game.game_id, player_id=game.players[1].pk, now=NOW)
        row = game.state.game
        assert (row.status, row.result) == ("aborted", {"winners": [], "totals": [0, 0]})
        assert Deal.objects.get().finished_at == NOW

    @pytest.mark.parametrize("started", [True, False])
    def test_only_ones_own_seat_in_a_game_that_goes_on(self, started: bool) -> None:
        state = bots("club", "club") if started else made(OPEN, OPEN)
        with pytest.raises(DomainError) as refused:
            resign(game_id=state.game.id, player_id=guest().pk, now=NOW)
        assert refused.value.code == ("not_seated" if started else "game_not_started")


class TestTheLog:
    def test_entries_are_never_changed_or_deleted(self) -> None:
        made(OPEN, OPEN)
        entry = Entry.objects.first()
        assert entry is not None
        attempts: list[Any] = [
            entry.save,
            entry.delete,
            lambda: Entry.objects.update(text="draw"),
            lambda: Entry.objects.all().delete(),
            lambda: Entry.objects.bulk_update([entry], ["text"]),
        ]
        for attempt in attempts:
            with pytest.raises(EntryIsFinal):
                attempt()

    def test_a_game_with_entries_is_not_deleted(self) -> None:
        state = made(OPEN, OPEN)
        with pytest.raises(Exception, match="protected"):
            Game.objects.filter(id=state.game.id).delete()


def test_reading_a_game_back_gives_what_was_written(two: People) -> None:
    played = two.play(0, "draw")
    read = store.load(two.game_id)
    assert read.deal == played.state.deal
    assert read.deal_version == played.state.deal_version
