"""A new game, as one call asks for it: with its rules, its people and bots, and started if wished."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import engine
from games import after_commit
from games.bot_levels import check_level
from games.models import Author, Game, Kind, LeaverPolicy, Seat, UndoPolicy, Visibility
from games.models.game import no_clock
from games.services.checks import check_rated
from games.services.start import begin, check_filled
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import DomainError, malformed
from players.models import Player


@dataclass(frozen=True)
class SeatWish:
    """Who is to sit at a seat: a bot of a level, a certain player, or whoever comes."""

    bot_level: str = ""
    player_id: UUID | None = None


@dataclass(frozen=True)
class GameWish:
    """How a new game is wanted. `takeover_level` is the bot that takes the seat of a player who leaves.

    `clock` is as `games.clocks` reads it. So many as `max_timeouts` are forgiven; with the next a player has left,
    and may come back where that is `returnable`.
    """

    options: engine.Options
    seats: Sequence[SeatWish]
    visibility: str = Visibility.PUBLIC
    leaver_policy: str = LeaverPolicy.BOT
    takeover_level: str = "casual"
    clock: Mapping[str, Any] = field(default_factory=no_clock)
    rated: bool = False
    max_timeouts: int = 2
    returnable: bool = True
    undo_policy: str = UndoPolicy.AGREED
    start: bool = False
    previous_game: UUID | None = None


@in_transaction
def create_game(*, owner: Player, wish: GameWish, now: datetime) -> GameState:
    """The game, with its owner at the seat that names the owner, else at the first that is open to people.

    Raises engine.ImpossibleRules where so many cannot play by these rules, and DomainError: `bad_request` for an
    unknown level, a second seat for the owner and a rated game without a clock, `not_your_player` for a seat that
    names somebody else, `seats_open` for an early start.
    """
    _check(wish, owner)
    check_rated(wish.rated, wish.clock)
    game = Game(
        rules_edition=engine.RULES_EDITION,
        preset=wish.options.preset or "pagat",
        options=engine.options_json(wish.options),
        seat_count=len(wish.seats),
        visibility=wish.visibility,
        leaver_policy=wish.leaver_policy,
        takeover_level=wish.takeover_level,
        clock=dict(wish.clock),
        rated=wish.rated,
        max_timeouts=wish.max_timeouts,
        returnable=wish.returnable,
        undo_policy=wish.undo_policy,
        owner=owner,
        previous_game=wish.previous_game,
        created_at=now,
    )
    state = GameState(game, _seats(game, wish.seats, owner), wish.options)
    if wish.start:
        check_filled(state)
    game.save(force_insert=True)
    Seat.objects.bulk_create(state.seats)
    _tell(state, now)
    if wish.start:
        begin(state, now)
    after_commit.write_and_ring(state, now)
    return state


def _check(wish: GameWish, owner: Player) -> None:
    wish.options.check_players(len(wish.seats))
    check_level(wish.takeover_level, "/takeover_level")
    for number, seat in enumerate(wish.seats):
        if seat.bot_level:
            check_level(seat.bot_level, f"/seats/{number}/bot_level")
        if seat.player_id not in (None, owner.pk):
            raise DomainError("not_your_player", "Others sit down by themselves.")
    named = [number for number, seat in enumerate(wish.seats) if seat.player_id is not None]
    if len(named) > 1:
        raise malformed(f"/seats/{named[1]}/player", "A player has one seat.")


def _seats(game: Game, wishes: Sequence[SeatWish], owner: Player) -> list[Seat]:
    vacant = [number for number, wish in enumerate(wishes) if not wish.bot_level]
    chosen = [number for number in vacant if wishes[number].player_id]
    own = next(iter(chosen + vacant), None)
    return [
        Seat(game=game, seat=number, player=owner if number == own else None, bot_level=wish.bot_level)
        for number, wish in enumerate(wishes)
    ]


def _tell(state: GameState, now: datetime) -> None:
    created = state.append(Kind.CREATED, Author.PERSON, now)
    created.player = state.game.owner
    for seat in state.seats:
        if seat.player_id:
            state.append(Kind.JOINED, Author.PERSON, now, seat)
        elif seat.is_bot:
            state.append(Kind.BOT_SEATED, Author.SERVICE, now, seat).bot_level = seat.bot_level
