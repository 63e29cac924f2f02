"""The uses that a draft leaves open for its wild cards, each with the naturals that it would bring along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bots.draft import Draft
from bots.sight import RunSpot, positions_of
from engine.cards import BIT, FIRST_JOKER, OF_RANK, RANK, RANK_ALONE, cards_in
from engine.melds import End, run_place

MOST_WILDS = 2
"""The most wilds that one use may ask for: a natural and two wilds are a meld, and gaps seldom are wider."""


class Use(NamedTuple):
    """One way to play `need` wilds. `naturals` are the cards that get on the table with them, `gain` their points.

    It is a new set of `rank`, a new run from `low` to `high` in `suit`, or lay-offs on spot number `spot` of the runs
    (`steps` cards at `end`) or of the sets.
    """

    gain: int
    need: int
    naturals: int
    rank: int = -1
    suit: int = -1
    low: int = 0
    high: int = 0
    spot: int = -1
    end: End | None = None
    steps: int = 0

    def apply(self, draft: Draft) -> None:
        """Play it in the draft."""
        if self.spot >= 0 and self.end is not None:
            for _ in range(self.steps):
                draft.extend_run(self.spot, self.end)
        elif self.spot >= 0:
            _join_wild(draft, self.spot)
        elif self.suit >= 0:
            draft.meld_run(self.suit, self.low, self.high)
        else:
            draft.meld_set(self.rank, self.naturals, self.need)


def uses(draft: Draft) -> Iterator[Use]:
    """The uses of the wilds left in a draft; nothing when none is left."""
    spare = min(MOST_WILDS, draft.wilds.bit_count())
    if spare:
        yield from _new_sets(draft, spare)
        for suit in range(4):
            yield from _new_runs(draft, suit, spare)
        for index, spot in enumerate(draft.runs):
            yield from _on_run(draft, index, spot, spare)
        yield from _on_sets(draft)
        yield from _of_their_own_rank(draft)


def _new_sets(draft: Draft, spare: int) -> Iterator[Use]:
    """Sets of one or two naturals and wilds."""
    rules = draft.sight.rules
    fewest = max(1, rules.min_naturals, 3 - spare)
    naturals = draft.naturals & (BIT[FIRST_JOKER] - 1)
    for rank in range(13):
        held = naturals & OF_RANK[rank]
        if held:
            cards = held if rules.any_suits else draft.one_of_each(held)
            count = cards.bit_count()
            if fewest <= count <= 2:
                yield Use(draft.gain(cards), 3 - count, cards, rank=rank)


def _new_runs(draft: Draft, suit: int, spare: int) -> Iterator[Use]:
    """Windows between two held cards, or at the side of one, in which wilds fill the gaps."""
    rules = draft.sight.rules
    held = positions_of(rules, draft.ranks(suit))
    lowest, highest = (0, 25) if rules.ring else (rules.lowest, rules.highest)
    for low in cards_in(held):
        if rules.ring and low > 12:
            return
        for high in cards_in(held >> low):
            count = (held >> low & ((2 << high) - 1)).bit_count()
            length = max(3, high + 1)
            if high + 1 > count + spare or high > 12:
                break
            if length - count > spare or count < rules.min_naturals or length == count:
                continue
            start = low if low + length - 1 <= highest else low + high + 1 - length
            if start >= lowest:
                cards = _held_between(draft, suit, start, start + length - 1)
                need = length - cards.bit_count()
                yield Use(draft.gain(cards), need, cards, suit=suit, low=start, high=start + length - 1)


def _on_run(draft: Draft, index: int, spot: RunSpot, spare: int) -> Iterator[Use]:
    """A wild at the end of a run, and the held cards that it links to the run."""
    ranks = draft.ranks(spot.suit)
    ends: tuple[End, End] = ("high", "low")
    for end in ends:
        need = steps = naturals = gain = 0
        reach = spot
        while draft.can_extend(reach, end):
            position = reach.high + 1 if end == "high" else reach.low - 1
            reach = reach._replace(high=position) if end == "high" else reach._replace(low=position)
            steps += 1
            if ranks >> position % 13 & 1:
                cards = _held_between(draft, spot.suit, position, position)
                naturals |= cards
                gain += draft.gain(cards)
                if need:
                    yield Use(gain, need, naturals, spot=index, end=end, steps=steps)
            elif need == spare:
                break
            else:
                need += 1
                if need == 1 and steps == 1:
                    yield Use(0, 1, 0, spot=index, end=end, steps=1)


def _on_sets(draft: Draft) -> Iterator[Use]:
    """A wild on each set with room, but on a set of jokers (14.2)."""
    for index, spot in enumerate(draft.sets):
        if spot.room and spot.rank < 13:
            yield Use(0, 1, 0, spot=index)


def _of_their_own_rank(draft: Draft) -> Iterator[Use]:
    """Three cards of the wild rank as themselves (13.2)."""
    rank = draft.sight.rules.wild_rank
    if rank is not None:
        cards = draft.wilds if draft.sight.rules.any_suits else draft.one_of_each(draft.wilds)
        if 3 <= cards.bit_count() <= draft.sight.rules.set_limit:
            yield Use(0, 0, cards, rank=rank)


def _join_wild(draft: Draft, index: int) -> None:
    wild = draft.next_wild()
    rank = draft.sets[index].rank
    as_itself = wild < FIRST_JOKER and RANK[wild] == rank
    draft.join_set(index, wild, None if as_itself else RANK_ALONE + rank)


def _held_between(draft: Draft, suit: int, low: int, high: int) -> int:
    cards = 0
    for position in range(low, high + 1):
        card = draft.natural_at(run_place(suit, position))
        if card is not None:
            cards |= BIT[card]
    return cards
