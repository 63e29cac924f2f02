"""What is refused beside single moves."""

from engine import BadNotation, IllegalMove, Refused

_WITHOUT_PLACE = "{problem}"


class RefusedInTurn(Exception):
    """One of the moves of a turn is refused, and with it the whole turn; `index` counts them from 0."""

    def __init__(self, index: int, refusal: BadNotation | IllegalMove) -> None:
        super().__init__(str(refusal))
        self.index = index
        self.refusal = refusal


class RefusedRecord(Exception):
    """A record that cannot be imported.

    `pointer` is the place in the request, `refusal` what the engine says, or a sentence of ours in the language of
    the reader; `told` is the same with its place in words ("Deal 2, move 14: ").
    """

    def __init__(self, pointer: str, refusal: Refused | str, told: Refused | None = None) -> None:
        self.told = told or Refused(_WITHOUT_PLACE, problem=refusal)
        super().__init__(str(self.told))
        self.pointer = pointer
        self.refusal = refusal
