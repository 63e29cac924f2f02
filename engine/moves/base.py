"""Checks that several moves share, each the only place where its refusal is made."""

from __future__ import annotations

from typing import NoReturn

from engine.cards import BIT, CARDS, Card, Seat, played
from engine.errors import BadNotation, Code, IllegalMove
from engine.finishing import can_finish
from engine.melds import Meld, is_itself
from engine.rules import Rules
from engine.table import DRAW, Layout, Observation, Phase, Table


def bad_notation(problem: str, /, pointer: str = "", **facts: object) -> NoReturn:
    """Refuses a move that cannot be read; `pointer` is the place in its JSON form."""
    raise IllegalMove(Code.BAD_NOTATION, problem=BadNotation(problem, "", **facts), pointer=pointer)


def card_in_game(rules: Rules, code: str, pointer: str = "/card") -> Card:
    """The card with that code, which this game's pack must hold."""
    card = CARDS.get(code)
    if card is None or not rules.pack & BIT[card]:
        bad_notation("{card} is not in the pack of this game.", pointer, card=f"{code!r:.40}")
    return card


def played_in_game(rules: Rules, text: str, pointer: str = "/card") -> tuple[Card, int | None]:
    """The card and its declaration, which only a wild that stands for another card may have."""
    try:
        card, stand = played(text)
    except BadNotation as error:
        raise IllegalMove(Code.BAD_NOTATION, problem=error, pointer=pointer) from error
    if not rules.pack & BIT[card]:
        bad_notation("{card} is not in the pack of this game.", pointer, card=text)
    if stand is not None and (not rules.wilds & BIT[card] or is_itself(card, stand)):
        bad_notation("{card} declares a card that stands for itself.", pointer, card=text)
    return card, stand


def on_turn(seen: Observation, phase: Phase, move: str) -> Seat:
    """The seat that moves, whose turn and phase it must be (5.1, 5.5; 9.8, 9.11 while a call is awaited)."""
    table, seat = seen.table, seen.seat
    if seat is None or seat != table.turn:
        raise IllegalMove(Code.NOT_YOUR_TURN, turn=table.turn)
    if table.phase != phase or (phase == DRAW and seen.held and move != "decline"):
        raise IllegalMove(Code.WRONG_PHASE, move=move)
    return seat


def in_hand(seen: Observation, card: Card, code: str) -> None:
    """The card must be in the hand."""
    if not seen.hand & BIT[card]:
        raise IllegalMove(Code.CARD_NOT_IN_HAND, card=code)


def meld_on(table: Table, meld_id: int) -> Meld:
    """The meld with that number, from 1."""
    if not 1 <= meld_id <= len(table.melds):
        raise IllegalMove(Code.NO_SUCH_MELD, meld=meld_id)
    return table.melds[meld_id - 1]


def may_use(rules: Rules, seat: Seat, meld: Meld) -> bool:
    """7.1: whether the seat may lay off on the meld, swap in it and call on it."""
    return not rules.own_only or meld.owner == seat


def own_meld(rules: Rules, seat: Seat, meld: Meld, meld_id: int) -> None:
    """The meld must be one that the seat may use."""
    if not may_use(rules, seat, meld):
        raise IllegalMove(Code.NOT_YOUR_MELD, meld=meld_id)


def can_go_on(seen: Observation, hand: int, layout: Layout, tabled: int) -> bool:
    """5.6: whether the turn could be ended with this hand and table after these cards have been tabled."""
    table = seen.table
    obliged = table.obliged & ~tabled
    if not obliged and hand & ~table.single:
        return True
    assert seen.seat is not None
    return can_finish(table.rules, seen.seat, layout, hand, obliged, table.owes_new_meld, table.single)


def refuse_tabling(seen: Observation, left: int) -> NoReturn:
    """Refuses to table cards that would leave this hand, and no discard (8.2) or no way to end the turn (5.6)."""
    none_to_discard = not left and seen.table.rules.keeps_a_discard
    raise IllegalMove(Code.MUST_KEEP_A_DISCARD if none_to_discard else Code.TURN_WOULD_GET_STUCK)
