"""Views: what one viewer may know of the deal that goes on."""

from datetime import datetime
from itertools import islice
from typing import Any

from django.utils.translation import gettext

import engine
from games.call_window import answer_of, window_fields
from games.clocks import clock_fields, deadline_fields
from games.fairness import commitment_fields
from games.limits import MOST_LEGAL_MOVES
from games.models import Game
from games.open_offer import offers_fields
from games.public import hand_codes, public_fields
from games.selectors.games import seats_fields
from games.sight import Viewer, observation
from games.store import GameState
from games.times import instant
from players.errors import DomainError


def view_fields(state: GameState, viewer: Viewer, now: datetime, *, with_legal_moves: bool = False) -> dict[str, Any]:
    """The view of the deal that goes on, or of the last of a game that is over. Raises `game_not_started`."""
    game, deal = state.game, state.playing
    return shared_fields(state) | {
        "game": str(game.id),
        "version": game.version,
        "cursor": state.cursor.text,
        "viewer": viewer.role,
        "seat": viewer.seat,
        "server_time": instant(now),
        "hand": [] if viewer.seat is None else hand_codes(deal, viewer.seat),
        "window": seen_window(game, deal, viewer),
        "clocks": clock_fields(game),
        "offers": offers_fields(state),
        "legal_moves": legal_moves_fields(state, viewer) if with_legal_moves else None,
    }


def shared_fields(state: GameState) -> dict[str, Any]:
    """The fields of a view that are alike for every viewer but for the own answer in `window`.

    Without `clocks` and `offers`, which change by themselves, too: they are told where that happens.
    """
    game, deal = state.game, state.playing
    return public_fields(deal) | {
        "status": game.status,
        "seats": seats_fields(state),
        "window": window_fields(game, deal),
        "deadline": deadline_fields(game, state.seats),
        "fairness": commitment_fields(deal),
        "result": game.result,
    }


def seen_window(game: Game, deal: engine.Deal, viewer: Viewer) -> dict[str, Any] | None:
    """The open call window with the viewer's own answer; None when none is open."""
    window = window_fields(game, deal)
    return window and window | {"answered": answer_of(deal, viewer.seat)}


def legal_moves_fields(state: GameState, viewer: Viewer) -> dict[str, Any]:
    """The moves that the viewer's own seat may make now; for a spectator, and when the game is over, none."""
    moves: list[engine.Move] = []
    if viewer.seat is not None and state.game.status == "running":
        legal = engine.legal_moves(observation(state.playing, viewer.seat))
        moves = list(islice(legal, MOST_LEGAL_MOVES + 1))
    return {
        "version": state.game.version,
        "seat": viewer.seat,
        "moves": [
            {"move": engine.move_json(move), "text": engine.move_text(move)} for move in moves[:MOST_LEGAL_MOVES]
        ],
        "truncated": len(moves) > MOST_LEGAL_MOVES,
    }


def own_legal_moves_fields(state: GameState, viewer: Viewer) -> dict[str, Any]:
    """The same for one who plays. Raises `game_not_started`, and `not_seated` for others."""
    if state.playing and viewer.seat is None:
        raise DomainError("not_seated", gettext("You do not play in this game."))
    return legal_moves_fields(state, viewer)
