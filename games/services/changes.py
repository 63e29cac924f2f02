"""What an entry makes new in everybody's view."""

from typing import Any

from games.call_window import answers_so_far
from games.models import Entry
from games.public import changed_fields
from games.selectors.views import shared_fields
from games.store import GameState


def tell_changes(state: GameState, entry: Entry, seen_before: dict[str, Any]) -> None:
    """Let the entry tell what differs now from the `shared_fields` before it.

    What becomes of the clocks is added when the game is written.
    """
    _tell(state, entry, changed_fields(seen_before, shared_fields(state)))


def tell_changes_of_sight(state: GameState, entry: Entry, seen_before: dict[str, Any]) -> None:
    """The same, of an entry by which somebody loses or gains a seat, and with it the sight of an answer."""
    fields = shared_fields(state)
    _tell(state, entry, changed_fields(seen_before, fields) | {"window": fields["window"]})


def _tell(state: GameState, entry: Entry, changes: dict[str, Any]) -> None:
    entry.outcome["changes"] = entry.outcome.get("changes", {}) | changes
    entry.outcome["answered"] = answers_so_far(state.playing)
