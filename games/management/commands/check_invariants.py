"""`manage.py check_invariants` asks whether every game that goes on can go on."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.invariants import breaches_of, late_seeks
from games.models import Game, Status
from games.store import state_of, with_seats


class Command(BaseCommand):
    """Looks at the games that are open, running or paused, and at the seeks, and changes nothing."""

    help = "Find games in which nobody is to act, or in which a deadline or a bot's task is missing or long past."

    def handle(self, *args: Any, **options: Any) -> None:
        """One line for each breach, and a closing line."""
        games = breaches = 0
        rows = with_seats(Game.objects.filter(status__in=(Status.OPEN, Status.RUNNING, Status.PAUSED)).order_by("id"))
        for game in rows.iterator(chunk_size=100):
            games += 1
            for breach in breaches_of(state_of(game), timezone.now()):
                breaches += 1
                self.stdout.write(f"{game.id}: {breach}")
        for seek_id in late_seeks(timezone.now()):
            breaches += 1
            self.stdout.write(f"seek {seek_id}: it has run out, and nobody has closed it")
        self.stdout.write(f"{games} games, {breaches} breaches")
        if breaches:
            raise CommandError("Some games cannot go on by themselves.")
