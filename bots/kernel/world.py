"""A world: one deal with every card in its place, mutable, quick to copy and to deal anew."""

from __future__ import annotations

from random import Random
from typing import Final

from bots.kernel.cards import cards_in
from bots.kernel.facts import NEW_MELD, RESHUFFLE, Facts
from bots.kernel.melds import Layout
from bots.kernel.moves import Move

IN_DRAW: Final = 0
IN_PLAY: Final = 1
OVER: Final = 2

GOING_ON: Final = 0
OUT: Final = 1
DECLINED: Final = 2
NO_TAKE: Final = 3
QUIET: Final = 4
STOCK_END: Final = 5


class World:
    """The state of a deal; every field means what it means in the engine's `Table` and `Deal`.

    `hands`, `known`, `obliged`, `pile_mask` are masks; `stock` is a list whose last card is drawn next, `pile` oldest
    first, `taken` the cards taken in this turn. `phase` and `ended` are the constants of this module. `window` are the
    seats for which a call window was opened, `callers` those that have still to answer, `calls` and `call_seats` the
    calls that wait. Seats that are nobody's are -1. `points` is what each seat has on the table. `chance` shuffles
    where the stock is made anew (8.8).
    """

    __slots__ = (
        "by_call",
        "call_seats",
        "callers",
        "calls",
        "chance",
        "ended",
        "facts",
        "hands",
        "known",
        "last_discard_by",
        "layout",
        "obliged",
        "out",
        "phase",
        "pile",
        "pile_mask",
        "points",
        "quiet_turns",
        "reshuffled",
        "stock",
        "tabled",
        "taken",
        "turn",
        "window",
    )

    def __init__(self, facts: Facts, chance: Random) -> None:
        self.facts = facts
        self.chance = chance
        self.layout = Layout([])
        self.hands: list[int] = []
        self.known: list[int] = []
        self.points: list[int] = []
        self.stock: list[int] = []
        self.pile: list[int] = []
        self.pile_mask = 0
        self.turn = 0
        self.phase = IN_DRAW
        self.taken: list[int] = []
        self.obliged = 0
        self.by_call = False
        self.tabled = False
        self.window: list[int] = []
        self.callers: list[int] = []
        self.calls: list[Move] = []
        self.call_seats: list[int] = []
        self.last_discard_by = -1
        self.quiet_turns = 0
        self.reshuffled = 0
        self.out = -1
        self.ended = GOING_ON

    def copy(self, chance: Random | None = None) -> World:
        """A world that can be played on without changing this one."""
        other = World(self.facts, self.chance if chance is None else chance)
        other.layout = self.layout
        other.hands = self.hands.copy()
        other.known = self.known.copy()
        other.points = self.points.copy()
        other.stock = self.stock.copy()
        other.pile = self.pile.copy()
        other.pile_mask = self.pile_mask
        other.turn = self.turn
        other.phase = self.phase
        other.taken = self.taken.copy()
        other.obliged = self.obliged
        other.by_call = self.by_call
        other.tabled = self.tabled
        other.window = self.window.copy()
        other.callers = self.callers.copy()
        other.calls = self.calls.copy()
        other.call_seats = self.call_seats.copy()
        other.last_discard_by = self.last_discard_by
        other.quiet_turns = self.quiet_turns
        other.reshuffled = self.reshuffled
        other.out = self.out
        other.ended = self.ended
        return other

    def deal_anew(self, seat: int, chance: Random) -> None:
        """Deals what the seat does not know by chance: the others' hands, but for known cards, and the stock."""
        hidden = self.stock.copy()
        for other in range(len(self.hands)):
            if other != seat:
                hidden += cards_in(self.hands[other] & ~self.known[other])
        hidden.sort()  # what is dealt depends on `chance` and on nothing that the seat does not know
        chance.shuffle(hidden)
        for other in range(len(self.hands)):
            if other != seat:
                kept = self.hands[other] & self.known[other]
                wanted = self.hands[other].bit_count() - kept.bit_count()
                for _ in range(wanted):
                    kept |= 1 << hidden.pop()
                self.hands[other] = kept
        self.stock = hidden

    def single(self) -> int:
        """6.6: the mask of the card that was taken alone in this turn, 0 where there is none."""
        return 1 << self.taken[0] if len(self.taken) == 1 else 0

    def owes_new_meld(self) -> int:
        """6.1, 6.2: the mask of the card that only a new meld will discharge; 9.2: a called card may go anywhere."""
        if not self.taken or self.by_call:
            return 0
        rule = self.facts.top_rule if len(self.taken) == 1 else self.facts.deep_rule
        return 1 << self.taken[0] if rule == NEW_MELD else 0

    def can_draw(self) -> bool:
        """5.2, 8.8: whether there is a stock, or a draw would make one."""
        if self.stock:
            return True
        facts = self.facts
        return facts.stock_out == RESHUFFLE and self.reshuffled < facts.reshuffles and len(self.pile) > 1

    def is_contested(self) -> bool:
        """8.4, 9.11: the open window decides whether a last discard ends the deal."""
        by = self.last_discard_by
        return bool(self.window) and by >= 0 and not self.hands[by]

    def is_held(self) -> bool:
        """Nobody draws, because a call or a last discard awaits its decision (9.8, 9.11)."""
        return bool(self.window) and (bool(self.calls) or self.is_contested())


def scores_of(world: World) -> list[int]:
    """The score of each seat in a deal that is over (10.1-10.3)."""
    facts = world.facts
    held = [facts.points_in(hand) for hand in world.hands]
    counts = facts.hands_count or world.ended == OUT
    scores = [tabled - left * counts for tabled, left in zip(world.points, held, strict=True)]
    out = world.out
    if out >= 0:
        scores[out] += facts.out_bonus
        if facts.out_collects:
            for seat, left in enumerate(held):
                if seat != out and not (facts.partners and (seat - out) % 2 == 0):
                    scores[out] += left
    return scores
