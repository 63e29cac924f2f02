"""pass: give up the right to call in this window (9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Seat
from engine.errors import Code, IllegalMove
from engine.table import Deal, Observation
from engine.turns import after_pass


@dataclass(frozen=True)
class Pass:
    """Do not call."""

    type: ClassVar[str] = "pass"

    def __str__(self) -> str:
        return "pass"

    def check(self, seen: Observation) -> Pass:
        """The move as it will be carried out; IllegalMove if the rules refuse it."""
        if not seen.may_call:
            raise IllegalMove(Code.CALL_CLOSED)
        return self

    def effect(self, deal: Deal, seat: Seat) -> Deal:
        """The deal after the checked move."""
        return after_pass(deal._replace(callers=tuple(caller for caller in deal.callers if caller != seat)))

    @staticmethod
    def candidates(seen: Observation) -> Iterator[Pass]:
        """The legal moves of this type."""
        if seen.may_call:
            yield Pass()
