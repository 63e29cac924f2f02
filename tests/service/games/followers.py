"""Those who keep a view up to date by events alone, by the rule that docs/api/events.md states in Python."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.cursors import parse_cursor
from games.selectors.access import viewer_of
from games.selectors.chat import listener_of
from games.selectors.events import events_after
from games.selectors.views import view_fields
from games.store import GameState
from tests.docs.pages import DOCS, examples_of
from tests.service.games.table import NOW

PAGE = DOCS / "api" / "events.md"
OF_THE_ANSWER = ("server_time", "legal_moves")
MOST = 5000


def rule_of_the_page() -> Any:
    (code,) = examples_of(PAGE, "python")
    names: dict[str, Any] = {}
    exec(code, names)
    return names["later_view"]


later_view = rule_of_the_page()


@dataclass
class Follower:
    """One who has read the view once, and since then only events. `told` are the ids of all of them, in their order."""

    player_id: UUID | None
    view: Any
    place: str = ""
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.place = self.place or self.view["cursor"]

    def follow(self, state: GameState, limit: Callable[[], int] = lambda: MOST) -> list[str]:
        """Catch up, in pages of at most `limit` events, and compare. Returns the types of the events."""
        viewer = viewer_of(state, self.player_id)
        listener = listener_of(state, self.player_id)
        types, has_more = [], True
        while has_more:
            events, place, has_more = events_after(state, viewer, parse_cursor(self.place), limit(), listener)
            for event in plain(events):
                self.view = later_view(self.view, event)
                self.told.append(event["id"])
            types += [event["type"] for event in events]
            self.place = place.text
        assert self.place == state.cursor.text
        # Behind what was told last there may be what others hear.
        self.view |= {"cursor": self.place}
        assert comparable(self.view) == comparable(plain(view_fields(state, viewer, NOW)))
        return types


class Followers:
    """Every person at the table, in the order of the seats, a spectator, and another who is known."""

    def __init__(self, state: GameState, looking_on: UUID | None = None) -> None:
        ids = [*(seat.player_id for seat in state.seats if seat.player_id), None, *([looking_on] if looking_on else ())]
        self.all = [Follower(one, plain(view_fields(state, viewer_of(state, one), NOW))) for one in ids]

    def check(self, state: GameState) -> set[str]:
        """View before and events give the view after, for everybody. Returns the types of the events."""
        return {news for follower in self.all for news in follower.follow(state)}


def plain(value: Any) -> Any:
    """As a client reads it."""
    return json.loads(json.dumps(value))


def comparable(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name not in OF_THE_ANSWER}
