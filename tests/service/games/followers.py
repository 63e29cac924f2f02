"""An app that keeps a view up to date by events alone, with no knowledge of the rules."""

from typing import Any

from games.cursors import parse_cursor
from games.selectors.events import events_after
from games.selectors.views import view_fields
from games.sight import SPECTATOR, Role, Viewer
from games.store import GameState
from tests.service.games.table import NOW

# What follows from time or from being over, and not from what happened.
ASIDE = {"server_time", "legal_moves", "viewer", "fairness", "result"}


def applied(view: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
    """The view as an app keeps it up to date, with no knowledge of the rules."""
    changes = dict(event["changes"] or {})
    after = view | {"version": event["version"], "cursor": event["id"]}
    for name, key in (("seats", "seat"), ("melds", "id")):
        if name in changes:
            known = {item[key]: item for item in view[name]} if changes[name] else {}
            for item in changes.pop(name):
                known[item[key]] = known.get(item[key], {}) | item
            after[name] = list(known.values())
    removed = set(changes.pop("removed_melds", ()))
    after["melds"] = [meld for meld in after["melds"] if meld["id"] not in removed]
    after |= changes
    if event["hand"] is not None:
        after["hand"] = event["hand"]
    if event["type"].startswith("call_window") or (event["type"] == "clock_changed" and event["window"]):
        after["window"] = event["window"] and event["window"] | {"answered": (view["window"] or {}).get("answered")}
    if event["type"] == "move_played" and event["move"]["type"] in ("pass", "call") and view["window"]:
        after["window"] = view["window"] | {"answered": event["text"].split(": ")[1]}
    return after


def comparable(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name not in ASIDE}


class Followers:
    """What each viewer of a game keeps: a view, and the events since."""

    def __init__(self, state: GameState) -> None:
        self.viewers = [SPECTATOR, *(Viewer(Role.SEAT, seat) for seat in range(len(state.seats)))]
        self.kept = [view_fields(state, viewer, NOW) for viewer in self.viewers]

    def check(self, state: GameState) -> None:
        """View before and events give the view after, for everybody."""
        for number, viewer in enumerate(self.viewers):
            after = parse_cursor(self.kept[number]["cursor"])
            events, cursor, has_more = events_after(state, viewer, after, 5000)
            assert (cursor, has_more) == (state.cursor, False)
            for event in events:
                self.kept[number] = applied(self.kept[number], event)
            assert comparable(self.kept[number]) == comparable(view_fields(state, viewer, NOW))
