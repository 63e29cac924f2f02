"""Everything that the rules know occurs in a case or a playthrough, so that a new option or code asks for a case."""

from dataclasses import replace

import pytest

from engine import OPTIONS, OptionSpec, options_from
from tests.engine.case_files import all_cases
from tests.engine.happenings import HAPPENINGS
from tests.engine.rule_coverage import missing, occurring, of_case, values_of, wanted

DEALT = {
    *("option hand_size_two 3", "option hand_size_two 15", "option hand_size 3", "option hand_size 15"),
    "option next_dealer winner",
}
"""What a case, which begins in the middle of one deal, cannot show; a playthrough does."""


def test_nothing_is_missing() -> None:
    assert missing() == []


def test_the_cases_show_nearly_all_of_it() -> None:
    """Where the rules make a difference to a position, a case says which."""
    in_cases = set().union(*map(of_case, all_cases().values()))
    assert wanted() - in_cases == DEALT


def test_every_clause_of_a_position_has_a_case() -> None:
    """2.2-2.5 deal, 13.1 too; 12 lists; 15.1 is the service's."""
    clauses = {case["clause"] for case in all_cases().values()}
    last_clauses = {3: 6, 4: 8, 5: 6, 6: 8, 7: 4, 8: 9, 9: 12, 10: 3, 11: 6, 14: 4}
    for chapter, last in last_clauses.items():
        assert {f"{chapter}.{number}" for number in range(1, last + 1)} <= clauses, chapter
    assert {"2.1", "13.2", "13.3", "13.4"} <= clauses


def test_the_happenings_are_all_wanted() -> None:
    assert set(HAPPENINGS) <= wanted()
    assert set(HAPPENINGS) <= occurring()


# It fails for what is new


def changed(name: str, **changes: object) -> dict[str, OptionSpec]:
    return {**OPTIONS, name: replace(OPTIONS[name], **changes)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (changed("wild", values=(*OPTIONS["wild"].values, "aces")), ["option wild aces"]),
        (changed("hand_size", high=16), ["option hand_size 16"]),
        (changed("hand_size", low=2), ["option hand_size 2"]),
        (changed("joker_points", default=17), ["option joker_points 17"]),
        (changed("out_bonus", nullable=True), ["option out_bonus None"]),
        (
            {**OPTIONS, "first_meld": OptionSpec("first_meld", "4.1", "choice", "any", values=("any", "thirty"))},
            ["option first_meld any", "option first_meld thirty"],
        ),
        (
            {**OPTIONS, "teams": OptionSpec("teams", "14.1", "bool", default=False)},
            ["option teams False", "option teams True"],
        ),
    ],
    ids=["a choice", "a higher end", "a lower end", "a default", "null", "an option", "a switch"],
)
def test_a_new_option_value_is_missed(options: dict[str, OptionSpec], words: list[str]) -> None:
    assert missing(options) == words


def test_a_new_code_is_missed() -> None:
    assert missing(codes=["not_a_meld", "not_in_the_mood"]) == ["refused not_in_the_mood"]


def test_a_value_that_is_used_is_told() -> None:
    found = values_of(options_from({"preset": "classic", "bonus_cards": {"QS": 40, "7H2": -1000}}))
    assert {
        "option wild none",
        "option jokers_per_pack 0",
        "option bonus_cards 40",
        "option bonus_cards a twin",
    } <= found
    assert {"option bonus_cards none", "option bonus_cards a joker", "option wild jokers"} & found == set()
