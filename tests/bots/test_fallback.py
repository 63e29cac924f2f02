from __future__ import annotations

from random import Random

import pytest

from bots.fallback import simplest_move
from engine import PRESETS, Discard, Draw, LayOff, NewMeld, Pass, Seat, legal_moves, observe, start_deal
from tests.bots.kinds import MakeDeal, PlayOut, PlayTurn, Seen


def test_draws_and_discards(position: MakeDeal, play_turn: PlayTurn) -> None:
    deal = position("KC QD 2H X1", other="5C 5D", phase="draw", pile="9S")
    assert play_turn(deal, lambda seen, _: simplest_move(seen)) == [Draw(), Discard("2H")]


def test_keeps_the_wild(seen: Seen) -> None:
    assert simplest_move(seen("KC X1", other="5C")) == Discard("KC")


def test_tables_an_obliged_card_first(position: MakeDeal, play_turn: PlayTurn) -> None:
    deal = position("JH JS JC 5C 2D 3D 4D", other="9C 9D", taken=["JC", "5C"], obliged=["JC"])
    moves = play_turn(deal, lambda seen, _: simplest_move(seen))
    assert moves == [NewMeld(("JC", "JH", "JS")), Discard("2D")]


def test_follows_a_chain_to_the_obliged_card(position: MakeDeal, play_turn: PlayTurn) -> None:
    deal = position("TS JS 2D", melds=["7S 8S 9S"], taken=["JS", "2D"], obliged=["JS"])
    moves = play_turn(deal, lambda seen, _: simplest_move(seen))
    assert moves == [LayOff("TS", 1), LayOff("JS", 1), Discard("2D")]


def test_passes_in_an_open_window(seen: Seen) -> None:
    observation = seen("2D 3D", melds=["7S 8S 9S"], pile="TS", phase="draw", callers=[0], last_discard_by=1)
    assert simplest_move(observation) == Pass()


def test_declines_without_a_stock(seen: Seen) -> None:
    observation = seen("TH TD 2C", other="KC", stock=[], pile="TS", phase="draw")
    assert simplest_move(observation).type == "decline"


def test_says_where_nothing_is_legal(seen: Seen) -> None:
    observation = seen("2D 3D", phase="draw")
    with pytest.raises(LookupError):
        simplest_move(observation._replace(seat=Seat(1)))


@pytest.mark.parametrize("preset", PRESETS)
def test_brings_every_preset_to_an_end(play_out: PlayOut, preset: str) -> None:
    options = PRESETS[preset]
    players = max(options.min_players, min(3, options.max_players))
    deal = play_out(start_deal(options, players, Random(preset).randbytes(32)), lambda seen, _: simplest_move(seen))
    assert deal.table.ended
    assert not legal_moves(observe(deal, Seat(0)))
