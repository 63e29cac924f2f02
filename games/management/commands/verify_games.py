"""`manage.py verify_games` asks whether the logs of games replay to what is stored of them."""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

import engine
from games import store
from games.models import Game
from games.replay import faults_of
from games.services.bots import run_bots
from games.services.create import GameWish, SeatWish, create_game
from players.models import Player, PlayerKind

LEVELS = ("club", "casual", "novice", "random")
RANDOM_DEALS = 3
"""Players by chance may never reach a target: where they sit, the game ends after so many deals."""


class Command(BaseCommand):
    """Verifies the games that are stored, or as many new ones that computer players play to the end."""

    help = "Replay stored games, or new ones among computer players, and compare with what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--play N` and `--keep`."""
        parser.add_argument("--play", type=int, default=0, metavar="N", help="play N new games and verify these")
        parser.add_argument("--keep", action="store_true", help="keep the games that were played")

    def handle(self, *args: Any, play: int, keep: bool, **options: Any) -> None:
        """One line for each fault, and a closing line."""
        games = faulty = 0
        for name, faults in _played(play, keep) if play else _stored():
            games += 1
            faulty += bool(faults)
            for fault in faults:
                self.stdout.write(f"{name}: {fault}")
        self.stdout.write(f"{games} games, {faulty} faulty")
        if faulty:
            raise CommandError("Some games do not replay to what is stored.")


def _stored() -> Iterator[tuple[str, list[str]]]:
    for game_id in list(Game.objects.order_by("created_at").values_list("id", flat=True)):
        with transaction.atomic():
            store.lock(game_id)  # it may be played just now
            faults = faults_of(game_id)
        yield str(game_id), faults


def _played(count: int, keep: bool) -> Iterator[tuple[str, list[str]]]:
    tables = [(preset, seats) for seats in range(2, 9) for preset in engine.PRESETS if _can_play(preset, seats)]
    for number, (preset, seats) in enumerate(islice(cycle(tables), count)):
        levels = [LEVELS[(number + seat) % len(LEVELS)] for seat in range(seats)]
        with transaction.atomic():
            game = _play(preset, levels)
            yield f"{preset}, {seats} seats", faults_of(game)
            transaction.set_rollback(not keep)


def _play(preset: str, levels: list[str]) -> UUID:
    rules: dict[str, Any] = {"preset": preset}
    if "random" in levels:
        rules["deal_limit"] = min(RANDOM_DEALS, engine.PRESETS[preset].deal_limit or RANDOM_DEALS)
    owner = Player.objects.create(kind=PlayerKind.BOT, name="Referee")
    wish = GameWish(engine.options_from(rules), [SeatWish(level) for level in levels], start=True)
    state = create_game(owner=owner, wish=wish, now=timezone.now())
    return run_bots(game_id=state.game.id, clock=timezone.now).game.id


def _can_play(preset: str, seats: int) -> bool:
    try:
        engine.PRESETS[preset].check_players(seats)
    except engine.ImpossibleRules:
        return False
    return True
