"""The ringer of ours: a person plays against a bot, and is its only opponent."""

import time
from random import Random

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

import engine  # noqa: E402
from benchmarks.bells.ringer import ring_on_command  # noqa: E402
from bots.registry import LEVELS  # noqa: E402
from games import store  # noqa: E402
from games.bot_chance import next_bot  # noqa: E402
from games.services.create import GameWish, SeatWish, create_game  # noqa: E402
from games.services.play import submit_move  # noqa: E402
from players.services.guests import create_guest  # noqa: E402

LONGEST_TURN_SECONDS = 30
PAUSE_SECONDS = 0.005


class Person:
    """Plays games against a casual bot, one after the other."""

    def __init__(self) -> None:
        self._player = create_guest(now=timezone.now())
        self._rng = Random(1)
        self._begin()

    def ring(self) -> int:
        """Play until it is the bot's turn; when that was committed."""
        state = self.wait()
        while True:
            move = LEVELS["casual"].choose(engine.observe(state.playing, engine.Seat(0)), self._rng)
            committed: list[int] = []
            with transaction.atomic():
                transaction.on_commit(lambda noted=committed: noted.append(time.monotonic_ns()))  # type: ignore[misc]
                state = submit_move(
                    game_id=self._game,
                    player_id=self._player.pk,
                    move=engine.move_json(move),
                    version=state.game.version,
                    now=timezone.now(),
                ).state
            if next_bot(state) is not None:
                return committed[0]
            if state.game.is_over:
                self._begin()
                state = self.wait()

    def _begin(self) -> None:
        options = engine.PRESETS["ranked"]
        wish = GameWish(options=options, seats=[SeatWish(), SeatWish(bot_level="casual")], start=True)
        self._game = create_game(owner=self._player, wish=wish, now=timezone.now()).game.id

    def wait(self) -> store.GameState:
        """The game when it is the person's turn; the workers play for the bot meanwhile."""
        give_up = time.monotonic() + LONGEST_TURN_SECONDS
        while time.monotonic() < give_up:
            state = store.load(self._game)
            if state.game.is_over:
                self._begin()
            elif next_bot(state) is None:
                return state
            time.sleep(PAUSE_SECONDS)
        raise RuntimeError("the bot does not play")


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    person = Person()
    ring_on_command(person.ring, person.wait)
