"""What is refused beside single moves."""

from engine import BadNotation, IllegalMove, ImpossibleRules


class RefusedInTurn(Exception):
    """One of the moves of a turn is refused, and with it the whole turn; `index` counts them from 0."""

    def __init__(self, index: int, refusal: BadNotation | IllegalMove) -> None:
        super().__init__(str(refusal))
        self.index = index
        self.refusal = refusal


class RefusedRecord(Exception):
    """A record that cannot be imported.

    `pointer` is the place in the request, `where` the same in words ("Deal 2, move 14: "), `refusal` what the engine
    says, or a sentence of ours.
    """

    def __init__(
        self, pointer: str, refusal: BadNotation | IllegalMove | ImpossibleRules | str, where: str = ""
    ) -> None:
        super().__init__(f"{where}{refusal}")
        self.pointer = pointer
        self.refusal = refusal
