"""Call windows: who is asked, who waits, what is told before and after, and how they end (RULES 9)."""

from datetime import timedelta
from typing import Any

import pytest

import engine
from games.models import Entry, Game
from games.selectors.events import events_of
from games.selectors.moves import moves_of
from games.selectors.views import legal_moves_fields, view_fields
from games.services.look import look_at
from games.services.play import submit_move
from games.services.sweep import settle_due_games
from games.sight import SPECTATOR, Role, Viewer
from players.errors import DomainError
from players.ids import uuid7
from tests.service.games.table import NOW, People, people, set_position

pytestmark = pytest.mark.django_db

CLOCKWISE = {"preset": "pagat", "call_priority": "clockwise"}
NOBODY_WAITS = {"preset": "pagat", "call_window": 0}
CLOSING = NOW + timedelta(seconds=5)

BEFORE = {
    "turn": 0,
    "phase": "play",
    "hands": [["TH", "2C"], ["3C", "4D"], ["5S", "6D"], ["JC", "QD"]],
    "stock": ["5H", "6H", "8C"],
    "pile": ["KC"],
    "melds": [{"id": 1, "kind": "run", "cards": ["7H", "8H", "9H"], "by": [1, 1, 1], "owner": 1}],
}


def opened(rules: Any = "pagat", **changes: Any) -> People:
    """Seat 0 of four has discarded the ten of hearts, which fits the run on the table."""
    game = people(4, rules=rules)
    set_position(game.game_id, BEFORE | changes)
    game.play(0, "discard TH")
    return game


def refused(game: People, seat: int, text: str, **occasion: Any) -> str:
    before = Game.objects.values("version", "window_id", "window_closes_at").get()
    with pytest.raises((DomainError, engine.IllegalMove)) as refusal:
        game.play(seat, text, **occasion)
    assert Game.objects.values("version", "window_id", "window_closes_at").get() == before
    return str(refusal.value.code)  # type: ignore[union-attr]


def seen(game: People, seat: int | None) -> dict[str, Any]:
    viewer = SPECTATOR if seat is None else Viewer(Role.SEAT, seat)
    return view_fields(game.state, viewer, NOW, with_legal_moves=True)


def told(game: People, seat: int | None, version: int) -> list[str]:
    """The types of the events that this seat is told of one entry."""
    viewer = SPECTATOR if seat is None else Viewer(Role.SEAT, seat)
    state = game.state
    entry = Entry.objects.get(game=state.game, version=version)
    return [event["type"] for _, event in events_of(entry, state.game, viewer)]


def texts(game: People) -> list[str]:
    moves = Entry.objects.filter(kind="move").order_by("version")
    return [f"{move.seat}: {move.text}" for move in moves]


class TestAWindowOpens:
    def test_for_the_seats_that_can_call_something(self) -> None:
        view = seen(opened(), None)
        assert view["callers"] == view["window"]["seats"] == [1, 2, 3]
        assert view["window"]["closes_at"] == "2026-01-05T10:00:05.000Z"
        assert (view["window"]["opened_at_version"], view["window"]["priority"]) == (view["version"], "first")
        assert view["deadline"]["at"] == view["window"]["closes_at"]

    def test_and_the_seats_may_answer(self) -> None:
        moves = seen(opened(), 2)["legal_moves"]["moves"]
        assert {move["text"] for move in moves} == {"call TH", "pass"}

    def test_nobody_may_draw_meanwhile(self) -> None:
        game = opened()
        texts = {move["text"] for move in seen(game, 1)["legal_moves"]["moves"]}
        assert texts == {"call TH", "pass"}
        with pytest.raises(DomainError) as refusal:
            game.play(1, "draw", NOW + timedelta(seconds=2))
        assert refusal.value.code == "call_window_open"
        assert refusal.value.facts["retry_after_ms"] == pytest.approx(3000, abs=2)
        assert refused(game, 1, "take TH") == "call_window_open"

    def test_not_where_nothing_can_be_called(self) -> None:
        game = people(4)
        set_position(game.game_id, BEFORE)
        game.play(0, "discard 2C")
        view = seen(game, 1)
        assert (view["window"], view["callers"], view["deadline"]) == (None, [], None)


class TestAnAnswer:
    def test_names_the_window(self) -> None:
        game = opened()
        assert refused(game, 1, "pass", window=None) == "version_required"
        assert refused(game, 1, "pass", version=game.state.game.version) == "version_required"
        assert refused(game, 1, "pass", window=uuid7()) == "call_closed"
        both = {"window": game.window, "version": game.state.game.version}
        assert refused(game, 1, "pass", **both) == "bad_request"

    def test_does_not_mind_the_answers_of_others(self) -> None:
        game = opened()
        for seat in (3, 1, 2):
            game.play(seat, "pass")
        assert seen(game, 1)["window"] is None

    def test_is_given_once(self) -> None:
        game = opened()
        game.play(1, "pass")
        assert refused(game, 1, "pass") == "call_closed"
        assert refused(game, 1, "call TH") == "call_closed"

    def test_is_not_for_the_one_who_discarded(self) -> None:
        game = opened()
        assert refused(game, 0, "call TH") == "own_discard"
        assert refused(game, 0, "pass") == "call_closed"

    def test_after_the_closing_time_is_late(self) -> None:
        game = opened()
        window = game.window
        with pytest.raises(DomainError) as refusal:
            game.play(1, "call TH", CLOSING, window=window)
        assert refusal.value.code == "call_closed"


class TestOthersLearn:
    """Nothing of who has answered, and how, until the window has closed."""

    def test_only_how_many(self) -> None:
        game = opened()
        before = seen(game, 3)
        game.play(2, "pass")
        after = seen(game, 3)
        assert after["window"] == before["window"] | {"answered_count": 1}
        changed = {name for name in after if after[name] != before[name]}
        assert changed == {"version", "cursor", "window", "legal_moves"}
        assert after["legal_moves"]["moves"] == before["legal_moves"]["moves"]

    def test_the_seat_sees_its_own_answer(self) -> None:
        game = opened(CLOCKWISE)
        game.play(2, "pass")
        game.play(3, "call TH")
        assert [seen(game, seat)["window"]["answered"] for seat in (1, 2, 3)] == [None, "pass", "call TH"]

    def test_a_kept_call_looks_like_a_pass(self) -> None:
        views = []
        for answer in ("pass", "call TH"):
            game = opened(CLOCKWISE)
            game.play(3, answer)
            view = seen(game, 1)
            for name in ("game", "version", "cursor", "fairness", "seats", "window"):
                view.pop(name)
            view["legal_moves"].pop("version")
            views.append(view)
        assert views[0] == views[1]

    def test_the_events_tell_others_of_an_answer_only(self) -> None:
        game = opened(CLOCKWISE)
        version = game.play(3, "call TH").entry.version
        assert told(game, 3, version) == ["move_played", "call_window_answered"]
        assert told(game, 1, version) == told(game, None, version) == ["call_window_answered"]
        entry = Entry.objects.get(version=version)
        ((_, event),) = events_of(entry, game.state.game, SPECTATOR)
        assert (event["seat"], event["move"], event["player"], event["author"]) == (None, None, None, None)
        assert event["window"]["answered_count"] == 1
        assert event["text"] == "1 seat has answered."
        next_version = game.play(1, "pass").entry.version
        entry = Entry.objects.get(version=next_version)
        ((_, event),) = events_of(entry, game.state.game, SPECTATOR)
        assert event["text"] == "2 seats have answered."

    def test_the_list_of_moves_leaves_it_out(self) -> None:
        game = opened()
        version = game.play(2, "pass").entry.version
        listed = [
            moves_of(game.state, viewer).filter(version=version).exists()
            for viewer in (Viewer(Role.SEAT, 2), Viewer(Role.SEAT, 1), SPECTATOR)
        ]
        assert listed == [True, False, False]

    def test_everything_when_it_has_closed(self) -> None:
        game = opened(CLOCKWISE)
        game.play(3, "call TH")
        game.play(1, "pass")
        version = game.play(2, "pass").entry.version
        entry = Entry.objects.get(version=version)
        events = [event for _, event in events_of(entry, game.state.game, SPECTATOR)]
        assert [event["type"] for event in events] == ["call_window_closed", "turn_started"]
        assert events[0]["answers"] == [
            {"seat": 1, "text": "pass"},
            {"seat": 2, "text": "pass"},
            {"seat": 3, "text": "call TH"},
        ]
        assert moves_of(game.state, SPECTATOR).filter(version__gte=version - 2).count() == 3


class TestPriority:
    def test_first_gives_the_card_to_the_first_call(self) -> None:
        game = opened()
        game.play(2, "call TH")
        table = game.state.playing.table
        assert (table.turn, table.phase, table.by_call, engine.codes(table.obliged)) == (2, "play", True, ("TH",))
        assert seen(game, 1)["window"] is None

    def test_clockwise_gives_it_to_the_nearest(self) -> None:
        game = opened(CLOCKWISE)
        game.play(3, "call TH")
        game.play(2, "call TH")
        assert game.state.playing.table.window
        game.play(1, "pass")
        table = game.state.playing.table
        assert (table.turn, table.by_call) == (2, True)

    def test_clockwise_silent_seats_are_passed_for_at_the_end(self) -> None:
        game = opened(CLOCKWISE)
        game.play(3, "call TH")
        look_at(game_id=game.game_id, player_id=None, now=CLOSING)
        table = game.state.playing.table
        assert (table.turn, table.by_call) == (3, True)
        assert texts(game) == ["0: discard TH", "3: call TH", "1: pass", "2: pass"]


class TestClosingByTime:
    def test_not_before_it_is_time(self) -> None:
        game = opened()
        assert settle_due_games(now=CLOSING - timedelta(milliseconds=1)) == 0
        assert seen(game, 1)["window"]

    def test_by_the_sweep(self) -> None:
        game = opened()
        game.play(2, "pass")
        assert settle_due_games(now=CLOSING) == 1
        assert seen(game, 1)["window"] is None
        passes = Entry.objects.filter(text="pass").order_by("version")
        assert [(entry.seat, entry.author) for entry in passes] == [(2, "person"), (1, "timer"), (3, "timer")]
        assert settle_due_games(now=CLOSING) == 0

    def test_by_whoever_looks(self) -> None:
        game = opened()
        state = look_at(game_id=game.game_id, player_id=None, now=CLOSING)
        assert state.game.window_id is None
        assert game.state.game.version == state.game.version

    def test_by_whoever_moves(self) -> None:
        game = opened()
        version = game.state.game.version
        with pytest.raises(DomainError) as refusal:
            game.play(1, "draw", CLOSING, version=version)
        assert refusal.value.facts["current_version"] == version + 3
        game.play(1, "draw", CLOSING)
        assert texts(game) == ["0: discard TH", "1: pass", "2: pass", "3: pass", "1: draw"]

    @pytest.mark.django_db(transaction=True)
    def test_one_broken_game_does_not_stop_the_sweep(self) -> None:
        first, second = opened(), opened()
        Game.objects.filter(id=first.game_id).update(snapshot=b"broken")
        assert settle_due_games(now=CLOSING) == 1
        assert seen(second, 1)["window"] is None

    @pytest.mark.django_db(transaction=True)
    def test_many_broken_games_do_not_stop_it_either(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """They come first every time, and are more than a sweep settles."""
        monkeypatch.setattr("games.services.sweep.BATCH", 1)
        broken = [opened() for _ in range(2)]
        Game.objects.update(snapshot=b"broken", due_at=NOW)
        last = opened()
        assert settle_due_games(now=CLOSING) == 1
        assert seen(last, 1)["window"] is None
        assert len(broken) == Game.objects.filter(due_at__lte=CLOSING).count()


class TestNobodyWaits:
    """`call_window` 0."""

    def test_the_next_player_draws_at_once(self) -> None:
        game = opened(NOBODY_WAITS)
        assert seen(game, None)["window"]["closes_at"] is None
        assert "draw" in {move["text"] for move in seen(game, 1)["legal_moves"]["moves"]}
        game.play(1, "draw")
        assert texts(game)[1:] == ["1: pass", "2: pass", "3: pass", "1: draw"]
        assert seen(game, 1)["phase"] == "play"

    def test_others_may_call_until_then(self) -> None:
        game = opened(NOBODY_WAITS)
        game.play(3, "call TH")
        assert game.state.playing.table.turn == 3

    def test_a_call_is_not_kept_waiting(self) -> None:
        game = opened({"preset": "pagat", "call_window": 0, "call_priority": "clockwise"})
        game.play(3, "call TH")
        assert texts(game)[1:] == ["3: call TH", "1: pass", "2: pass"]
        assert game.state.playing.table.turn == 3

    def test_the_window_is_closed_where_nothing_can_be_drawn(self) -> None:
        game = opened(NOBODY_WAITS, stock=[])
        view = seen(game, 1)
        assert view["window"] is None
        assert "decline" in {move["text"] for move in view["legal_moves"]["moves"]}

    def test_neither_sweep_nor_look_ends_it(self) -> None:
        game = opened(NOBODY_WAITS)
        later = NOW + timedelta(hours=1)
        assert settle_due_games(now=later) == 0
        look_at(game_id=game.game_id, player_id=None, now=later)
        assert seen(game, 1)["window"]


class TestALastDiscardThatIsContested:
    RULES = {"preset": "pagat", "go_out": "unplayable", "playable_last_discard": "callable"}
    LAST = {"hands": [["TH"], ["3C", "4D"], ["5S", "6D"], ["JC", "QD"]]}

    def test_the_deal_waits_and_ends_when_all_have_passed(self) -> None:
        game = opened(self.RULES, **self.LAST)
        assert seen(game, None)["window"]["seats"] == [1, 2, 3]
        look_at(game_id=game.game_id, player_id=None, now=CLOSING)
        state = game.state
        assert (state.game.deal_number, state.game.window_id) == (2, None)

    def test_a_call_lets_it_go_on(self) -> None:
        game = opened(self.RULES, **self.LAST)
        game.play(2, "call TH")
        assert (game.state.game.deal_number, game.state.playing.table.turn) == (1, 2)

    def test_nobody_waits_where_nobody_has_to(self) -> None:
        game = opened(self.RULES | {"call_window": 0}, **self.LAST)
        assert game.state.game.deal_number == 2


def test_calling_to_lay_off_only_lets_the_turn_go_on() -> None:
    game = opened({"preset": "pagat", "call": "top_lay_off"})
    game.play(3, "call TH on 1")
    table = game.state.playing.table
    assert (table.turn, table.phase, table.melds[0].by) == (1, "draw", (1, 1, 1, 3))
    assert seen(game, 1)["window"] is None


def test_the_answer_of_a_seat_may_not_be_given_by_another_version() -> None:
    game = opened()
    with pytest.raises(DomainError):
        submit_move(
            game_id=game.game_id,
            player_id=game.players[1].pk,
            move={"type": "pass"},
            version=game.state.game.version,
            now=NOW,
        )


def test_a_spectator_has_no_legal_moves() -> None:
    assert legal_moves_fields(opened().state, SPECTATOR)["moves"] == []
