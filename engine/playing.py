"""Playing: `play` is the one way from a deal to the next, `legal_moves` lists what it accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from operator import call
from typing import TypeAlias

from engine.cards import Card, Seat
from engine.errors import BadNotation, Code, IllegalMove
from engine.moves import IN_DRAW, IN_PLAY, IN_WINDOW, MOVES, Move
from engine.table import DRAW, OVER, PLAY, Deal, Observation, Phase, observe

Listing: TypeAlias = Callable[[Observation], Iterable[Move]]
_KINDS = frozenset(MOVES)


def settle(seen: Observation, move: Move) -> Move:
    """The move in its canonical form, every declaration made, as it will be carried out.

    Raises IllegalMove with the first code of docs/notation.md's table that applies, and TypeError for what is no
    move, such as the text of one. Depends on the observation alone, so that a refusal tells nothing that the seat may
    not know.
    """
    if type(move) not in _KINDS:
        raise TypeError(f"{move!r} is not a move; parse_move reads one from text, move_from_json from JSON.")
    if seen.table.phase == OVER:
        raise IllegalMove(Code.DEAL_OVER)
    return move.check(seen)


def play(deal: Deal, seat: Seat, move: Move, *, reshuffle: Sequence[Card] | None = None) -> Deal:
    """The deal after the move of the seat; IllegalMove where the rules refuse it, and then nothing has changed.

    As with `in legal_moves(…)`, what is no move at all is a TypeError.
    `reshuffle` dictates the new stock where the move reshuffles (8.8); without it the deal's seed decides.
    """
    if not 0 <= seat < len(deal.hands):
        raise IllegalMove(
            Code.BAD_NOTATION, problem=BadNotation("There is no seat {seat}.", seat=seat), pointer="/seat"
        )
    settled = settle(observe(deal, seat), move)
    if reshuffle is None:
        return play_settled(deal, seat, settled)
    return play_settled(deal._replace(reshuffle=tuple(reshuffle)), seat, settled)._replace(reshuffle=None)


def play_settled(deal: Deal, seat: Seat, settled: Move) -> Deal:
    """The deal after a move that `settle` has returned for this seat of this deal; nothing is checked again."""
    return settled.effect(deal, seat)


def to_act(deal: Deal) -> tuple[Seat, ...]:
    """The seats that have a move: those that have still to answer in the call window, then the one on turn.

    With an empty stock and an open window the seat on turn may have none, and waits for the window (8.9).
    """
    if deal.table.phase == OVER:
        return ()
    if not deal.table.window:
        return (deal.table.turn,)
    turn = deal.table.turn
    waits = turn in deal.callers or not legal_moves(observe(deal, turn))
    return deal.callers if waits else (*deal.callers, turn)


_LISTINGS_IN_WINDOW: tuple[Listing, ...] = tuple(kind.candidates for kind in IN_WINDOW)
_LISTINGS: dict[Phase, tuple[Listing, ...]] = {
    DRAW: tuple(kind.candidates for kind in IN_DRAW),
    PLAY: tuple(kind.candidates for kind in IN_PLAY),
}


class LegalMoves:
    """The legal moves of a viewer: iterate, ask with `in`, or test for truth. Nothing is computed before.

    `in` takes a move; asked for anything else, such as the text of one, it raises TypeError.
    """

    __slots__ = ("seen",)

    def __init__(self, seen: Observation) -> None:
        self.seen = seen

    def __iter__(self) -> Iterator[Move]:
        seen = self.seen
        if seen.seat is None or seen.table.phase == OVER:
            return iter(())
        listings = _LISTINGS[seen.table.phase] if seen.seat == seen.table.turn else ()
        if seen.may_call:
            listings = _LISTINGS_IN_WINDOW + listings
        return chain.from_iterable(map(call, listings, repeat(seen)))

    def __contains__(self, move: object) -> bool:
        try:
            settle(self.seen, move)  # type: ignore[arg-type]
        except IllegalMove:
            return False
        return True

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __repr__(self) -> str:
        return f"LegalMoves({self.seen!r})"


def legal_moves(seen: Observation) -> LegalMoves:
    """The legal moves of the viewer, complete and lazy (of equal wilds the lowest are listed; `in` accepts all)."""
    return LegalMoves(seen)
