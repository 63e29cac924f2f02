"""Faults that players of other servers complained about, tried on stored games. None of them may happen here."""

import os
import subprocess
import sys
from datetime import timedelta
from statistics import mean, pstdev
from typing import Any

import pytest
from django.conf import settings

import engine
from games import store
from games.bot_chance import next_bot, pause_seconds
from games.models import Deal, Entry, Game
from games.replay import faults_of
from games.selectors.moves import moves_of
from games.services.bots import run_bots
from games.services.create import SeatWish
from games.services.look import look_at
from games.services.presence import note_presence
from games.services.resign import resign
from games.services.start import start_game
from games.services.sweep import settle_due_games
from games.sight import SPECTATOR
from games.turns import seats_to_act
from players.ids import uuid7
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.service.games.table import NOW, OPEN, People, bots, made, people, set_position, ticking
from tests.service.games.test_clocks import TURN, after, timed
from tests.service.games.test_play import LAST_CARD

pytestmark = pytest.mark.django_db
ONE_DEAL = {"preset": "pagat", "deal_limit": 1}
NO_CALLS = {"preset": "classic", "call": "off"}
HOUR = timedelta(hours=1)


class TestChance:
    def test_no_seed_comes_twice(self) -> None:
        states = [bots("club", "club") for _ in range(50)]
        seeds = {bytes(seed) for seed in Deal.objects.values_list("seed", flat=True)}
        secrets = {bytes(secret) for secret in Game.objects.values_list("bot_secret", flat=True)}
        assert len(states) == len(seeds) == len(secrets) == 50

    def test_a_new_process_deals_anew(self) -> None:
        """Whatever it was started with: two alike have no seed in common."""
        code = "from games.chance import new_seed; print(*(new_seed().hex() for _ in range(50)))"
        environ = {**os.environ, "PYTHONHASHSEED": "0"}
        runs = [
            subprocess.run(
                [sys.executable, "-c", code],
                capture_output=True,
                text=True,
                check=True,
                env=environ,
                cwd=settings.BASE_DIR,
            ).stdout.split()
            for _ in range(2)
        ]
        assert len({*runs[0], *runs[1]}) == 100

    def test_who_sits_where_makes_no_difference(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The cards follow from seed, rules and number of seats: people and bots are dealt alike."""
        monkeypatch.setattr("games.services.deals.new_seed", lambda: bytes(range(32)))
        games = [bots("club", "novice", "club"), people(3).state, bots("random", "random", "random")]
        assert len({store.load(state.game.id).deal for state in games}) == 1


@pytest.mark.parametrize("players", [2, 4])
def test_no_seat_is_dealt_better_cards(players: int) -> None:
    """Whoever sits there: as the cards do not know who does, seats are all that could differ."""
    deals = 2_000
    options = engine.options_from("classic")
    hands = [
        [engine.hand_points(deal.table.rules, hand) for hand in deal.hands]
        for deal in (engine.start_deal(options, players, number.to_bytes(32, "big")) for number in range(deals))
    ]
    means = [mean(seat) for seat in zip(*hands, strict=True)]
    noise = pstdev(points for hand in hands for points in hand) / deals**0.5
    assert max(means) - min(means) < 4 * noise


def test_how_long_a_bot_thinks_depends_on_nobodys_cards() -> None:
    pauses = []
    for hands in (["KD", "4S"], ["X1", "X2"]):
        state = made(OPEN, SeatWish("club"), start=True)
        Game.objects.filter(id=state.game.id).update(bot_secret=bytes(32), version=50)
        set_position(state.game.id, {"turn": 1, "hands": [["2C", "4D"], hands], "stock": ["5H"], "pile": ["9C"]})
        state = store.load(state.game.id)
        bot = next_bot(state)
        assert bot is not None
        state.deal_version = 5
        pauses.append(pause_seconds(state, bot, NOW, 1.0))
    assert pauses[0] == pauses[1] > 0


class TestLeaving:
    @pytest.mark.parametrize("is_own_turn", [True, False])
    @pytest.mark.parametrize("number", range(6))
    def test_the_game_goes_on_whenever_somebody_leaves(
        self, number: int, is_own_turn: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """After some moves of a deal that lasts long enough; then the others go on with bots, too."""
        monkeypatch.setattr("games.services.deals.new_seed", lambda: bytes(range(32)))
        game = people(3, rules=ONE_DEAL)
        played(game, moves=number * 3 + 1)
        turn = game.state.playing.table.turn
        leaver = turn if is_own_turn else (turn + 1) % 3
        resign(game_id=game.game_id, player_id=game.players[leaver].pk, now=NOW)
        state = run_bots(game_id=game.game_id, clock=ticking().__next__)
        assert state.game.status == "finished" or [seat.is_bot for seat in seats_to_act(state)].count(False)
        for player in game.players:
            if store.load(game.game_id).seat_of(player.pk) and store.load(game.game_id).game.is_going_on:
                resign(game_id=game.game_id, player_id=player.pk, now=NOW)
        assert run_bots(game_id=game.game_id, clock=ticking().__next__).game.status == "finished"
        assert faults_of(game.game_id) == []


def played(game: People, moves: int) -> None:
    """So many moves of the simplest kind, each by the first of those who may act."""
    for _ in range(moves):
        state = game.state
        if not state.game.is_going_on:
            return
        seat = seats_to_act(state)[0].seat
        legal = engine.legal_moves(engine.observe(state.playing, engine.Seat(seat)))
        game.play(seat, engine.move_text(next(iter(legal))))


def test_who_loses_the_connection_keeps_the_seat_until_time_decides() -> None:
    """The clock goes on as before, and so does the game without them."""
    game = timed(TURN)
    listener, seat = uuid7(), {(game.game_id, 0)}
    note_presence(listener_id=listener, arrived=seat, left=(), now=NOW)
    ends_at = game.state.game.clock_ends_at
    note_presence(listener_id=listener, arrived=(), left=seat, now=after(2))
    kept = game.state.seats[0]
    assert (kept.player_id, kept.resigned_at, kept.connected) == (game.players[0].pk, None, False)
    assert (game.state.game.clock_seat, game.state.game.clock_ends_at) == (0, ends_at)
    assert settle_due_games(now=after(16)) == 1
    state = game.state
    assert (state.playing.table.turn, state.seats[0].timeouts_used, state.seats[0].is_bot) == (1, 1, False)


class TestNobodyThere:
    def test_an_hour_later_the_game_is_there_and_has_decided_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Everybody leaves without a word; one game is swept meanwhile, one is not looked at before the end."""
        monkeypatch.setattr("games.services.deals.new_seed", lambda: bytes(range(32)))
        logs = []
        for is_swept in (True, False):
            game = people(2, rules=NO_CALLS, clock=TURN, max_timeouts=1, takeover_level="club")
            set_position(game.game_id, {"turn": 0, "hands": [["2C"], ["KD"]], "stock": ["5H", "6H"], "pile": ["9C"]})
            start = game.state.game.version
            instants = (
                [after(seconds) for seconds in range(16, 3600, 16)]
                if is_swept
                else [NOW + HOUR * n for n in (1, 2, 3, 4)]
            )
            for now in instants:
                settle_due_games(now=now) if is_swept else look_at(game_id=game.game_id, player_id=None, now=now)
            entries = Entry.objects.filter(game_id=game.game_id, version__gt=start).order_by("version")
            logs.append([(entry.kind, entry.seat, entry.author, entry.text) for entry in entries])
            assert game.state.game.status == "running"
        assert logs[0] == logs[1]
        assert [kind for kind, *_ in logs[0]].count("timed_out") == 3

    def test_no_time_runs_before_the_start(self) -> None:
        state = made(OPEN, SeatWish("club"), clock=TURN)
        assert settle_due_games(now=NOW + 24 * HOUR) == 0
        look_at(game_id=state.game.id, player_id=None, now=NOW + 24 * HOUR)
        row = Game.objects.get()
        assert (row.status, row.due_at, row.version) == ("open", None, state.game.version)
        start_game(game_id=state.game.id, player_id=state.game.owner_id, now=NOW + 25 * HOUR)
        row = Game.objects.get()
        assert row.clock_since == (NOW + 25 * HOUR if row.clock_seat == 0 else None)
        assert not Entry.objects.filter(kind="timed_out").exists()


def test_a_replay_has_a_frame_for_each_move() -> None:
    """From the seed and the moves: the deal as it was dealt, and one state more for each move that was made."""
    state = run_bots(game_id=bots("club", "club", "novice", rules=ONE_DEAL).game.id, clock=ticking().__next__)
    row = Deal.objects.get()
    frames = [engine.start_deal(state.options, 3, bytes(row.seed), dealer=engine.Seat(row.dealer))]
    for entry in moves_of(state, SPECTATOR).order_by("version"):
        frames.append(engine.play(frames[-1], engine.Seat(entry.seat or 0), engine.parse_move(entry.text)))
    assert len(frames) == moves_of(state, SPECTATOR).count() + 1
    assert frames[-1] == store.load(state.game.id).deal


class TestAtTheSameMoment:
    pytestmark = RACES

    def test_two_seats_draw(self, at_once: AtOnce) -> None:
        """One card is drawn, by the seat on turn, and it is still that seat's turn."""
        game = people(2, rules=NO_CALLS)
        for _ in range(SOME_ROUNDS):
            position = {"turn": 0, "hands": [["2C", "4D"], ["KD", "4S"]], "stock": ["5H", "6H"], "pile": ["9C"]}
            set_position(game.game_id, position)
            version = game.state.game.version
            draws = [lambda seat=seat, at=version: game.play(seat, "draw", version=at).entry.drawn for seat in (0, 1)]
            answers: list[Any] = at_once(*draws * 3)
            assert answers.count("5H") == 1
            assert set(answers) - {"5H"} <= {"version_conflict", "not_your_turn"}
            table = game.state.playing.table
            assert (table.turn, table.phase, table.stock_count) == (0, "play", 1)

    @pytest.mark.parametrize("policy", ["bot", "abandon"])
    def test_one_goes_out_and_one_leaves(self, at_once: AtOnce, policy: str) -> None:
        """The deal is scored once or not at all, and the totals are those of its scores."""
        for number in range(SOME_ROUNDS):
            game = people(2, rules=NO_CALLS, leaver_policy=policy)
            set_position(game.game_id, LAST_CARD | {"scores": [500, 120] if number % 2 else [0, 0]})
            version, leaver = game.state.game.version, game.players[number % 2]
            at_once(
                lambda game=game, version=version: game.play(0, "discard 2C", version=version).entry.text,
                lambda game=game, leaver=leaver: resign(game_id=game.game_id, player_id=leaver.pk, now=NOW).game.status,
            )
            ended = Deal.objects.filter(game=game.game_id).exclude(scores=None)
            totals = [500, 106] if number % 2 else [0, -14]
            assert [(deal.scores, deal.totals) for deal in ended] in ([], [([0, -14], totals)])
            told = Entry.objects.filter(game=game.game_id, outcome__then__contains=[{"type": "deal_over"}])
            assert told.count() == len(ended)
            if ended:
                assert game.state.game.totals == totals
