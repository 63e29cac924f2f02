"""One move carried out in a locked game: the engine's new deal, the entry that tells it, and what follows."""

from datetime import datetime
from typing import Any

import engine
from engine import Deal, Move
from games.call_window import answers_at_close, close_window, open_window, window_fields
from games.models import Author, Entry, Kind, Seat
from games.public import changed_hands
from games.selectors.views import shared_fields
from games.services import deals
from games.services.changes import tell_changes
from games.store import GameState


def advance(state: GameState, seat: Seat, move: Move, author: Author, now: datetime) -> Entry:
    """Check the move by the rules and carry it out in `state`, not yet written. Raises engine.IllegalMove."""
    before, number, seen_before = state.playing, engine.Seat(seat.seat), shared_fields(state)
    move = engine.settle(engine.observe(before, number), move)
    after = engine.play_settled(before, number, move)
    is_answer = bool(before.table.window) and (isinstance(move, engine.Pass) or bool(after.table.window))
    state.deal = after
    entry = state.append(
        Kind.MOVE,
        author,
        now,
        seat,
        text=engine.move_text(move),
        move=engine.move_json(move),
        drawn=_drawn(before, after, number) if isinstance(move, engine.Draw) else "",
        hands=changed_hands(before, after),
        window_id=state.game.window_id if is_answer else None,
    )
    entry.outcome = {"then": _window_news(state, before, number, move, now)}
    if after.table.phase == "over":
        deals.finish_deal(state, entry, now)
    elif _begins_turn(before, after):
        entry.outcome["then"].append({"type": "turn_started", "seat": after.table.turn})
    tell_changes(state, entry, seen_before)
    if after.table.phase == "over" and not state.game.is_over:
        deals.deal_next(state, now)
    return entry


def _window_news(state: GameState, before: Deal, seat: engine.Seat, move: Move, now: datetime) -> list[dict[str, Any]]:
    game, after = state.game, state.playing
    if after.table.window:
        news = "call_window_answered" if before.table.window else "call_window_opened"
        if not before.table.window:
            open_window(game, after, game.version, now)
        return [{"type": news, "window": window_fields(game, after)}]
    if before.table.window:
        close_window(game)
        return [{"type": "call_window_closed", "answers": answers_at_close(before, seat, move)}]
    return []


def _begins_turn(before: Deal, after: Deal) -> bool:
    if after.table.window:
        return False
    return before.table.turn != after.table.turn or bool(before.table.window)


def _drawn(before: Deal, after: Deal, seat: int) -> str:
    (card,) = engine.codes(after.hands[seat] & ~before.hands[seat])
    return card
