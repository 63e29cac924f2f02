"""Reading a move's text, with everything that docs/notation.md calls `bad_notation`."""

import re

from tests.engine.reference.cards import is_joker, is_wild, pack
from tests.engine.reference.state import Refused, State, played

CARD = r"(?:[A2-9TJQK][CDHS]2?|X[1-8])"
PLAYED = rf"{CARD}(?:=[A2-9TJQK][CDHS]?)?"
MELD = r"on ([1-9][0-9]*)"
FORMS = {
    "draw": "",
    "take": f" ({CARD})",
    "meld": f"((?: {PLAYED})+)",
    "lay": rf" ({PLAYED}) {MELD}(?: (low|high))?",
    "swap": rf" ({CARD}) for ({CARD}) {MELD}",
    "discard": f" ({CARD})",
    "call": rf" ({PLAYED})(?: {MELD}(?: (low|high))?)?",
    "pass": "",
    "decline": "",
}
Groups = tuple[str | None, ...]
"""What a move names, in the order in which its text does."""


def parsed(state: State, seat: int, text: str) -> tuple[str, Groups]:
    verb = (text.split() or [""])[0]
    match = re.fullmatch(verb + FORMS[verb], " ".join(text.split())) if verb in FORMS else None
    if match is None or seat not in range(len(state.hands)):
        raise Refused("bad_notation")
    cards = re.findall(PLAYED, text)
    codes = [played(card)[0] for card in cards]
    if len(set(codes)) < len(codes) or not set(codes) <= set(pack(state.rules)):
        raise Refused("bad_notation")
    if any(not _may_be_declared(state, *played(card)) for card in cards):
        raise Refused("bad_notation")
    groups = match.groups()
    if verb == "call":
        _check_call_form(state, groups)
    return verb, groups


def _check_call_form(state: State, groups: Groups) -> None:
    """A call names a meld with `call = top_lay_off`, and only then; the same for what a wild stands for."""
    card, meld, _ = groups
    names_meld = meld is not None
    if names_meld != (state.rules.call == "top_lay_off") or (card is not None and "=" in card and not names_meld):
        raise Refused("bad_notation")


def _may_be_declared(state: State, card: str, stands: str | None) -> bool:
    if stands is None:
        return True
    if not is_wild(state.rules, state.wild_rank, card):
        return False
    return is_joker(card) or card[: len(stands)] != stands


def text_of(group: str | None) -> str:
    assert group is not None
    return group
