"""Time and chance that stand still, so that what differs between two answers differs for their sakes alone."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from types import SimpleNamespace

import pytest

from tests.service.games.table import NOW

_OF_A_QUESTION = 1_000_000
"""From here on count the ids of what a question makes, which is taken back; what is there was counted from 0."""


class Stillness:
    """It is always `now`. Ids and secrets count up; seeds are those that are laid ready in `seeds`, then count, too."""

    def __init__(self) -> None:
        self.now: datetime = NOW
        self.seeds: list[bytes] = []
        self._count = 0
        self._question_count = 0
        self._is_asked = False

    def later(self, seconds: float) -> None:
        """Time goes on."""
        self.now += timedelta(seconds=seconds)

    def begin_question(self) -> None:
        """What is made from now on is called as what the last question made."""
        self._is_asked, self._question_count = True, _OF_A_QUESTION

    def end_question(self) -> None:
        """What is made from now on stays."""
        self._is_asked = False

    def number(self, bits: int = 0) -> int:
        """The next number."""
        if self._is_asked:
            self._question_count += 1
            return self._question_count
        self._count += 1
        return self._count

    def token(self, length: int) -> bytes:
        """The next bytes."""
        return sha256(b"%d" % self.number()).digest()[:length]

    def seed(self, length: int) -> bytes:
        """The seed laid ready, or the next bytes."""
        return self.seeds.pop() if self.seeds else self.token(length)

    def one_of(self, letters: str) -> str:
        """The next letter, for cookies and tokens in forms."""
        return letters[self.number() % len(letters)]

    def nanoseconds(self) -> int:
        """For ids, which are in the order of their times."""
        return int(self.now.timestamp()) * 10**9 + self.number() * 1000


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Stillness:
    """Nothing passes and nothing is drawn by lot, until the test ends."""
    still = Stillness()
    monkeypatch.setattr("django.utils.timezone.now", lambda: still.now)
    monkeypatch.setattr("players.ids.time", SimpleNamespace(time_ns=still.nanoseconds))
    monkeypatch.setattr("players.ids.secrets", SimpleNamespace(randbits=still.number))
    monkeypatch.setattr("secrets.token_urlsafe", lambda length: still.token(length).hex())
    monkeypatch.setattr("players.credentials.secrets", SimpleNamespace(token_bytes=still.token))
    monkeypatch.setattr("games.chance.secrets", SimpleNamespace(token_bytes=still.seed))
    monkeypatch.setattr("rummy.request_log.time", SimpleNamespace(monotonic=lambda: 0.0))
    for module in ("django.utils.cache", "django.http.response", "django.core.signing"):
        monkeypatch.setattr(f"{module}.time", SimpleNamespace(time=lambda: still.now.timestamp()))
    letters = SimpleNamespace(choice=still.one_of, compare_digest=secrets.compare_digest)
    for module in ("django.utils.crypto", "players.names"):
        monkeypatch.setattr(f"{module}.secrets", letters)
    return still
