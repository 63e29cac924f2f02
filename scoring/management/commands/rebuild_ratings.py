"""`manage.py rebuild_ratings` makes ratings and boards anew from games, or asks whether they follow from them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.pools import POOLS
from scoring.models import Pool
from scoring.replay import faults_of
from scoring.services.rating import rate_games, take_all_back


class Command(BaseCommand):
    """Rates all games again, pool by pool, while others go on; a board is short of players until that is done."""

    help = "Rate all games again, or compare what is stored with what follows from the games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--check` and the pools."""
        parser.add_argument("--check", action="store_true", help="change nothing; say what is wrong")
        parser.add_argument("pools", nargs="*", metavar="POOL", help="such as classic.fast; all, if none is named")

    def handle(self, *args: Any, check: bool, pools: list[str], **options: Any) -> None:
        """One line a pool that was rated, or a fault; and a closing line."""
        unknown = sorted(set(pools) - set(POOLS))
        if unknown:
            raise CommandError(f"There is no pool {', '.join(unknown)}.")
        known = set(Pool.objects.values_list("key", flat=True))
        wanted = [pool for pool in POOLS if pool in (pools or POOLS)]
        if check:
            self._check([pool for pool in wanted if pool in known])
            return
        for pool in wanted:
            if pool in known:
                take_all_back(pool=pool)
            self.stdout.write(f"{pool}: {rate_games(pool=pool, now=timezone.now(), waits=True)} games")

    def _check(self, pools: list[str]) -> None:
        faults = [fault for pool in pools for fault in faults_of(pool)]
        for fault in faults:
            self.stdout.write(fault)
        self.stdout.write(f"{len(pools)} pools, {len(faults)} faults")
        if faults:
            raise CommandError("Ratings are not what follows from the games.")
