"""A new game, as one call asks for it: with its rules, its people and bots, and started if wished."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

import engine
from games import after_commit
from games.bot_levels import check_level
from games.models import Author, Game, Kind, LeaverPolicy, Seat, UndoPolicy, Visibility
from games.models.game import no_clock
from games.services import reservations
from games.services.checks import check_rated
from games.services.invites import USUAL_SECONDS, invitable
from games.services.start import begin, check_filled
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import DomainError, malformed
from players.models import Player


@dataclass(frozen=True)
class SeatWish:
    """Who is to sit at a seat: a bot of a level, a certain player (who is invited), or whoever comes."""

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
    spectator_delay_moves: int = 0
    start: bool = False
    previous_game: UUID | None = None


@dataclass(frozen=True)
class Chance:
    """Where the cards of the deal of a day, and what bots do by chance, come from: others play the same."""

    day: date
    seed: bytes
    bot_secret: bytes


@in_transaction
def create_game(*, owner: Player, wish: GameWish, now: datetime) -> GameState:
    """The game, with its owner at the seat that names the owner, else at the first that is open to people.

    Raises engine.ImpossibleRules where so many cannot play by these rules, and DomainError: `bad_request` for an
    unknown level, a second seat for the owner and a rated game without a clock, `seats_open` for an early start, and of
    others who are named `not_found`, `erased`, `forbidden`, `already_invited`.
    """
    _check(wish)
    check_rated(wish.rated, wish.clock)
    invited = _invited(wish, owner)
    state = make_game(owner=owner, wish=wish, players=_places(wish.seats, owner), now=now)
    if invited:
        until = now + timedelta(seconds=USUAL_SECONDS)
        for number, player in invited.items():
            reservations.reserve(state, state.seats[number], owner, player, until, now)
        after_commit.write_and_ring(state, now)
    return state


def make_game(
    *, owner: Player, wish: GameWish, players: Sequence[Player | None], now: datetime, chance: Chance | None = None
) -> GameState:
    """The game that is wished for, which was checked, with these players at its seats; within a transaction.

    With a `chance` that it shares with others it is sealed for that day. Raises `seats_open` for an early start.
    """
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
        spectator_delay_moves=wish.spectator_delay_moves,
        owner=owner,
        previous_game=wish.previous_game,
        created_at=now,
    )
    wanted = enumerate(zip(wish.seats, players, strict=True))
    seats = [
        Seat(game=game, seat=number, player=player, bot_level=seat.bot_level, created_at=now)
        for number, (seat, player) in wanted
    ]
    state = GameState(game, seats, wish.options)
    if chance is not None:
        game.sealed_day, game.bot_secret, state.seeds = chance.day, chance.bot_secret, iter([chance.seed])
    if wish.start:
        check_filled(state)
    game.save(force_insert=True)
    Seat.objects.bulk_create(state.seats)
    _tell(state, now)
    if wish.start:
        begin(state, now)
    after_commit.write_and_ring(state, now)
    return state


def _check(wish: GameWish) -> None:
    wish.options.check_players(len(wish.seats))
    check_level(wish.takeover_level, "/takeover_level")
    for number, seat in enumerate(wish.seats):
        if seat.bot_level:
            check_level(seat.bot_level, f"/seats/{number}/bot_level")


def _invited(wish: GameWish, owner: Player) -> dict[int, Player]:
    """Who is to be invited to which seat."""
    named = {number: seat.player_id for number, seat in enumerate(wish.seats)}
    own = [number for number, player_id in named.items() if player_id == owner.pk]
    if len(own) > 1:
        raise malformed(f"/seats/{own[1]}/player", gettext("A player has one seat."))
    others = {number: player_id for number, player_id in named.items() if player_id not in (None, owner.pk)}
    if len(set(others.values())) < len(others):
        raise DomainError("already_invited", gettext("A player is named at two seats."))
    return {number: invitable(owner, player_id) for number, player_id in others.items() if player_id}


def _places(wishes: Sequence[SeatWish], owner: Player) -> list[Player | None]:
    """Who sits where: the owner at the seat that names the owner, or the first that is open to people."""
    vacant = [number for number, wish in enumerate(wishes) if not wish.bot_level and wish.player_id in (None, owner.pk)]
    chosen = [number for number in vacant if wishes[number].player_id]
    own = next(iter(chosen + vacant), None)
    return [owner if number == own else None for number in range(len(wishes))]


def _tell(state: GameState, now: datetime) -> None:
    created = state.append(Kind.CREATED, Author.PERSON, now)
    created.player = state.game.owner
    for seat in state.seats:
        if seat.player_id:
            state.append(Kind.JOINED, Author.PERSON, now, seat)
        elif seat.is_bot:
            state.append(Kind.BOT_SEATED, Author.SERVICE, now, seat).bot_level = seat.bot_level
