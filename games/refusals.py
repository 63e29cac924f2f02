"""What is refused beside single moves."""

from engine import BadNotation, IllegalMove


class RefusedInTurn(Exception):
    """One of the moves of a turn is refused, and with it the whole turn; `index` counts them from 0."""

    def __init__(self, index: int, refusal: BadNotation | IllegalMove) -> None:
        super().__init__(str(refusal))
        self.index = index
        self.refusal = refusal
