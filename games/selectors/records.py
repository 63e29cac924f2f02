"""The record of a game: rules, seats, deals and the moves that count. Of a deal that goes on, what the viewer saw."""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from engine.record import TITLE
from games.models import Kind
from games.selectors.deals import recorded_deal_fields
from games.selectors.events import TYPES, all_events
from games.selectors.games import game_fields
from games.selectors.moves import move_fields, moves_of, taken_back
from games.shown import deals_of, entries_of, is_deal_open
from games.sight import Viewer
from games.store import GameState
from games.times import instant

_HEAD = (
    *("id", "status", "rules", "rules_edition", "visibility", "rated", "imported", "clock", "undo_policy"),
    *("seats", "result", "totals", "created_at", "started_at", "finished_at"),
)
# What happened to the play besides moves; a person sits down while it goes on only to come back.
_WHILE_PLAYED = (Kind.UNDONE, Kind.TIMED_OUT, Kind.CLOCK_SET, Kind.PAUSED, Kind.RESUMED, Kind.RESIGNED, Kind.JOINED)
_INCIDENTS = {
    **{kind: TYPES[kind] for kind in _WHILE_PLAYED},
    Kind.ABORTED: "game_aborted",
    Kind.VOIDED: "game_voided",
}


def record_fields(state: GameState, viewer: Viewer) -> dict[str, Any]:
    """The record as JSON. That of a game that is over, `engine.record_from_json` reads and `replay` plays."""
    moves: dict[int, list[dict[str, Any]]] = defaultdict(list)
    undone = taken_back(state)
    for entry in moves_of(state, viewer).order_by("version"):
        if entry.version not in undone:
            moves[entry.deal_number].append(move_fields(entry, state.game, viewer, undone))
    hands = _dealt_hands(state)
    deals = [
        recorded_deal_fields(state, row)
        | {"hands": _known_hands(hands[row.number], viewer, is_deal_open(state, row)), "moves": moves[row.number]}
        for row in deals_of(state).order_by("number")
    ]
    return _head(state, viewer) | {"deals": deals, "incidents": list(_incidents(state))}


def record_lines(state: GameState, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """The head of the record, then every event of the game."""
    yield {"type": "record"} | _head(state, viewer)
    yield from all_events(state, viewer)


def _head(state: GameState, viewer: Viewer) -> dict[str, Any]:
    game = game_fields(state)
    return {name: game[name] for name in _HEAD} | {"viewer": viewer.role, "players": len(state.seats)}


def _incidents(state: GameState) -> Iterator[dict[str, Any]]:
    entries = entries_of(state).filter(kind__in=_INCIDENTS, deal_number__gt=0)
    for entry in entries.order_by("version"):
        yield {
            "version": entry.version,
            "deal_number": entry.deal_number,
            "type": _INCIDENTS[Kind(entry.kind)],
            "seat": entry.seat,
            "author": entry.author,
            "to_version": entry.undone_to,
            "then": entry.outcome.get("consequence"),
            "at": instant(entry.at),
        }


def record_text(state: GameState, viewer: Viewer) -> str:
    """The record as text; `engine.parse_record` reads that of a game that is over."""
    record = record_fields(state, viewer)
    lines = [TITLE, f"rules {json.dumps(record['rules'])}", f"players {record['players']}"]
    for deal in record["deals"]:
        origin = f"seed {deal['seed']}" if deal["seed"] else f"commitment {deal['commitment']}"
        lines.append(f"deal {deal['number']} dealer {deal['dealer']} {origin}")
        lines += [f"{move['seat']}: {move['text']}" for move in deal["moves"]]
    return "\n".join(lines) + "\n"


def _dealt_hands(state: GameState) -> dict[int, dict[str, list[str]]]:
    dealt = entries_of(state).filter(kind=Kind.DEALT)
    return dict(dealt.values_list("deal_number", "hands"))


def _known_hands(hands: dict[str, list[str]], viewer: Viewer, is_over: bool) -> list[list[str] | None]:
    """The cards dealt to each seat; of others null while the deal goes on."""
    return [cards if is_over or int(seat) == viewer.seat else None for seat, cards in hands.items()]
