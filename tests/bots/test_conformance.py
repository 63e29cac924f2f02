"""What every registered player must do in every game: move legally, come to an end, repeat itself, know no
secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bots.registry import LEVELS
from engine import (
    OPTIONS,
    PRESETS,
    Deal,
    ImpossibleRules,
    Options,
    Seat,
    cards_in,
    legal_moves,
    observe,
    play,
    start_deal,
    to_act,
)
from tests.bots.kinds import PlayOut


def seed_of(*parts: object) -> bytes:
    return Random(" ".join(map(str, parts))).randbytes(32)


def can_play(options: Options, players: int) -> bool:
    try:
        options.check_players(players)
    except ImpossibleRules:
        return False
    return True


def random_options(rng: Random) -> tuple[Options, int]:
    """Any options that are possible together."""
    while True:
        chosen: dict[str, Any] = {}
        for name, spec in OPTIONS.items():
            if spec.kind == "choice":
                chosen[name] = rng.choice(spec.values)
            elif spec.kind == "bool":
                chosen[name] = rng.random() < 0.3
            elif name in ("joker_points", "wild_points", "hand_size", "hand_size_two", "min_naturals"):
                chosen[name] = rng.randint(spec.low, min(spec.high, 120))
        chosen |= {"min_players": 2, "max_players": 8, "jokers_per_pack": rng.choice((0, 1, 2, 4))}
        if chosen["partners"]:
            chosen |= {"min_players": 4, "max_players": 4}
        try:
            options = Options(**chosen)
        except ImpossibleRules:
            continue
        return options, rng.choice([players for players in range(2, 9) if can_play(options, players)])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", PRESETS)
def test_plays_every_preset_with_any_number_of_players(play_out: PlayOut, preset: str, level: str) -> None:
    options = PRESETS[preset]
    for players in filter(lambda players: can_play(options, players), range(2, 9)):
        deal = start_deal(options, players, seed_of(preset, level, players))
        assert play_out(deal, LEVELS[level].choose).table.ended


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", range(12))
def test_plays_any_combination_of_options(play_out: PlayOut, level: str, number: int) -> None:
    options, players = random_options(Random(f"{level} {number}"))
    deal = start_deal(options, players, seed_of(level, number))
    assert play_out(deal, LEVELS[level].choose).table.ended


def moments(preset: str, players: int, number: int, level: str = "club") -> Iterator[tuple[Deal, Seat]]:
    """Decisions of a deal: the deal and the seat that may act."""
    deal = start_deal(PRESETS[preset], players, seed_of(preset, number))
    rng = Random(number)
    while seats := to_act(deal):
        yield deal, seats[0]
        deal = play(deal, seats[0], LEVELS[level].choose(observe(deal, seats[0]), rng))


CORNERS = [("pagat", 2), ("pagat", 5), ("joker_swap", 3), ("floating", 3), ("rummy_5000", 4), ("persian", 4)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("preset", "players"), CORNERS)
def test_the_same_seed_gives_the_same_move(level: str, preset: str, players: int) -> None:
    choose = LEVELS[level].choose
    for number, (deal, seat) in enumerate(moments(preset, players, 1)):
        observation = observe(deal, seat)
        assert choose(observation, Random(number)) == choose(observation, Random(number))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("preset", "players"), CORNERS)
def test_knows_nothing_that_its_seat_may_not_know(level: str, preset: str, players: int) -> None:
    """Whatever the others hold and the stock brings, the choice is the same."""
    choose = LEVELS[level].choose
    changed = 0
    for number, (deal, seat) in enumerate(moments(preset, players, 2)):
        other = with_hidden_cards_reshuffled(deal, seat, Random(number))
        changed += other.hands != deal.hands
        expected = choose(observe(deal, seat), Random(number))
        assert choose(observe(other, seat), Random(number)) == expected
    assert changed


def with_hidden_cards_reshuffled(deal: Deal, viewer: int, rng: Random) -> Deal:
    """The deal with every card that the viewer cannot know somewhere else."""
    known = [hand if seat == viewer else deal.table.known[seat] for seat, hand in enumerate(deal.hands)]
    unknown = [hand & ~sure for hand, sure in zip(deal.hands, known, strict=True)]
    cards = [card for hand in unknown for card in cards_in(hand)] + list(deal.stock)
    rng.shuffle(cards)
    hands = []
    for sure, hidden in zip(known, unknown, strict=True):
        for _ in range(hidden.bit_count()):
            sure |= 1 << cards.pop()
        hands.append(sure)
    return deal._replace(hands=tuple(hands), stock=tuple(cards))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("preset", "players"), CORNERS)
def test_answers_an_open_window_with_a_call_or_a_pass(level: str, preset: str, players: int) -> None:
    for number, (deal, seat) in enumerate(moments(preset, players, 3, level="novice")):
        observation = observe(deal, seat)
        move = LEVELS[level].choose(observation, Random(number))
        assert move in legal_moves(observation)
        assert (move.type in ("call", "pass")) == observation.may_call
