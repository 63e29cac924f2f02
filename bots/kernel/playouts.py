"""Playing a world on: by policies for so many turns, or by uniformly random moves to the end of the deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bots.kernel.cards import card_at, cards_in
from bots.kernel.facts import CALL_PILE
from bots.kernel.legal import (
    callable_cards,
    discardable,
    lay_offs,
    likely_takes,
    may_call,
    may_table,
    may_take,
    new_melds,
    swaps,
    window_moves,
)
from bots.kernel.moves import CALLS, DISCARDS, TAKES, THE_DECLINE, THE_DRAW, THE_PASS, Move
from bots.kernel.turns import play
from bots.kernel.world import IN_DRAW, OVER, World

Policy: TypeAlias = Callable[[World, int], Move]
"""What a seat that has to move does: a legal move of it. The world is to be read only."""

Chance: TypeAlias = Callable[[], float]
"""A number of at least 0 and less than 1, such as `Random(7).random`."""


def play_out(world: World, policies: list[Policy], turns: int) -> None:
    """Plays the world on, each seat by its policy, until that many discards or ends of turns are made, or the end.

    Seats that have still to answer in a call window come before the one on turn. With a negative number of turns the
    deal is played to its end.
    """
    while world.phase != OVER and turns:
        seat = world.callers[0] if world.callers else world.turn
        in_draw = world.phase == IN_DRAW
        play(world, seat, policies[seat](world, seat))
        if not in_draw and world.phase == IN_DRAW:
            turns -= 1


def play_out_at_random(world: World, chance: Chance) -> int:
    """Plays the deal to its end, every move drawn uniformly from the legal ones; how many moves that took."""
    count = 0
    while world.phase != OVER:
        if world.callers:
            seat = world.callers[0]
            move = _random_answer(world, seat, chance)
        else:
            seat = world.turn
            move = _random_draw(world, chance) if world.phase == IN_DRAW else _random_tabling(world, chance)
        play(world, seat, move)
        count += 1
    return count


def random_move(world: World, seat: int, chance: Chance) -> Move:
    """A move drawn uniformly from the legal ones of a seat that has to move (as `legal_moves` lists them).

    A candidate that turns out not to be legal is dropped and another one drawn, so that few have to be examined.
    """
    if world.callers:
        return _random_answer(world, seat, chance)
    return _random_draw(world, chance) if world.phase == IN_DRAW else _random_tabling(world, chance)


def _random_answer(world: World, seat: int, chance: Chance) -> Move:
    """A call or a pass in an open window; the seat on turn may also draw, which closes it."""
    pile_calls = world.facts.call == CALL_PILE
    calls = cards_in(callable_cards(world, seat)) if pile_calls else []
    answers = [THE_PASS] if pile_calls else window_moves(world, seat)
    draws = seat == world.turn and not world.is_held()
    takes = likely_takes(world) if draws else 0
    first_take = len(calls) + len(answers)
    the_draw = first_take + takes.bit_count()
    count = the_draw + 1 if draws and world.can_draw() else the_draw
    while True:
        drawn = int(chance() * count)
        if drawn == the_draw:
            return THE_DRAW
        if drawn >= first_take:
            card = card_at(takes, drawn - first_take)
            if may_take(world, card):
                return TAKES[card]
        elif drawn >= len(calls):
            return answers[drawn - len(calls)]
        elif may_call(world, seat, calls[drawn]):
            return CALLS[calls[drawn]]


def _random_draw(world: World, chance: Chance) -> Move:
    pile = world.pile
    count = len(pile)
    likely = 0
    while True:
        drawn = int(chance() * (count + 1))
        if drawn == count:
            return THE_DRAW if world.can_draw() else THE_DECLINE
        card = pile[drawn]
        if drawn < count - 1:
            likely = likely or likely_takes(world)
            if not likely >> card & 1:
                continue
        if may_take(world, card):
            return TAKES[card]


def _random_tabling(world: World, chance: Chance) -> Move:
    """A discard, lay-off, swap or new meld."""
    out = discardable(world)
    groups = new_melds(world)
    ways = lay_offs(world)
    if ways:
        groups.append(ways)
    exchanges = swaps(world) if world.facts.swaps else []
    discard_count = out.bit_count()
    count = discard_count
    for group in groups:
        count += len(group)
    while True:
        drawn = int(chance() * (count + len(exchanges)))
        if drawn < discard_count:
            return DISCARDS[card_at(out, drawn)]
        if drawn >= count:
            return exchanges[drawn - count]
        move = _in_groups(groups, drawn - discard_count)
        if may_table(world, move):
            return move


def _in_groups(groups: list[list[Move]], index: int) -> Move:
    for group in groups:
        if index < len(group):
            return group[index]
        index -= len(group)
    raise IndexError(index)
