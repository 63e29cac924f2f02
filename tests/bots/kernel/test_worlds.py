"""Worlds are possible for whoever imagines them, depend on nothing hidden, and are independent of their copies."""

from random import Random

import pytest

from bots.kernel.cards import JOKERS, cards_in, engine_mask, kernel_mask
from bots.kernel.exchange import deal_of, imagined, world_of
from engine import CODES, PRESETS, Deal, Seat, observe
from tests.bots.kernel.compared import steps
from tests.engine.hidden_cards import with_other_cards
from tests.engine.random_play import GAMES

SHARE = 0.1


def positions(preset: str) -> list[Deal]:
    """Some positions of a random deal of the preset."""
    rng = Random(f"worlds {preset}")
    players = rng.choice([players for name, players in GAMES if name == preset])
    return [step.before for step in steps(PRESETS[preset], players, rng, SHARE)]


@pytest.mark.parametrize("preset", PRESETS)
def test_an_imagined_world_looks_the_same_to_its_seat(preset: str) -> None:
    for deal in positions(preset):
        for seat in map(Seat, range(deal.table.players)):
            seen = observe(deal, seat)
            possible = deal_of(imagined(seen, Random(1)), deal)
            assert observe(possible, seat)._replace(held=seen.held) == seen
            assert sorted(whole(possible)) == sorted(whole(deal))


@pytest.mark.parametrize("preset", PRESETS)
def test_dealing_anew_keeps_what_the_seat_knows_and_moves_the_rest(preset: str) -> None:
    changed = 0
    for deal in positions(preset):
        world = world_of(deal, Random(2))
        before = deal_of(world, deal)
        world.deal_anew(0, Random(3))
        after = deal_of(world, deal)
        assert observe(after, Seat(0)) == observe(before, Seat(0))
        assert sorted(whole(after)) == sorted(whole(before))
        changed += after.hands != before.hands
    assert changed


@pytest.mark.parametrize("preset", ["pagat", "rummy_5000", "persian"])
def test_what_is_dealt_anew_depends_on_nothing_hidden(preset: str) -> None:
    for deal in positions(preset):
        other = with_other_cards(deal, Seat(0), Random(4))
        dealt = []
        for each in (deal, other):
            world = world_of(each, Random(5))
            world.deal_anew(0, Random(6))
            dealt.append((world.hands, world.stock))
        assert dealt[0] == dealt[1]


def test_every_card_has_a_number_and_its_own() -> None:
    everything = (1 << len(CODES)) - 1
    for mask in (*(1 << card for card in range(len(CODES))), everything, 0):
        assert engine_mask(kernel_mask(mask)) == mask
    assert cards_in(JOKERS) == list(range(52, 60))
    assert kernel_mask(everything).bit_count() == len(CODES)


def whole(deal: Deal) -> list[int]:
    """The cards of the hands and the stock."""
    found = list(deal.stock)
    for hand in deal.hands:
        found += [card for card in range(len(CODES)) if hand >> card & 1]
    return found
