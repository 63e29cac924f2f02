"""The numbers of the model, pinned: another release of the library that changes them changes everybody's rating."""

import pytest

from bots.registry import LEVELS
from scoring.skills import BEGINNER, BOTS, Skill, rated


def rounded(sides: list[list[Skill]]) -> list[list[tuple[float, float]]]:
    return [[(round(one.mu, 3), round(one.sigma, 3)) for one in side] for side in sides]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([1, 2], [(27.635, 8.066), (22.365, 8.066)]),
        ([1, 1], [(25.0, 8.066), (25.0, 8.066)]),
        ([1, 1, 2, 3], [(30.271, 7.502), (30.271, 7.502), (22.365, 7.502), (17.094, 7.502)]),
        (
            [1, 2, 3, 4, 5, 6, 7, 8],
            list(zip((43.448, 38.177, 32.906, 27.635, 22.365, 17.094, 11.823, 6.552), [6.221] * 8, strict=True)),
        ),
    ],
)
def test_beginners(places: list[int], expected: list[tuple[float, float]]) -> None:
    found = rounded(rated([[BEGINNER]] * len(places), places))
    assert [side[0] for side in found] == expected


def test_ties_gain_what_their_place_is_worth() -> None:
    [[first], [second], [third], [fourth]] = rated([[BEGINNER]] * 4, [1, 1, 2, 3])
    assert first == second
    assert first.mu > third.mu > fourth.mu


def test_sides_rise_and_fall_together() -> None:
    [[ada, cora], [ben, dora]] = rated([[BEGINNER, BEGINNER]] * 2, [1, 2])
    assert ada == cora
    assert ben == dora
    assert ada.rating > 1500 > ben.rating


def test_an_upset_tells_more_than_what_was_expected() -> None:
    strong, weak = Skill(30.0, 4.0), Skill(20.0, 4.0)
    [[expected], _] = rated([[strong], [weak]], [1, 2])
    [_, [surprising]] = rated([[strong], [weak]], [2, 1])
    assert surprising.mu - weak.mu > expected.mu - strong.mu > 0


def test_a_rating_stays_within_its_bounds() -> None:
    assert (BEGINNER.rating, BEGINNER.deviation) == (1500, 250)
    assert Skill(-100.0, 1.0).rating == 0
    assert Skill(500.0, 1.0).rating == 4000


def test_every_level_of_bots_is_a_yardstick() -> None:
    assert set(BOTS) >= set(LEVELS)
