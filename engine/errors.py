"""Why a move, a text, a position or a set of options is refused.

Every refusal of a move has a code of docs/notation.md and the clause of the rules; its sentence is made from its facts.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

PROBLEM = "{problem}"
"""The sentence of what is refused for another refusal's reason, which is its fact `problem`."""


def sentence(text: str) -> str:
    """The text as it is: marks a sentence that stands in a table, so that it is found to be translated."""
    return text


class Refused(ValueError):
    """Why something is refused: a sentence with named placeholders, and the facts that fill them.

    >>> str(Refused("Meld {index} is no {kind}.", index=2, kind="run"))
    'Meld 2 is no run.'
    """

    def __init__(self, sentence: str, /, **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts = facts

    def said(self, translated: Callable[[str], str] = str) -> str:
        """The sentence with its facts, in the language to which `translated` brings it and those within it."""
        facts = {
            name: fact.said(translated) if isinstance(fact, Refused) else _listed(fact)
            for name, fact in self.facts.items()
        }
        return translated(self.sentence).format(**facts)

    def __str__(self) -> str:
        return self.said()


def _listed(fact: object) -> object:
    return " ".join(map(str, fact)) if isinstance(fact, tuple) else fact


class Code(StrEnum):
    """The refusal codes in the order in which they are tested: where several apply, the first is given."""

    DEAL_OVER = "deal_over"
    BAD_NOTATION = "bad_notation"
    OWN_DISCARD = "own_discard"
    CALL_CLOSED = "call_closed"
    NOTHING_TO_CALL = "nothing_to_call"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    CARD_NOT_IN_PILE = "card_not_in_pile"
    NO_SUCH_MELD = "no_such_meld"
    WILD_SWAP_OFF = "wild_swap_off"
    NO_SUCH_WILD = "no_such_wild"
    STOCK_EMPTY = "stock_empty"
    CANNOT_DECLINE = "cannot_decline"
    NOT_A_MELD = "not_a_meld"
    AMBIGUOUS = "ambiguous"
    DOES_NOT_FIT = "does_not_fit"
    NOT_YOUR_MELD = "not_your_meld"
    TAKE_TOO_DEEP = "take_too_deep"
    CANNOT_USE_TAKEN_CARD = "cannot_use_taken_card"
    MUST_USE_TAKEN_CARD = "must_use_taken_card"
    TAKEN_CARD_DISCARDED = "taken_card_discarded"
    MUST_KEEP_A_DISCARD = "must_keep_a_discard"
    MUST_TABLE_LAST_CARD = "must_table_last_card"
    TURN_WOULD_GET_STUCK = "turn_would_get_stuck"


# Code -> the clause that is cited unless the refusal names another, and the sentence made from the facts.
_REFUSALS: dict[Code, tuple[str, str]] = {
    Code.DEAL_OVER: ("8.5", sentence("The deal is over.")),
    Code.BAD_NOTATION: ("", PROBLEM),
    Code.OWN_DISCARD: ("9.4", sentence("The player who has just discarded cannot call.")),
    Code.CALL_CLOSED: ("9.1", sentence("This seat has nothing to call or to pass on now.")),
    Code.NOTHING_TO_CALL: ("9.1", sentence("{card} cannot be called.")),
    Code.NOT_YOUR_TURN: ("5.5", sentence("It is the turn of seat {turn}.")),
    Code.WRONG_PHASE: ("5.1", sentence("A move of type {move} is not possible now.")),
    Code.CARD_NOT_IN_HAND: ("5.4", sentence("{card} is not in the hand.")),
    Code.CARD_NOT_IN_PILE: ("5.2", sentence("{card} is not in the pile.")),
    Code.NO_SUCH_MELD: ("7.1", sentence("There is no meld {meld} on the table.")),
    Code.WILD_SWAP_OFF: ("4.8", sentence("Wild cards stay where they are in this game.")),
    Code.NO_SUCH_WILD: ("4.8", sentence("{card} is not a wild card of meld {meld}.")),
    Code.STOCK_EMPTY: ("8.6", sentence("The stock is empty.")),
    Code.CANNOT_DECLINE: ("8.9", sentence("Declining is possible only when nothing can be drawn and nobody may call.")),
    Code.NOT_A_MELD: ("4.1", sentence("{cards} are neither a set nor a run.")),
    Code.AMBIGUOUS: ("4.5", sentence("{card} can be read in several ways: say what it stands for, or which end.")),
    Code.DOES_NOT_FIT: ("7.1", sentence("{card} does not fit meld {meld}.")),
    Code.NOT_YOUR_MELD: ("7.1", sentence("Meld {meld} was started by another player.")),
    Code.TAKE_TOO_DEEP: ("6.2", sentence("Only the top card of the pile may be taken.")),
    Code.CANNOT_USE_TAKEN_CARD: ("6.4", sentence("{card} could not be tabled in this turn.")),
    Code.MUST_USE_TAKEN_CARD: ("6.5", sentence("{card} must be tabled before the turn ends.")),
    Code.TAKEN_CARD_DISCARDED: ("6.6", sentence("{card} was taken alone and may not be discarded in the same turn.")),
    Code.MUST_KEEP_A_DISCARD: ("8.2", sentence("The last card may not be tabled: one is kept to discard.")),
    Code.MUST_TABLE_LAST_CARD: ("8.4", sentence("{card} can be laid off and may not be discarded as the last card.")),
    Code.TURN_WOULD_GET_STUCK: ("5.6", sentence("After this move the turn could not be ended.")),
}


class IllegalMove(Refused):
    """A move that the rules refuse. `code`, `clause` ("6.5", empty for notation) and `facts` (card codes, meld ids)."""

    def __init__(self, code: Code, *, clause: str = "", **facts: object) -> None:
        usual, words = _REFUSALS[code]
        super().__init__(words, **facts)
        self.code = code
        self.clause = clause or usual


class BadNotation(Refused):
    """A card or move that cannot be read. `pointer` names the place in a JSON move ("/cards/1", "" for the whole)."""

    def __init__(self, problem: str, /, pointer: str = "", **facts: object) -> None:
        super().__init__(problem, **facts)
        self.pointer = pointer


class BadPosition(Refused):
    """A position that cannot be loaded; `key` names the part that is wrong."""

    def __init__(self, key: str, problem: str, /, **facts: object) -> None:
        super().__init__(problem, **facts)
        self.key = key

    def said(self, translated: Callable[[str], str] = str) -> str:
        """The part's key before the sentence."""
        return f"{self.key}: {super().said(translated)}"


class BadRecord(Refused):
    """A text that is no record of a game."""


class ImpossibleRules(Refused):
    """Options that exclude each other, or values that do not exist; `options` names those concerned."""

    def __init__(self, problem: str, options: tuple[str, ...], /, **facts: object) -> None:
        super().__init__(problem, **facts)
        self.options = options
