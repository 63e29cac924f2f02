"""Fills our database with games between two people and prints, as JSON, the requests to send: `… seeding GAMES READ`.

Each game stands somewhere in its first deal. Its seed is known here, so the rest of the deal is played with the
engine, by what a casual computer player would do, and written down as requests.
"""

import json
import os
import sys
from datetime import timedelta
from random import Random
from typing import Any

import django

from benchmarks.load import request

PRESET = "ranked"
CLOCK = {"mode": "daily", "turn_seconds": 86_400}
DEEPEST = 20
"""So many moves at most are played before the first request."""


def main(games: int, read_games: int) -> None:
    """Make the games; `moves` are for the first of them, `views` and `unchanged` for the others, which stand still."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    rng = Random(1)
    moves = [_moves(*_game(rng), rng) for _ in range(games)]
    looks: list[tuple[str, str]] = []
    view: Any = None
    for _ in range(read_games):
        state, tokens = _game(rng)
        path = f"/api/v1/games/{state.game.id}/view"
        looks += [(request("GET", path, says), _unchanged(path, says, state)) for says in tokens]
        view = _view(state)
    print(
        json.dumps(
            {
                "moves": moves,
                "views": [[look] for look, _ in looks],
                "unchanged": [[tag] for _, tag in looks],
                "view": view,
            }
        )
    )


def _game(rng: Random) -> tuple[Any, list[str]]:
    """A game that two people have begun, and what each of them sends as `Authorization`."""
    from django.db import transaction
    from django.utils import timezone

    import engine
    from games import after_commit, store
    from games.models import Author
    from games.services.advance import advance
    from games.services.create import GameWish, SeatWish, create_game
    from games.services.seating import take_seat
    from games.services.start import start_game
    from players.models import TokenKind
    from players.services.guests import create_guest
    from players.services.tokens import issue_token

    now = timezone.now()
    with transaction.atomic():
        people = [create_guest(now=now) for _ in range(2)]
        secrets = [issue_token(player=player, kind=TokenKind.GUEST, now=now)[1] for player in people]
        wish = GameWish(options=engine.PRESETS[PRESET], seats=[SeatWish(), SeatWish()], clock=CLOCK, rated=True)
        game_id = create_game(owner=people[0], wish=wish, now=now).game.id
        take_seat(game_id=game_id, number=1, player=people[1], now=now)
        start_game(game_id=game_id, player_id=people[0].pk, now=now)
        state = store.lock(game_id)
        for _ in range(rng.randrange(DEEPEST)):
            seat, move = _next(state.playing, rng)
            if engine.play(state.playing, seat, move).table.phase == "over":
                break
            advance(state, state.seats[seat], move, Author.PERSON, now + timedelta(milliseconds=1))
        after_commit.write_and_ring(state, now)
    return state, [f"Bearer {secret}" for secret in secrets]


def _next(deal: Any, rng: Random) -> tuple[Any, Any]:
    """Who moves, and what."""
    import engine
    from bots.registry import LEVELS

    (seat,) = engine.to_act(deal)
    return seat, LEVELS["casual"].choose(engine.observe(deal, seat), rng)


def _moves(state: Any, tokens: list[str], rng: Random) -> list[str]:
    """The requests that play the deal to its end."""
    import engine

    deal, version, sent = state.playing, state.game.version, []
    while deal.table.phase != "over":
        seat, move = _next(deal, rng)
        body = {"version": version, "move": engine.move_json(move)}
        key = {"Idempotency-Key": str(rng.getrandbits(64))}
        sent.append(request("POST", f"/api/v1/games/{state.game.id}/moves", tokens[seat], body, key))
        deal, version = engine.play(deal, seat, move), version + 1
    return sent


def _unchanged(path: str, says: str, state: Any) -> str:
    """The look of one who has seen it already."""
    return request("GET", path, says, headers={"If-None-Match": state.cursor.tag})


def _view(state: Any) -> Any:
    """What the first seat sees."""
    from django.utils import timezone

    from games.selectors.views import view_fields
    from games.sight import Role, Viewer

    return view_fields(state, Viewer(Role.SEAT, 0), timezone.now())


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
