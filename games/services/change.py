"""What the owner may change while a game is open."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import engine
from games import after_commit
from games.bot_levels import check_level
from games.models import Author, Kind
from games.services.checks import check_open, check_owner, check_rated, check_version, lock_for
from games.services.transactions import in_transaction
from games.store import GameState


@in_transaction
def change_game(
    *,
    game_id: UUID,
    player_id: UUID,
    version: int | None,
    options: engine.Options | None = None,
    changes: Mapping[str, Any],
    now: datetime,
) -> GameState:
    """New `options`, and of `changes` the names of columns that the owner may set.

    Raises engine.ImpossibleRules, and DomainError: `not_found`, `not_owner`, `game_started`, `game_over`,
    `version_required`, `version_conflict`, `bad_request` for an unknown level.
    """
    state = lock_for(game_id, player_id)
    check_owner(state, player_id)
    check_open(state)
    check_version(state, version)
    if "takeover_level" in changes:
        check_level(changes["takeover_level"], "/takeover_level")
    if options is not None:
        _set_rules(state, options)
    for name, value in changes.items():
        setattr(state.game, name, value)
    check_rated(state.game.rated, state.game.clock)
    state.append(Kind.CHANGED, Author.PERSON, now).player_id = player_id
    after_commit.write_and_ring(state, now)
    return state


def _set_rules(state: GameState, options: engine.Options) -> None:
    options.check_players(len(state.seats))
    state.options = options
    state.game.options, state.game.preset = engine.options_json(options), options.preset or "pagat"
