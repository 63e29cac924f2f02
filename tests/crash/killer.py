"""Kills one after the other what a service is made of, at random instants, and lets it be started again."""

import time
from collections import Counter
from random import Random
from threading import Event, Thread

from tests.crash.services import Service
from tests.crash.sizes import Pace


class Killer:
    """At work within its `with` block; `is_done` once each target was killed as often as wanted."""

    def __init__(self, service: Service, pace: Pace, random: Random) -> None:
        self.kills: Counter[str] = Counter()
        self._service = service
        self._pace = pace
        self._random = random
        self._over = Event()
        self._thread = Thread(target=self._work, name="killer")

    def __enter__(self) -> "Killer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def is_done(self) -> bool:
        """Whether nothing more has to be killed."""
        return all(self.kills[target.name] >= self._pace.rounds for target in self._service.targets)

    def stop(self) -> None:
        """Kill nothing more."""
        self._over.set()

    def _work(self) -> None:
        while not self._over.is_set() and (self._pace.goes_on or not self.is_done):
            targets = list(self._service.targets)
            self._random.shuffle(targets)
            for target in targets:
                pause = self._random.uniform(*self._pace.between)
                while not self._over.wait(pause) and not target.kill():
                    pause = 0.1  # it has not yet been started again
                if self._over.is_set():
                    return
                self.kills[target.name] += 1
                time.sleep(self._random.uniform(*self._pace.down))
                target.start()
