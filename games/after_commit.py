"""The end of every change of a game: write it with the job row of its bots, and ring when it is committed.

What is rung are doorbells. A bell that is lost costs a few seconds: the sweep finds what is due in the rows.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games import clocks, store
from games.awaited import note_awaited
from games.bot_chance import next_bot, pause_seconds
from games.models import Seat
from games.open_offer import lapse_offer
from games.store import GameState
from games.told import note_untold
from players import bell, doorbell


def write_and_ring(state: GameState, now: datetime, mover: Seat | None = None) -> None:
    """Write the game, its clocks set, and note what is to follow from it: bots that act, players who are told. Ring.

    `mover` is a bot that goes on itself.
    """
    lapse_offer(state, now)
    _keep_time(state, now)
    bot = next_bot(state)
    is_next = bot is not None and bot is not mover
    pause = pause_seconds(state, bot, now, settings.BOT_DELAY_FACTOR) if bot and is_next else 0.0
    state.game.bot_due_at = now + timedelta(seconds=pause) if bot else None
    note_awaited(state)
    is_first_news = note_untold(state, now)
    store.write(state)
    if state.game.is_over and state.game.unscored_at is not None:
        transaction.on_commit(partial(doorbell.ring, "scoring.tasks.rate_games", state.game.pool))
    if is_first_news:
        transaction.on_commit(partial(ring_teller, state.game.id))
    if is_next:
        transaction.on_commit(partial(ring_bot, state.game.id, state.game.version, pause))
    transaction.on_commit(partial(bell.ring, state.game.id))


def write_notices_and_ring(state: GameState) -> None:
    """Write what is told of a game that does not change itself."""
    store.write_notices(state)
    transaction.on_commit(partial(bell.ring, state.game.id))


def _keep_time(state: GameState, now: datetime) -> None:
    """The clocks and the next instant that decides something; what is told last tells what is new of them."""
    game = state.game
    if state.deal is not None and game.clocks is not None:
        clocks.follow(game, state.deal, state.seats, now, is_new_deal=bool(state.dealt))
    game.due_at = clocks.next_due(game)
    if state.deal is None:
        return
    told: list[dict[str, Any]] = [notice.facts["changes"] for notice in state.notices]
    if state.entries:
        told.append(state.entries[-1].outcome.setdefault("changes", {}))
        if game.clocks is not None:
            told[-1] |= {"clocks": clocks.clock_fields(game), "deadline": None}
    for changes in told:
        if "deadline" in changes or "offers" in changes:  # an offer that opens or closes may be what is waited for
            changes["deadline"] = clocks.deadline_fields(game, state.seats)


def ring_bot(game_id: UUID, version: int, pause: float = 0.0) -> None:
    """Ask the workers to play for the bot that is to act at this version, after a pause of some seconds."""
    doorbell.ring("games.tasks.play_bot", game_id, version, pause=pause)


def ring_teller(game_id: UUID) -> None:
    """Ask the workers to tell the players what happened in this game."""
    doorbell.ring("games.tasks.tell_players", game_id)
