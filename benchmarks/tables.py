"""Games between two people, and the requests that play them on. Imported when Django is set up.

Everything is decided here: seeds are known, so a deal is played with the engine by what a casual computer player
would do, and written down as requests before the first is sent.
"""

from dataclasses import dataclass
from datetime import timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

import engine
from benchmarks.load import request
from bots.registry import LEVELS
from games import after_commit, store
from games.models import Author
from games.services.advance import advance
from games.services.create import GameWish, SeatWish, create_game
from games.services.seating import take_seat
from games.services.start import start_game
from games.store import GameState
from players.models import Player, TokenKind
from players.services.guests import create_guest
from players.services.tokens import issue_token

CLOCK = {"mode": "daily", "turn_seconds": 86_400}


@dataclass(frozen=True)
class Table:
    """A game, and what each of its people sends as `Authorization`."""

    state: GameState
    says: list[str]

    @property
    def path(self) -> str:
        """Where the game is."""
        return f"/api/v1/games/{self.state.game.id}"

    def moves(self, rng: Random, most: int | None = None) -> list[str]:
        """The requests that play the deal, to its end or so many of them."""
        deal, version, sent = self.state.playing, self.state.game.version, []
        while deal.table.phase != "over" and len(sent) != most:
            seat, move = chosen(deal, rng)
            body = {"version": version, "move": engine.move_json(move)}
            key = {"Idempotency-Key": f"{self.state.game.id}-{version}"}
            sent.append(request("POST", f"{self.path}/moves", self.says[seat], body, key))
            deal, version = engine.play(deal, seat, move), version + 1
        return sent


def chosen(deal: engine.Deal, rng: Random) -> tuple[engine.Seat, engine.Move]:
    """Who moves, and what."""
    (seat,) = engine.to_act(deal)
    return seat, LEVELS["casual"].choose(engine.observe(deal, seat), rng)


def two_people() -> tuple[list[Player], list[str]]:
    """Two guests, and what they send."""
    now = timezone.now()
    people = [create_guest(now=now) for _ in range(2)]
    secrets = [issue_token(player=player, kind=TokenKind.GUEST, now=now)[1] for player in people]
    return people, [f"Bearer {secret}" for secret in secrets]


@transaction.atomic
def begun(options: engine.Options, rng: Random, moves: int = 0) -> Table:
    """A game that two people have begun, so many moves later, or just before the deal would end."""
    now = timezone.now()
    people, says = two_people()
    wish = GameWish(options=options, seats=[SeatWish(), SeatWish()], clock=CLOCK, rated=True)
    game_id = create_game(owner=people[0], wish=wish, now=now).game.id
    take_seat(game_id=game_id, number=1, player=people[1], now=now)
    start_game(game_id=game_id, player_id=people[0].pk, now=now)
    state = store.lock(game_id)
    for _ in range(moves):
        seat, move = chosen(state.playing, rng)
        if engine.play(state.playing, seat, move).table.phase == "over":
            break
        play(state, seat, move)
    after_commit.write_and_ring(state, now)
    return Table(state, says)


def play(state: GameState, seat: engine.Seat, move: engine.Move) -> None:
    """One move of a person, not yet written."""
    advance(state, state.seats[seat], move, Author.PERSON, timezone.now() + timedelta(milliseconds=1))
