"""The daily deal over HTTP: around midnight, on other days, and its board."""

import hashlib
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from django.utils import timezone as clock

import engine
from games.daily import today
from games.models import Attempt
from games.services.daily import keep_days
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.service.games.daily import LAST_SECOND, MIDNIGHT, MORNING, as_seeded, finished, play, swept
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
ANYBODY = ApiClient()


@pytest.fixture(autouse=True)
def _morning(time_machine: Any) -> None:
    time_machine.move_to(MORNING, tick=False)


def started(client: ApiClient, day: str = "2026-01-05") -> dict[str, Any]:
    answer = client.post(f"daily/{day}/attempts")
    assert answer.status_code == 201, answer.json()
    return answer.json()


class TestAroundMidnight:
    """Days are those of UTC, for whoever asks and wherever they are."""

    def test_today_is_the_day_in_utc(self, time_machine: Any) -> None:
        for now, day in ((LAST_SECOND, "2026-01-05"), (MIDNIGHT, "2026-01-06")):
            time_machine.move_to(now, tick=False)
            told = ANYBODY.get("daily").json()
            assert (told["date"], told["status"]) == (day, "open")
            assert told["opens_at"] == f"{day}T00:00:00.000Z"

    @pytest.mark.parametrize("hours", [-12, -5, 0, 1, 14])
    def test_wherever_one_is(self, hours: int) -> None:
        there = timezone(timedelta(hours=hours))
        assert today(LAST_SECOND.astimezone(there)) == date(2026, 1, 5)
        assert today(MIDNIGHT.astimezone(there)) == date(2026, 1, 6)
        assert today(datetime(2026, 1, 6, 12, tzinfo=UTC).astimezone(there)) == date(2026, 1, 6)

    def test_the_service_set_to_another_zone(self, time_machine: Any) -> None:
        time_machine.move_to(LAST_SECOND, tick=False)
        for zone in ("Pacific/Kiritimati", "America/Los_Angeles"):
            with clock.override(zone):
                assert ANYBODY.get("daily").json()["date"] == "2026-01-05"

    def test_started_before_midnight_it_keeps_its_day(self, time_machine: Any) -> None:
        player = guest()
        client = client_of(player)
        time_machine.move_to(LAST_SECOND, tick=False)
        attempt = started(client)
        time_machine.move_to(MIDNIGHT, tick=False)
        assert code_of(client.post("daily/2026-01-05/attempts")) == "daily_closed"
        assert ANYBODY.get("daily/2026-01-05").json()["status"] == "closing"
        assert ANYBODY.get("daily/2026-01-05").json()["seed"] is None
        assert started(client, "2026-01-06")["ranked"], "another day's may be played beside it"
        play(attempt["game"], as_seeded(1), MIDNIGHT)
        time_machine.move_to(MIDNIGHT + timedelta(minutes=30), tick=False)
        assert ANYBODY.get("daily/2026-01-05").json()["status"] == "closed"
        keep_days(now=clock.now())
        board = ANYBODY.get("daily/2026-01-05/leaderboard").json()
        assert [row["game"] for row in board["results"]] == [attempt["game"]]
        assert board["daily"]["status"] == "closed"
        assert hashlib.sha256(bytes.fromhex(board["daily"]["seed"])).hexdigest() == board["daily"]["commitment"]

    def test_the_commitment_of_the_morning_is_that_of_the_seed_at_night(self, time_machine: Any) -> None:
        morning = ANYBODY.get("daily").json()
        attempt = started(client_of(guest()))
        view = client_of(Attempt.objects.get().player).get(f"games/{attempt['game']}/view").json()
        assert view["fairness"]["commitment"] == morning["commitment"]
        time_machine.move_to(MIDNIGHT + timedelta(hours=1), tick=False)
        swept(clock.now())
        night = ANYBODY.get("daily/2026-01-05").json()
        assert night["commitment"] == morning["commitment"]
        assert engine.commitment(bytes.fromhex(night["seed"])) == morning["commitment"]
        proof = ANYBODY.get(f"games/{attempt['game']}/deals/1/fairness").json()
        assert (proof["seed"], proof["commitment"]) == (night["seed"], night["commitment"])


def test_days_that_are_none() -> None:
    for day in ("2026-01-04", "2026-01-06", "2026-13-01", "2026-02-30", "0000-01-01", "9999-12-31", "today"):
        assert code_of(ANYBODY.get(f"daily/{day}")) == "not_found"
        assert code_of(client_of(guest()).post(f"daily/{day}/attempts")) == "not_found"
        assert code_of(ANYBODY.get(f"daily/{day}/leaderboard")) == "not_found"


def test_past_days_are_found_one_after_the_other(time_machine: Any) -> None:
    days = [MORNING, MORNING + timedelta(days=1), MORNING + timedelta(days=4)]
    for day in days:
        time_machine.move_to(day, tick=False)
        latest = ANYBODY.get("daily").json()
    assert (latest["date"], latest["previous"], latest["next"]) == ("2026-01-09", "2026-01-06", None)
    before = ANYBODY.get("daily/2026-01-06").json()
    assert (before["status"], before["previous"], before["next"]) == ("closed", "2026-01-05", "2026-01-09")


def test_a_guest_attempts_it_and_sees_it_among_the_own() -> None:
    client = client_of(guest())
    assert ANYBODY.get("daily").json()["you"] is None
    attempt = started(client)
    assert attempt["ranked"]
    assert attempt["status"] == "running"
    game = client.get(f"games/{attempt['game']}").json()
    assert (game["visibility"], game["rated"], game["undo_policy"]) == ("private", False, "off")
    assert (game["rules"]["preset"], game["rules"]["deal_limit"], game["rules"]["target"]) == ("browser", 1, None)
    assert [seat["bot_level"] for seat in game["seats"]] == [None, "club"]
    assert client.get("daily").json()["you"]["attempts"] == [attempt]
    assert code_of(client.post("daily/2026-01-05/attempts")) == "attempt_running"
    assert code_of(ANYBODY.post("daily/2026-01-05/attempts")) == "not_authenticated"


def test_the_same_key_starts_one_attempt() -> None:
    client = client_of(guest())
    headers = {"Idempotency-Key": "daily"}
    first, again = (client.post("daily/2026-01-05/attempts", headers=headers) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert first["Location"].endswith(f"/games/{first.json()['game']}")
    assert Attempt.objects.count() == 1


def test_the_board_comes_in_pages(time_machine: Any) -> None:
    players = [guest(f"Player {number}") for number in range(5)]
    for number, player in enumerate(players):
        finished(player, seed=number % 2)
    time_machine.move_to(MORNING + timedelta(hours=2), tick=False)
    whole = ANYBODY.get("daily/2026-01-05/leaderboard?count=true").json()
    assert whole["total_count"] == 5
    assert len({row["rank"] for row in whole["results"]}) == len(
        {(n["difference"], n["turns"]) for n in whole["results"]}
    )
    found: list[Any] = []
    cursor = ""
    while cursor is not None:
        page = ANYBODY.get(f"daily/2026-01-05/leaderboard?limit=2{cursor and '&cursor=' + cursor}").json()
        found, cursor = found + page["results"], page["next_cursor"]
    assert found == whole["results"]
    for player in players:
        path = f"daily/2026-01-05/leaderboard/around/{player.pk}"
        assert ANYBODY.get(f"{path}?count=true").json() == whole
        assert str(player.pk) in {row["player"]["id"] for row in ANYBODY.get(f"{path}?limit=1").json()["results"]}
    assert ANYBODY.get(f"daily/2026-01-05/leaderboard/around/{guest().pk}").json()["results"] == []
    assert code_of(ANYBODY.get(f"daily/2026-01-05/leaderboard/around/{Attempt.objects.all()[0].pk}")) == "not_found"
    assert code_of(ANYBODY.get("daily/2026-01-05/leaderboard?cursor=nonsense")) == "bad_cursor"
