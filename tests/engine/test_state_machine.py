"""Random legal play over random options, step by step, so that Hypothesis can cut a failure down."""

from itertools import islice
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from engine import (
    OVER,
    Deal,
    DealRecord,
    GameRecord,
    Move,
    Options,
    Seat,
    legal_moves,
    observe,
    play,
    start_deal,
    to_act,
)
from tests.engine.invariants import check_cards, check_deal, check_moves, check_step, measure
from tests.engine.option_values import options_strategy
from tests.engine.random_play import Step, walk
from tests.engine.sizes import MACHINE_RUNS, MACHINE_STEPS, SIZED

pytestmark = SIZED

MOST_LISTED = 60
TABLING = ("meld", "lay_off", "swap", "call")
PICK = st.integers(0, 2**16)
PLAYERS = st.integers(2, 8)
GAMES = PLAYERS.flatmap(lambda players: st.tuples(st.just(players), options_strategy(players)))
CHANCE = st.integers(0, 2**32 - 1)
SEEDS = CHANCE.map(lambda number: Random(number).randbytes(32))


class Play(RuleBasedStateMachine):
    """One game: its deals are played move by move; each ends in the end, and the record replays."""

    options: Options
    deal: Deal

    def __init__(self) -> None:
        super().__init__()
        self.finished: list[DealRecord] = []
        self.scores: list[tuple[int, ...]] = []
        self.moves: list[tuple[Seat, Move]] = []

    @initialize(game=GAMES, seed=SEEDS)
    def begin(self, game: tuple[int, Options], seed: bytes) -> None:
        players, self.options = game
        self.deal = start_deal(self.options, players, seed)
        self.measured = measure(self.deal)

    def is_over(self) -> bool:
        return not to_act(self.deal)

    def make(self, seat: Seat, move: Move) -> None:
        """Plays the move and looks at what it changed."""
        after = play(self.deal, seat, move)
        check_step(Step(self.deal, seat, move, after))
        if self.deal.table.phase == engine.PLAY and after.table.phase != engine.PLAY:
            assert measure(after) < self.measured
            self.measured = measure(after)
        self.moves.append((seat, move))
        self.deal = after

    def options_of(self, seat_pick: int, types: tuple[str, ...]) -> tuple[Seat, list[Move]]:
        """One of the seats that can move, and its first moves of these types, or of any where there are none."""
        seats = to_act(self.deal)
        seat = seats[seat_pick % len(seats)]
        moves = list(islice(legal_moves(observe(self.deal, seat)), MOST_LISTED))
        return seat, [move for move in moves if move.type in types] or moves

    @precondition(lambda self: not self.is_over())
    @rule(seat_pick=PICK, move_pick=PICK)
    def any_move(self, seat_pick: int, move_pick: int) -> None:
        seat, moves = self.options_of(seat_pick, engine.MOVE_TYPES)
        self.make(seat, moves[move_pick % len(moves)])

    @precondition(lambda self: not self.is_over())
    @rule(seat_pick=PICK, move_pick=PICK)
    def table_a_card(self, seat_pick: int, move_pick: int) -> None:
        seat, moves = self.options_of(seat_pick, TABLING)
        self.make(seat, moves[move_pick % len(moves)])

    @precondition(lambda self: not self.is_over())
    @rule(seat_pick=PICK, move_pick=PICK)
    def take_or_discard(self, seat_pick: int, move_pick: int) -> None:
        seat, moves = self.options_of(seat_pick, ("take", "discard"))
        self.make(seat, moves[move_pick % len(moves)])

    @precondition(lambda self: not self.is_over())
    @rule(chance=CHANCE, moves=st.integers(20, 200))
    def play_on(self, chance: int, moves: int) -> None:
        for step in islice(walk(self.deal, Random(chance)), moves):
            self.make(step.seat, step.move)
            check_cards(self.deal)

    @rule(chance=CHANCE)
    def try_moves(self, chance: int) -> None:
        check_moves(self.deal, Random(chance))

    @precondition(lambda self: self.is_over() and not engine.winners(self.deal))
    @rule(seed=SEEDS)
    def deal_again(self, seed: bytes) -> None:
        self.keep()
        before, self.deal = self.deal, engine.next_deal(self.deal, seed)
        self.measured = measure(self.deal)
        table = self.deal.table
        assert table.deal_number == before.table.deal_number + 1
        assert table.scores == engine.totals(before)
        assert table.dealer == engine.next_dealer(before)
        assert table.turn == table.left_of(table.dealer)

    def keep(self) -> None:
        """Adds the deal to the record."""
        assert self.deal.seed is not None
        self.finished.append(DealRecord(self.deal.seed, self.deal.table.dealer, tuple(self.moves)))
        self.scores.append(engine.deal_scores(self.deal) or ())
        self.moves = []

    @invariant()
    def all_is_well(self) -> None:
        if hasattr(self, "deal"):
            check_deal(self.deal)

    def teardown(self) -> None:
        if not hasattr(self, "deal"):
            return
        for step in walk(self.deal, Random(len(self.moves))):
            self.make(step.seat, step.move)
        assert self.deal.table.phase == OVER
        self.keep()
        record = GameRecord(self.options, self.deal.table.players, tuple(self.finished))
        assert engine.parse_record(engine.record_text(record)) == record
        assert engine.record_from_json(engine.record_json(record)) == record
        finals = engine.replay(record)
        assert finals[-1] == self.deal
        assert [engine.deal_scores(final) for final in finals] == self.scores


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=MACHINE_RUNS, stateful_step_count=MACHINE_STEPS)
