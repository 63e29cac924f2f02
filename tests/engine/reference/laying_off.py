"""Where a card that is laid off goes, from what the move says, and how that is said (7.4)."""

from tests.engine.reference import table
from tests.engine.reference.notation import text_of
from tests.engine.reference.state import Played, Refused, State, played_text


def meld_number(state: State, text: str | None) -> int:
    number = int(text_of(text))
    if number > len(state.melds):
        raise Refused("no_such_meld")
    return number


def place_for(state: State, seat: int, entry: Played, number: int, end: str | None) -> table.Place:
    """Where a laid-off card goes: the one place that its declaration and its end leave (7.4)."""
    meld = state.melds[number - 1]
    found = table.places(state, meld, *entry, end)
    if not found:
        raise Refused("does_not_fit")
    if len(found) > 1:
        raise Refused("ambiguous")
    if not table.is_open(state, seat, meld):
        raise Refused("not_your_meld")
    return found[0]


def lay_off_text(state: State, number: int, place: table.Place) -> str:
    """`X1=8H on 3`, with the end only where the card as played fits both."""
    entry, end = place
    both = len(table.places(state, state.melds[number - 1], *entry)) > 1
    return f"{played_text(entry)} on {number}" + (f" {end}" if both else "")
