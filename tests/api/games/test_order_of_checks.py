"""The order of checks: a request with several faults is told the first of them, whatever else is wrong."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from games.models import Entry, Game, Seat
from players.models import TokenKind
from players.services import issue_token
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, table_of
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
USED = {"Idempotency-Key": "used-before"}
POSITION = {"turn": 0, "hands": [["2C", "4D"], ["KD", "4S"]], "stock": ["5H", "6H"], "pile": ["9C"]}


@dataclass
class Attempt:
    """A request that would be good, to be spoilt."""

    table: Table
    move: Any
    token: str = ""
    player: Any = None
    body: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def content(self, path: str) -> dict[str, Any]:
        """The body for this path."""
        moved = {"moves": {"move": self.move}, "turn": {"moves": [self.move]}, "offers": {"kind": "undo"}}[path]
        return {"version": self.table.version, **moved, **self.body}


def _unknown_token(attempt: Attempt) -> None:
    attempt.token = "rum_gst_nobody"


def _without_scope(attempt: Attempt) -> None:
    attempt.token = token_of(attempt.player, scopes=["game:read"])


def _a_stranger(attempt: Attempt) -> None:
    attempt.player = guest("Stranger")


def _an_unknown_key(attempt: Attempt) -> None:
    attempt.body["colour"] = "red"


def _a_used_key(attempt: Attempt) -> None:
    attempt.headers |= USED
    made = ApiClient(token_of(attempt.player)).post("games", {"rules": "quick", "seats": [{}, {}]}, headers=USED)
    assert made.status_code == 201


def _a_game_that_is_over(attempt: Attempt) -> None:
    Game.objects.filter(id=attempt.table.game.game_id).update(status="aborted")


def _no_seat_any_more(attempt: Attempt) -> None:
    seats = Seat.objects.filter(game_id=attempt.table.game.game_id, seat=0)
    seats.update(resigned_at=timezone.now(), bot_level="club")


def _a_pause(attempt: Attempt) -> None:
    games = Game.objects.filter(id=attempt.table.game.game_id).exclude(status="aborted")
    games.update(status="paused", paused_at=timezone.now(), bot_due_at=None)


def _no_version(attempt: Attempt) -> None:
    attempt.body["version"] = None


def _a_stale_version(attempt: Attempt) -> None:
    attempt.body.setdefault("version", 1)


def _no_move_at_all(attempt: Attempt) -> None:
    attempt.move = {"type": "take", "card": "one"}


Spoil = Callable[[Attempt], None]
LADDER: dict[str, tuple[Spoil, str]] = {
    "the token": (_unknown_token, "not_authenticated"),
    "its scope": (_without_scope, "missing_scope"),
    "whether the game is seen": (_a_stranger, "not_found"),
    "the shape": (_an_unknown_key, "unknown_field"),
    "the key": (_a_used_key, "idempotency_key_reused"),
    "whether it goes on": (_a_game_that_is_over, "game_over"),
    "the seat": (_no_seat_any_more, "not_seated"),
    "the pause": (_a_pause, "game_paused"),
    "that there is a version": (_no_version, "version_required"),
    "which": (_a_stale_version, "version_conflict"),
    "the notation": (_no_move_at_all, "bad_notation"),
}
# Of an offer the version comes before what makes it impossible, and there is no move in it.
LADDERS = {
    "moves": list(LADDER),
    "turn": list(LADDER),
    "offers": [step for step in LADDER if step not in ("the pause", "the notation")],
}
STEPS = [(path, step) for path, steps in LADDERS.items() for step in steps]


def token_of(player: Any, **options: Any) -> str:
    return issue_token(player=player, kind=TokenKind.GUEST, now=timezone.now(), **options)[1]


def attempt_at() -> Attempt:
    """What the rules refuse, and nothing else: the card cannot be taken."""
    table = table_of(2, rules={"preset": "classic", "call": "off"})
    table.set(**POSITION)
    Game.objects.update(visibility="private")
    return Attempt(table, {"type": "take", "card": "KH"}, player=table.game.players[0])


def answer_to(attempt: Attempt, path: str, steps: list[str]) -> Any:
    """The answer to a request that has all faults of these steps."""
    in_order = sorted(steps, key=lambda step: step != "whether the game is seen")  # the others need to know who asks
    for step in in_order:
        LADDER[step][0](attempt)
    if "the token" in steps:
        attempt.token = "rum_gst_nobody"
    client = ApiClient(attempt.token or token_of(attempt.player))
    return client.post(f"{attempt.table.path}/{path}", attempt.content(path), headers=attempt.headers)


@pytest.mark.parametrize(("path", "step"), STEPS)
def test_the_first_of_all_faults_is_told(path: str, step: str) -> None:
    attempt, steps = attempt_at(), LADDERS[path]
    before = Entry.objects.count()
    assert code_of(answer_to(attempt, path, steps[steps.index(step) :])) == LADDER[step][1]
    assert Entry.objects.filter(game_id=attempt.table.game.game_id).count() == before


@pytest.mark.parametrize(("first", "second"), list(combinations(LADDER, 2)))
def test_of_two_faults_the_first_is_told(first: str, second: str) -> None:
    assert code_of(answer_to(attempt_at(), "moves", [first, second])) == LADDER[first][1]


@pytest.mark.parametrize(("path", "step"), STEPS)
def test_each_fault_is_one_by_itself(path: str, step: str) -> None:
    assert code_of(answer_to(attempt_at(), path, [step])) == LADDER[step][1]


def test_the_rules_are_asked_last() -> None:
    assert code_of(answer_to(attempt_at(), "moves", [])) == "card_not_in_pile"
    assert code_of(answer_to(attempt_at(), "turn", [])) == "card_not_in_pile"
    assert code_of(answer_to(attempt_at(), "offers", [])) == "nothing_to_undo"


class TestWaitingForTheLock:
    pytestmark = [
        pytest.mark.django_db(transaction=True),
        pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite's tests share one connection in memory"),
    ]

    def test_ends_and_the_same_key_is_good_later(self) -> None:
        table = table_of(2, rules={"preset": "classic", "call": "off"})
        table.set(**POSITION)
        body, key = {"version": table.version, "move": {"type": "draw"}}, {"Idempotency-Key": "patient"}

        def draw() -> Any:
            try:
                with connection.cursor() as cursor:
                    cursor.execute("SHOW lock_timeout")
                    assert cursor.fetchone() == ("5s",)
                    cursor.execute("SET lock_timeout = 100")
                return table.seats[0].post(f"{table.path}/moves", body, headers=key)
            finally:
                connections.close_all()

        with ThreadPoolExecutor(1) as other:
            with transaction.atomic():
                Game.objects.select_for_update().get(id=table.game.game_id)
                refused = other.submit(draw).result(timeout=30)
            assert (refused.status_code, code_of(refused), refused["Retry-After"]) == (503, "unavailable", "1")
            assert refused.json()["retryable"] is True
            again = other.submit(draw).result(timeout=30)
        assert (again.status_code, "Idempotency-Replayed" in again) == (201, False)
        assert Entry.objects.filter(kind="move").count() == 1
