"""The moves of the game, one file each: its data, its check, its effect and its candidates."""

from __future__ import annotations

from typing import TypeAlias

from engine.moves.call import Call
from engine.moves.decline import Decline
from engine.moves.discard import Discard
from engine.moves.draw import Draw
from engine.moves.lay_off import LayOff
from engine.moves.new_meld import NewMeld
from engine.moves.pass_ import Pass
from engine.moves.swap import Swap
from engine.moves.take import Take

Move: TypeAlias = Draw | Take | NewMeld | LayOff | Swap | Discard | Call | Pass | Decline

IN_WINDOW = (Call, Pass)
IN_DRAW = (Draw, Take, Decline)
IN_PLAY = (Discard, LayOff, Swap, NewMeld)
"""In the order in which they are listed: the melds, of which there can be many, come last."""
MOVES = (Draw, Take, Decline, NewMeld, LayOff, Swap, Discard, Call, Pass)
MOVE_TYPES: tuple[str, ...] = tuple(kind.type for kind in MOVES)

__all__ = [
    "IN_DRAW",
    "IN_PLAY",
    "IN_WINDOW",
    "MOVES",
    "MOVE_TYPES",
    "Call",
    "Decline",
    "Discard",
    "Draw",
    "LayOff",
    "Move",
    "NewMeld",
    "Pass",
    "Swap",
    "Take",
]
