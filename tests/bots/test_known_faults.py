"""Faults that players of other servers complained about. None of them may happen here."""

from __future__ import annotations

from random import Random

import pytest

from bots.registry import LEVELS
from engine import (
    PRESETS,
    Deal,
    Discard,
    Draw,
    LayOff,
    Move,
    NewMeld,
    Observation,
    Seat,
    Take,
    cards_in,
    move_text,
    observe,
    play,
    start_deal,
    to_act,
)
from engine.cards import played
from tests.bots.kinds import MakeDeal, PlayTurn, Seen
from tests.engine.big_hands import calls_made

PLAYERS = [name for name in LEVELS if name != "random"]
MOST_MOVES = 2_000
DECISIONS = 250
USUAL_CALLS, MOST_CALLS = 25_000, 100_000
"""Of Python functions for a decision, three times what is needed: some milliseconds, and a tenth of a second."""
FULL_HAND = "KD KH QC QD QH QS JD"


def choose(level: str, observation: Observation, seed: int = 1) -> Move:
    return LEVELS[level].choose(observation, Random(seed))


@pytest.mark.parametrize("level", PLAYERS)
def test_throws_no_half_made_meld_away(seen: Seen, level: str) -> None:
    observation = seen("7H 8H QS QD 2C KD", rules="classic", other="3C 4D 5S 5H 9C 9D TC")
    assert choose(level, observation) in (Discard("2C"), Discard("KD"))


@pytest.mark.parametrize("level", PLAYERS)
def test_plays_no_card_into_two_melds(position: MakeDeal, play_turn: PlayTurn, level: str) -> None:
    deal = position("JC 9D 8S 6D JS 8H TD 8D 7D JD 2S")
    moves = play_turn(deal, LEVELS[level].choose)
    tabled = [card for move in moves if isinstance(move, NewMeld) for card in move.cards]
    assert len(tabled) == len(set(tabled)) >= 7
    assert isinstance(moves[-1], Discard)


@pytest.mark.parametrize("level", PLAYERS)
def test_melds_naturals_first_and_keeps_the_joker(position: MakeDeal, play_turn: PlayTurn, level: str) -> None:
    deal = position("9C 9D 9H X1 2S 5D KC", other=FULL_HAND)
    first, second = play_turn(deal, LEVELS[level].choose)
    assert first == NewMeld(("9C", "9D", "9H"))
    assert second in (Discard("KC"), Discard("2S"), Discard("5D"))


@pytest.mark.parametrize("level", PLAYERS)
def test_plays_the_joker_where_that_wins_the_deal(seen: Seen, level: str) -> None:
    observation = seen("X1 2S", melds=["9C 9D 9H"], other=FULL_HAND)
    assert move_text(choose(level, observation)) == "lay X1=9 on 1"


@pytest.mark.parametrize("level", PLAYERS)
def test_plays_the_joker_before_somebody_goes_out(seen: Seen, level: str) -> None:
    observation = seen("X1 2S 5D KC", melds=["9C 9D 9H"], other="KD")
    assert move_text(choose(level, observation, seed=2)) == "lay X1=9 on 1"


@pytest.mark.parametrize("level", PLAYERS)
def test_the_joker_goes_where_it_brings_most(seen: Seen, level: str) -> None:
    observation = seen("KC KS X1 4D 5D 2H 7C", melds=["9C 9D 9H"], other="KD QC")
    assert move_text(choose(level, observation)) == "meld KC KS X1=K"


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize("seed", range(8))
def test_goes_out_when_it_can(seen: Seen, level: str, seed: int) -> None:
    observation = seen("TC 2S", melds=["7C 8C 9C"])
    assert choose(level, observation, seed) == LayOff("TC", 1)


@pytest.mark.parametrize("level", PLAYERS)
def test_takes_the_card_that_completes_a_set(seen: Seen, level: str) -> None:
    observation = seen("KC KD 4S 7H 2D", pile="3C KH", phase="draw", other="QD QH 5C", rules="classic")
    assert choose(level, observation) == Take("KH")


@pytest.mark.parametrize("level", PLAYERS)
def test_draws_when_the_pile_has_nothing(seen: Seen, level: str) -> None:
    observation = seen("KC QC JD 9D", pile="2H", phase="draw", other="QD QH 5C", rules="classic")
    assert choose(level, observation) == Draw()


def test_only_attentive_players_see_a_buried_card(seen: Seen) -> None:
    observation = seen("KC KD QS", pile="KH 3C 6D 8H 2D", phase="draw", other="QD QH 5C", rules="classic")
    assert choose("club", observation) == Take("KH")
    assert choose("casual", observation) == Draw()
    assert choose("novice", observation) == Draw()


@pytest.mark.parametrize("level", ["casual", "club"])
def test_discards_nothing_that_fits_the_table(seen: Seen, level: str) -> None:
    rules = {"preset": "classic", "lay_off": "own"}
    observation = seen("TC 3D QH", melds=["7C 8C 9C"], rules=rules, other="KD KH 5C")
    assert choose(level, observation) != Discard("TC")


def test_club_fears_the_pile(seen: Seen) -> None:
    """The nine of hearts would complete 7-8-9 with the pile; the nine of diamonds helps nobody."""
    rules = {"preset": "classic", "go_out": "discard"}
    observation = seen("9H 9D", pile="7H 8H", rules=rules, other="KD KC 5C 4S")
    assert choose("club", observation) == Discard("9D")


@pytest.mark.parametrize("level", PLAYERS)
def test_keeps_a_pair_of_jokers_where_they_are_a_rank(position: MakeDeal, level: str) -> None:
    hands = [["X1", "X2", "4D", "KH"], ["2C"], ["2D"], ["2H"]]
    deal = position("", rules="persian", hands=hands, stock=["X3", "X4", "5C", "6S"])
    assert choose(level, observe(deal, Seat(0))) in [Discard("KH"), Discard("4D")]


@pytest.mark.parametrize("level", PLAYERS)
def test_tables_a_hand_that_is_nothing_but_melds(position: MakeDeal, play_turn: PlayTurn, level: str) -> None:
    deal = position("KC KD KH 4S 5S 6S QD QH QS", rules="classic", other="2C 3D")
    moves = play_turn(deal, LEVELS[level].choose)
    assert sorted(card for move in moves for card in getattr(move, "cards", ())) == sorted(
        ["KC", "KD", "KH", "4S", "5S", "6S", "QD", "QH", "QS"]
    )
    assert [move.type for move in moves] == ["meld"] * 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("stock_out", ["reshuffle", "play_on", "end"])
def test_two_with_a_card_each_come_to_an_end(position: MakeDeal, level: str, stock_out: str) -> None:
    """8.7, 8.8: nobody can meld, and the pile becomes the stock again as often as the rules allow."""
    rules = {"preset": "classic", "call": "off", "go_out": "discard", "stock_out": stock_out, "reshuffles": 9}
    deal = position("2C", rules=rules, other="KD", phase="draw", stock=["7H", "TS"], pile="4S 9C")
    deal = deal._replace(seed=bytes(32))  # which a reshuffle needs
    ended = played_out(deal, level)
    assert ended.table.reshuffled == (9 if stock_out == "reshuffle" else 0)


@pytest.mark.parametrize("level", PLAYERS)
def test_a_hundred_games_one_after_the_other_are_dealt_afresh(level: str) -> None:
    """No card is left over from an earlier game, and the first of them would be played the same again."""
    ends = []
    for number in [*range(100), 0]:
        options = PRESETS[list(PRESETS)[number % len(PRESETS)]]
        players = min(max(2 + number % 3, options.min_players), options.max_players)
        deal = start_deal(options, players, Random(f"{level} {number}").randbytes(32))
        assert cards_of(deal) == sorted(cards_in(deal.table.rules.pack))
        assert not deal.table.melds
        ends.append(played_out(deal, level))
    assert ends[0] == ends[-1]


@pytest.mark.parametrize("level", LEVELS)
def test_thinks_a_small_part_of_the_pause_that_people_see(level: str) -> None:
    """A thousand decisions, the first ones of deals by every preset; the shortest pause is a third of a second."""
    made: list[int] = []
    for number, (name, options) in enumerate(PRESETS.items()):
        rng = Random(f"{level} {name}")
        players = min(max(2 + number % 7, options.min_players), options.max_players)
        deal = start_deal(options, players, rng.randbytes(32))
        while (seats := to_act(deal)) and len(made) < (number + 1) * DECISIONS / len(PRESETS):
            seen, chosen = observe(deal, seats[0]), list[Move]()
            made.append(calls_made(lambda: chosen.append(LEVELS[level].choose(seen, rng))))  # noqa: B023
            deal = play(deal, seats[0], chosen[0])
    assert len(made) == DECISIONS
    assert sorted(made)[int(0.99 * DECISIONS)] < USUAL_CALLS
    assert max(made) < MOST_CALLS


def played_out(deal: Deal, level: str) -> Deal:
    """The deal at its end, after not too many moves, with every card in one place all the way."""
    cards, rng, moves = cards_of(deal), Random(7), 0
    while seats := to_act(deal):
        deal = play(deal, seats[0], LEVELS[level].choose(observe(deal, seats[0]), rng))
        moves += 1
        assert cards_of(deal) == cards
        assert moves < MOST_MOVES
    return deal


def cards_of(deal: Deal) -> list[int]:
    """Every card that is in some place of the deal, as often as it is there."""
    hands = [card for hand in deal.hands for card in cards_in(hand)]
    melds = [played(text)[0] for meld in deal.table.melds for text in meld.cards]
    return sorted([*hands, *melds, *deal.stock, *deal.table.pile])
