"""The daily deal over HTTP: around midnight, and what is told of an attempt until its day is closed."""

import hashlib
import json
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone as clock

import engine
from engine.cards import CODES
from games.belongings import told as told_in_export
from games.daily import today
from games.models import Attempt, DailyDeal, Deal, Entry, Game
from games.services.daily import keep_days
from games.services.telling import tell_players
from games.store import load
from players.hook_events import WEBHOOK_EVENTS
from players.models import Delivery, Player
from players.services import create_webhook
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.api.secrecy.hidden import cards_in
from tests.service.games.daily import LAST_SECOND, MIDNIGHT, MORNING, as_seeded, finished, play
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
ANYBODY = ApiClient()
OF_THE_GAME = (
    *("", "/view?include=legal_moves", "/moves?limit=100", "/events?limit=100", "/deals", "/deals/1"),
    *("/deals/1/fairness", "/record", "/record.txt", "/record.ndjson", "/offers"),
)


@pytest.fixture(autouse=True)
def _morning(time_machine: Any) -> None:
    time_machine.move_to(MORNING, tick=False)


def started(client: ApiClient, day: str = "2026-01-05") -> dict[str, Any]:
    answer = client.post(f"daily/{day}/attempts")
    assert answer.status_code == 201, answer.json()
    return answer.json()


def text_of(client: ApiClient, path: str) -> str:
    answer = client.get(path)
    return (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()


def seen_in(game_id: Any) -> set[str]:
    """Every card that the player at seat 0 has seen, from the log alone."""
    seen = set()
    for entry in Entry.objects.filter(game=game_id):
        seen |= set(entry.hands.get("0", ())) | cards_in(json.dumps(entry.move))
    table = load(UUID(str(game_id))).playing.table
    start = engine.start_deal(table.options, 2, bytes(Deal.objects.get(game=game_id).seed)).table
    return seen | {CODES[card] for card in (*table.pile, *start.pile)}


def secrets_of(game_id: Any) -> set[str]:
    game = Game.objects.get(pk=game_id)
    return {bytes(Deal.objects.get(game=game).seed).hex(), bytes(game.bot_secret).hex()}


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
        keep_days(now=clock.now())
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


class TestUntilTheDayIsClosed:
    """An attempt is its player's alone, and of that only what the seat saw, also when it is over."""

    @pytest.fixture
    def player(self) -> Player:
        return Player.objects.create_user("Ada", "a long password")

    @pytest.fixture(params=["running", "finished", "aborted"])
    def attempt(self, request: Any, player: Player) -> dict[str, Any]:
        client = client_of(player)
        attempt = started(client)
        play(attempt["game"], as_seeded(3), most=1000 if request.param == "finished" else 4)
        if request.param == "aborted":
            assert client.post(f"games/{attempt['game']}/resign").status_code == 200
        assert Game.objects.get().status == request.param
        return attempt

    def test_the_player_is_told_what_the_seat_saw(
        self, player: Player, attempt: dict[str, Any], time_machine: Any
    ) -> None:
        time_machine.move_to(MORNING + timedelta(hours=2), tick=False)  # so late that it would be exported
        client, hidden = client_of(player), set(CODES) - seen_in(attempt["game"])
        hidden &= set(engine.codes(load(UUID(attempt["game"])).playing.table.rules.pack))
        assert hidden
        paths = [f"games/{attempt['game']}{tail}" for tail in OF_THE_GAME]
        more = ("games?limit=100", "exports/games.ndjson", "me/events", "me/turns", "daily", "daily/2026-01-05")
        for path in (*paths, *more, "daily/2026-01-05/leaderboard"):
            text = text_of(client, path)
            assert not cards_in(text) & hidden, path
            assert not [secret for secret in secrets_of(attempt["game"]) if secret in text], path

    def test_others_do_not_know_of_it(self, attempt: dict[str, Any]) -> None:
        for client in (ANYBODY, client_of(guest())):
            for tail in OF_THE_GAME:
                assert code_of(client.get(f"games/{attempt['game']}{tail}")) == "not_found", tail
            assert attempt["game"] not in text_of(client, "daily/2026-01-05/leaderboard")
            assert attempt["game"] not in text_of(client, "games?limit=100")

    def test_neither_exports_nor_webhooks_tell_more(self, player: Player, attempt: dict[str, Any]) -> None:
        create_webhook(owner=player, url="https://club.example.org/hooks", events=WEBHOOK_EVENTS, now=MORNING)
        again = finished(player, seed=5) if Game.objects.get().is_over else None
        for game in Game.objects.all():
            tell_players(game_id=game.id, now=MORNING)
        bodies = [row.body for row in Delivery.objects.all()]
        assert bodies or again is None
        told = json.dumps(told_in_export(player.pk), default=str) + "".join(map(str, bodies))
        for game in Game.objects.all():
            assert not [secret for secret in secrets_of(game.id) if secret in told]
        hidden = set(CODES) - set().union(*(seen_in(game.id) for game in Game.objects.all()))
        assert not cards_in(told) & hidden

    def test_then_everybody_is_told_all(self, attempt: dict[str, Any], time_machine: Any) -> None:
        before = ApiClient().get(f"games/{attempt['game']}")
        assert before.status_code == 404
        time_machine.move_to(MIDNIGHT + timedelta(hours=1), tick=False)
        keep_days(now=clock.now())
        proof = ANYBODY.get(f"games/{attempt['game']}/deals/1/fairness").json()
        assert proof["seed"] == bytes(DailyDeal.objects.get(date=date(2026, 1, 5)).seed).hex()
        assert len(proof["hands"]) == 2
        record = ANYBODY.get(f"games/{attempt['game']}/record").json()
        assert all(record["deals"][0]["hands"])
        tags = {client.get(f"games/{attempt['game']}")["ETag"] for client in (ANYBODY, client_of(guest()))}
        assert len(tags) == 1

    def test_the_tag_is_another_when_it_is_opened(self, player: Player, time_machine: Any) -> None:
        game, client = finished(player).game_id, client_of(player)
        tag = client.get(f"games/{game}")["ETag"]
        headers = {"If-None-Match": tag}
        assert client.get(f"games/{game}", headers=headers).status_code == 304
        time_machine.move_to(MIDNIGHT, tick=False)
        assert ANYBODY.get("daily/2026-01-05").json()["status"] == "closed"
        assert client.get(f"games/{game}", headers=headers).json()["visibility"] == "unlisted"


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
    assert code_of(ANYBODY.get("daily/2026-01-05/leaderboard?cursor=nonsense")) == "bad_cursor"
