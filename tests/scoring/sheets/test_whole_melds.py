"""Cards that are a whole meld count on a score sheet as they do in a game; an ace may be low there, or high."""

from itertools import combinations, product
from typing import Any

import pytest

import engine
from engine.cards import played
from engine.melds import put_down, readings
from engine.rules import rules_for
from players.errors import DomainError
from tests.scoring.sheets.test_cards import tabled


@pytest.mark.parametrize(
    "rules",
    [
        *({"preset": "pagat", "ace_in_runs": ends} for ends in ("low", "high", "both", "corner")),
        {"preset": "classic"},
        {"preset": "persian"},
    ],
)
def test_a_whole_meld_counts_as_at_a_table(rules: dict[str, Any]) -> None:
    """Runs of every length from every card, with up to two jokers of which nothing is said, read in one way."""
    options = engine.options_from(rules)
    in_force = rules_for(options, 4 if options.partners else 2, None)
    compared = 0
    for length, start in product(range(3, 14), range(14)):
        cards = [f"{'A23456789TJQK'[(start + place) % 13]}H" for place in range(length)]
        for jokers in (0, 1, 2):
            for places in combinations(range(length), jokers if options.jokers_per_pack else 0):
                codes = [f"X{places.index(at) + 1}" if at in places else card for at, card in enumerate(cards)]
                found = readings(in_force, tuple(played(code) for code in codes))
                if len(found) == 1:
                    meld = put_down(in_force, found[0], engine.Seat(0))
                    assert tabled(rules, " ".join(codes)) == sum(engine.meld_points(in_force, meld)), codes
                    compared += 1
    assert compared > 50


def test_an_ace_of_which_nobody_can_know_is_asked_for() -> None:
    with pytest.raises(DomainError, match="low or high"):
        tabled("pagat", "AH X1 X2")
    assert tabled("pagat", "AH high X1 X2") - tabled("pagat", "AH low X1 X2") == 14


def test_a_part_of_a_run_has_its_ace_where_the_rules_let_it_be() -> None:
    assert tabled({"preset": "pagat", "ace_in_runs": "high"}, "AH 2H") == 15 + 2
    assert tabled({"preset": "pagat", "ace_in_runs": "both"}, "AH 2H") == 1 + 2
