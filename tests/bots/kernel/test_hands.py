"""The melds of hands with many wilds are listed within bounds, and no more of them are kept than fit in memory."""

from random import Random

from bots.kernel.cards import cards_in, mask_of
from bots.kernel.exchange import world_of
from bots.kernel.facts import Facts
from bots.kernel.hands import MOST, MOST_KEPT, melds_in
from engine import PRESETS, start_deal


def facts_with_wilds() -> tuple[Facts, int]:
    """The facts of a deal of 5000 Rummy with two packs, and six of its eight wild cards."""
    world = world_of(start_deal(PRESETS["rummy_5000"], 5, bytes(32)), Random(1))
    assert world.facts.wilds.bit_count() == 8
    return world.facts, mask_of(cards_in(world.facts.wilds)[:6])


def test_of_one_rank_or_suit_no_more_are_listed_than_the_most() -> None:
    facts, wilds = facts_with_wilds()
    hand = mask_of(Random(1).sample(cards_in(facts.pack), 40))
    assert max(len(group) for group in melds_in(facts, hand | wilds, 0)) == MOST


def test_melds_that_were_found_are_forgotten_before_they_are_too_many() -> None:
    facts, wilds = facts_with_wilds()
    rng, found = Random(2), 0
    while found < 2 * MOST_KEPT:
        hand = mask_of(rng.sample(cards_in(facts.pack), 30))
        found += sum(map(len, melds_in(facts, hand | wilds, 0)))
        groups = [*facts.wild_sets.values(), *facts.wild_runs.values()]
        assert sum(map(len, groups)) + len(groups) <= facts.kept <= MOST_KEPT
