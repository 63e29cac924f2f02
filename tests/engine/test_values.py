"""Deals, tables and observations are values: equal when their parts are, and never changed."""

from dataclasses import FrozenInstanceError
from random import Random

import pytest

import engine
from engine import PRESETS, Deal, Layout, Meld, Observation, Seat, legal_moves, observe, parse_move, play, start_deal
from tests.engine.random_play import walk

SEED = bytes(range(32))


def midway(moves: int = 25) -> Deal:
    """A deal after some moves."""
    deal = start_deal(PRESETS["pagat"], 3, SEED)
    for step, _ in zip(walk(deal, Random(3)), range(moves), strict=False):
        deal = step.after
    return deal


def test_the_same_moves_make_an_equal_deal() -> None:
    assert midway() == midway()
    assert hash(midway()) == hash(midway())
    assert midway() != midway(24)
    assert len({midway(), midway(), midway(24)}) == 2


def test_a_move_leaves_the_deal_before_it_alone() -> None:
    deal = midway()
    snapshot = engine.snapshot_of(deal)
    for step in walk(deal, Random(7)):
        assert step.before is not step.after
    assert engine.snapshot_of(deal) == snapshot


def test_a_table_does_not_change() -> None:
    table = midway().table
    with pytest.raises(AttributeError):
        table.turn = Seat(0)
    assert table.changed(turn=Seat(0)).turn == 0
    assert table.changed(turn=table.turn) == table
    assert table != "table"


def test_a_deal_an_observation_and_a_meld_do_not_change() -> None:
    deal = midway()
    with pytest.raises(AttributeError):
        deal.hands = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        observe(deal, None).hand = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        parse_move("take 7H").card = "8H"  # type: ignore[union-attr, misc]


def test_a_layout_is_a_tuple_of_melds_with_numbers_from_one() -> None:
    run = Meld("run", 0, 1, ("2C", "3C", "4C"), (Seat(0),) * 3, Seat(0))
    group = Meld("set", 4, 0, ("5C", "5D", "5H"), (Seat(1),) * 3, Seat(1))
    layout = Layout((run, group))
    assert list(layout) == [run, group]
    assert (len(layout), layout[0], layout[1:]) == (2, run, (group,))
    assert layout == Layout((run, group)) != Layout((group, run))
    assert hash(layout) == hash(Layout((run, group)))
    assert layout != (run, group)


def test_what_is_shown_can_be_read() -> None:
    deal = midway()
    for value in (deal.table, deal.table.melds, legal_moves(observe(deal, None))):
        assert type(value).__name__ in repr(value)
    assert repr(parse_move("lay X1=8H on 3")) == "LayOff(card='X1=8H', meld=3, end=None)"


def test_legal_moves_are_asked_and_listed_but_not_computed_before() -> None:
    deal = midway()
    seat = engine.to_act(deal)[0]
    moves = legal_moves(observe(deal, seat))
    assert list(moves) == list(moves)
    assert all(move in moves for move in moves)
    assert bool(moves)
    nobody = Observation(deal.table, None, 0, may_call=False, held=False)
    assert not legal_moves(nobody)


def test_only_who_is_to_act_has_moves() -> None:
    deal = start_deal(PRESETS["classic"], 3, SEED)
    acting = engine.to_act(deal)
    assert acting == (deal.table.turn,)
    after = play(deal, acting[0], parse_move("draw"))
    assert engine.to_act(after) == acting
    for seat in set(range(3)) - set(acting):
        assert list(legal_moves(observe(after, Seat(seat)))) == []


@pytest.mark.parametrize("thing", ["draw", {"type": "draw"}, None, 7, engine.Draw])
def test_what_is_no_move_is_a_type_error(thing: object) -> None:
    deal = midway()
    over = deal._replace(table=deal.table.changed(phase="over"))
    for observation in (observe(deal, deal.table.turn), observe(deal, None), observe(over, Seat(0))):
        with pytest.raises(TypeError, match="is not a move"):
            assert thing in legal_moves(observation)
    with pytest.raises(TypeError, match="is not a move"):
        play(deal, deal.table.turn, thing)  # type: ignore[arg-type]
