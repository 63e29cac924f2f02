"""Between the engine and the kernel: deals, observations and moves in both directions."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from bots.kernel.cards import PLACE, SUIT, engine_card, engine_mask, kernel_card, kernel_mask
from bots.kernel.facts import Facts, facts_of
from bots.kernel.melds import BY, CARD_BITS, STAND, Layout, Meld, meld_of
from bots.kernel.moves import AT_HIGH, AT_LOW, CALL, DECLINE, DISCARD, DRAW, LAY_OFF, MELD, PASS, SWAP, Move
from bots.kernel.world import World
from engine import (
    CODES,
    Call,
    Deal,
    Decline,
    Discard,
    Draw,
    LayOff,
    NewMeld,
    Observation,
    Pass,
    Seat,
    Swap,
    Table,
    Take,
    played,
    played_text,
    table_points,
)
from engine import Layout as EngineLayout
from engine import Meld as EngineMeld
from engine import Move as EngineMove
from engine.melds import RUN, SET, End
from engine.table import Ended, Phase

Coded: TypeAlias = int
_PHASES: tuple[Phase, ...] = ("draw", "play", "over")
_ENDED: tuple[Ended | None, ...] = (None, "out", "declined", "no_take", "quiet", "stock_end")
_ENDS: tuple[End | None, ...] = (None, "low", "high")
_END_OF: dict[End | None, int] = {None: 0, "low": AT_LOW, "high": AT_HIGH}


def world_of(deal: Deal, chance: Random) -> World:
    """The deal as a world."""
    world = _seen(deal.table, chance)
    world.hands = [kernel_mask(hand) for hand in deal.hands]
    world.stock = [kernel_card(card) for card in reversed(deal.stock)]
    world.callers = list(map(int, deal.callers))
    world.call_seats = [int(seat) for seat, _ in deal.calls]
    world.calls = [_call_of(world, call) for _, call in deal.calls]
    return world


def imagined(seen: Observation, chance: Random) -> World:
    """A world that the viewer, who must be a seat, takes for possible: what it does not know is dealt by chance.

    Of an open call window it knows only whether it has still to answer itself; the others count as having passed.
    """
    if seen.seat is None:
        raise ValueError("a spectator has no hand")
    table, seat = seen.table, int(seen.seat)
    world = _seen(table, chance)
    met = seen.hand
    for part in (*table.known, *(1 << card for card in table.pile), *map(_cards_of, table.melds)):
        met |= part
    hidden = [kernel_card(card) for card in range(len(CODES)) if table.rules.pack & ~met & 1 << card]
    chance.shuffle(hidden)
    for other, count in enumerate(table.card_counts):
        hand = kernel_mask(seen.hand if other == seat else table.known[other])
        for _ in range(count - hand.bit_count()):
            hand |= 1 << hidden.pop()
        world.hands.append(hand)
    world.stock = hidden
    world.callers = [seat] if seen.may_call else []
    return world


def _seen(table: Table, chance: Random) -> World:
    """A world with all that everybody sees."""
    facts = facts_of(table.rules)
    world = World(facts, chance)
    world.layout = Layout([_kernel_meld(facts, meld) for meld in table.melds])
    world.known = [kernel_mask(mask) for mask in table.known]
    world.points = list(table_points(table))
    world.pile = [kernel_card(card) for card in table.pile]
    for card in world.pile:
        world.pile_mask |= 1 << card
    world.turn = int(table.turn)
    world.phase = _PHASES.index(table.phase)
    world.taken = [kernel_card(card) for card in table.taken]
    world.obliged = kernel_mask(table.obliged)
    world.by_call = table.by_call
    world.tabled = table.tabled
    world.window = list(map(int, table.window))
    world.last_discard_by = -1 if table.last_discard_by is None else int(table.last_discard_by)
    world.quiet_turns = table.quiet_turns
    world.reshuffled = table.reshuffled
    world.out = -1 if table.out is None else int(table.out)
    world.ended = _ENDED.index(table.ended)
    return world


def _cards_of(meld: EngineMeld) -> int:
    return sum(1 << played(text)[0] for text in meld.cards)


def _kernel_meld(facts: Facts, meld: EngineMeld) -> Meld:
    cards = [_coded(text) | int(by) << BY for text, by in zip(meld.cards, meld.by, strict=True)]
    start = meld.start if meld.kind == RUN else -1
    return meld_of(facts, meld.of, start, tuple(cards), int(meld.owner), kernel_mask(meld.doubled))


def _coded(text: str) -> Coded:
    card, stand = played(text)
    return kernel_card(card) | (0 if stand is None else stand + 1) << STAND


def _text(coded: Coded) -> str:
    stand = (coded >> STAND & CARD_BITS) - 1
    return played_text(engine_card(coded & CARD_BITS), None if stand < 0 else stand)


def deal_of(world: World, like: Deal) -> Deal:
    """The world as a deal; what no rule of a deal asks for (dealer, totals, seed) is that of `like`."""
    table = like.table.changed(
        turn=Seat(world.turn),
        phase=_PHASES[world.phase],
        pile=tuple(map(engine_card, world.pile)),
        melds=EngineLayout(tuple(map(_engine_meld, world.layout.melds))),
        taken=tuple(map(engine_card, world.taken)),
        obliged=engine_mask(world.obliged),
        by_call=world.by_call,
        tabled=world.tabled,
        window=tuple(map(Seat, world.window)),
        last_discard_by=None if world.last_discard_by < 0 else Seat(world.last_discard_by),
        quiet_turns=world.quiet_turns,
        reshuffled=world.reshuffled,
        stock_count=len(world.stock),
        card_counts=tuple(hand.bit_count() for hand in world.hands),
        known=tuple(engine_mask(known) for known in world.known),
        out=None if world.out < 0 else Seat(world.out),
        ended=_ENDED[world.ended],
    )
    calls = [(Seat(seat), _engine_call(move)) for seat, move in zip(world.call_seats, world.calls, strict=True)]
    return like._replace(
        table=table,
        hands=tuple(map(engine_mask, world.hands)),
        stock=tuple(map(engine_card, reversed(world.stock))),
        callers=tuple(map(Seat, world.callers)),
        calls=tuple(calls),
    )


def _engine_meld(meld: Meld) -> EngineMeld:
    cards = meld.cards if meld.start >= 0 else tuple(sorted(meld.cards, key=_place_in_set))
    return EngineMeld(
        kind=RUN if meld.start >= 0 else SET,
        of=meld.of,
        start=max(meld.start, 0),
        cards=tuple(map(_text, cards)),
        by=tuple(Seat(coded >> BY) for coded in cards),
        owner=Seat(meld.owner),
        doubled=engine_mask(meld.doubled),
    )


def _place_in_set(coded: Coded) -> tuple[bool, int, int]:
    """Clubs, diamonds, hearts, spades, twins together, the wilds last in pack order."""
    card = coded & CARD_BITS
    wild = coded >> STAND & CARD_BITS > 0
    return wild, 0 if wild else SUIT[card], engine_card(card)


def engine_move(move: Move) -> EngineMove:
    """A move of the kernel in the engine's form."""
    kind = move.kind
    if kind == DRAW:
        return Draw()
    if kind == DECLINE:
        return Decline()
    if kind == PASS:
        return Pass()
    if kind == CALL:
        return _engine_call(move)
    if kind == MELD:
        return NewMeld(tuple(map(_text, move.cards)))
    code = CODES[engine_card(move.card)]
    if kind == DISCARD:
        return Discard(code)
    if kind == LAY_OFF:
        return LayOff(_played_text(move), move.meld + 1, _ENDS[move.end] if move.stated else None)
    if kind == SWAP:
        return Swap(code, CODES[engine_card(move.wild)], move.meld + 1)
    return Take(code)


def _engine_call(move: Move) -> Call:
    if move.meld < 0:
        return Call(CODES[engine_card(move.card)])
    return Call(_played_text(move), move.meld + 1, _ENDS[move.end] if move.stated else None)


def _played_text(move: Move) -> str:
    return _text(move.card | move.stand + 1 << STAND)


def _call_of(world: World, call: Call) -> Move:
    """A call that waits, in the kernel's form."""
    coded = _coded(call.card)
    card, stand = coded & CARD_BITS, (coded >> STAND) - 1
    if call.meld is None:
        return Move(CALL, card)
    meld = world.layout.melds[call.meld - 1]
    stated = call.end is not None
    end = _END_OF[call.end]
    if meld.start >= 0 and not stated:
        place = stand if stand >= 0 else PLACE[card]
        end = AT_LOW if place == meld.low else AT_HIGH
    return Move(CALL, card, stand, call.meld - 1, end, stated)
