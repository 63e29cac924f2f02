"""The types of what the fixtures of these tests give."""

from collections.abc import Callable
from typing import TypeAlias

from bots.registry import Choose
from engine import Deal, Move, Observation

MakeDeal: TypeAlias = Callable[..., Deal]
Seen: TypeAlias = Callable[..., Observation]
PlayTurn: TypeAlias = Callable[[Deal, Choose], list[Move]]
Plan: TypeAlias = Callable[..., tuple[list[str], str]]
PlayOut: TypeAlias = Callable[[Deal, Choose], Deal]
