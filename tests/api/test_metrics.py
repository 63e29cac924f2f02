"""Metrics: who may read them, and that they tell what happened and no secret."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone

from api import limits as counting
from api.metrics import REGISTRY
from games.models import Game, Heartbeat
from games.services.create import SeatWish
from players.models import Player
from players.services import create_webhook, order_test
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import table_of
from tests.docs.pages import DOCS, rows, section
from tests.service.games.table import made

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db


def told(**labels: str) -> Callable[[str], float]:
    """The value of a metric with just these labels, as it is told now."""
    text = ApiClient().get("/metrics").content.decode()
    wanted = "{" + ",".join(f'{name}="{value}"' for name, value in sorted(labels.items())) + "}" if labels else ""

    def value(name: str) -> float:
        found = re.search(rf"^{re.escape(name + wanted)} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    return value


class TestWhoMayRead:
    @pytest.mark.parametrize("address", ["127.0.0.1", "::1", "10.1.2.3", "192.168.0.9", "fd00::1", "::ffff:10.0.0.1"])
    def test_the_own_network(self, anybody: ApiClient, address: str) -> None:
        answer = anybody.get("/metrics", REMOTE_ADDR=address)
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")

    @pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860::8888", "::ffff:8.8.8.8", "100.64.0.1", "", "nonsense"])
    def test_nobody_else(self, anybody: ApiClient, address: str) -> None:
        assert code_of(anybody.get("/metrics", REMOTE_ADDR=address)) == "not_found"

    @pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-Ip", "X-Forwarded-Proto"])
    def test_nobody_through_a_proxy(self, anybody: ApiClient, header: str) -> None:
        assert code_of(anybody.get("/metrics", headers={header: "127.0.0.1"})) == "not_found"

    def test_with_a_token_only_its_holders(self, anybody: ApiClient, settings: Any) -> None:
        settings.METRICS_TOKEN = "s3cret"
        assert code_of(anybody.get("/metrics")) == "not_found"
        for header in ("Bearer s3cre", "Bearer ", "s3cret", "Basic s3cret", "Bearer \xfc"):
            assert code_of(anybody.get("/metrics", headers={"Authorization": header})) == "not_found"
        far = {"X-Forwarded-For": "8.8.8.8", "Authorization": "Bearer s3cret"}
        assert anybody.get("/metrics", headers=far, REMOTE_ADDR="8.8.8.8").status_code == 200


class TestRequests:
    def test_are_counted_by_template_method_and_status(self, guest: ApiClient) -> None:
        table = table_of(2)
        labels = {"route": "/api/v1/games/{game}/moves", "method": "GET"}
        before = told(**labels, status="200")("rummy_requests_total")
        took = told(**labels)("rummy_request_seconds_count")
        assert guest.get(f"{table.path}/moves").status_code == 200
        assert told(**labels, status="200")("rummy_requests_total") == before + 1
        assert told(**labels)("rummy_request_seconds_count") == took + 1

    def test_name_nobody_and_nothing(self, anybody: ApiClient, guest: ApiClient) -> None:
        table = table_of(2)
        table.seats[0].get(f"{table.path}/view?include=legal_moves")
        guest.get("players?name=Ada")
        guest.get(f"players/{table.game.players[0].pk}")
        guest.send("SECRETS", table.path)
        anybody.get("/admin/games/game/0197a8b2-0000-7000-8000-000000000001/change/")
        anybody.get("/nowhere/0197a8b2")
        text = anybody.get("/metrics").content.decode()
        assert 'route="/api/v1/games/{game}/view"' in text
        assert 'method="other"' in text
        assert 'route="none"' in text
        assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-|rum_|Ada|SECRETS|0197a8b2", text)

    def test_make_no_series_of_what_a_client_invents(self, guest: ApiClient) -> None:
        def series() -> int:
            return sum(len(metric.samples) for metric in REGISTRY.collect())

        guest.send("NONSENSE", "players/one")
        guest.get("nowhere")
        before = series()
        for number in range(10):
            guest.send(f"NONSENSE{number}", f"players/{number}")
            guest.get(f"nowhere{number}")
        assert series() == before


class TestLimits:
    pytestmark = pytest.mark.usefixtures("limits")

    def test_that_refuse(self, anybody: ApiClient) -> None:
        before = told(bucket="anonymous")("rummy_limits_refused_total")
        codes = [anybody.get("meta", REMOTE_ADDR="10.0.0.77").status_code for _ in range(62)]
        assert codes.count(429) == 2
        assert told(bucket="anonymous")("rummy_limits_refused_total") == before + 2

    def test_that_cannot_count(self, anybody: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: Any, **__: Any) -> None:
            raise ConnectionError

        before = told()("rummy_limits_uncounted_total")
        monkeypatch.setattr(counting, "count", fail)
        for _ in range(2):  # also while nobody asks any more
            assert anybody.get("meta").status_code == 200
        assert told()("rummy_limits_uncounted_total") == before + 2


class TestTheBacklog:
    def test_is_that_of_the_rows(self) -> None:
        now = timezone.now()
        Heartbeat.objects.create(at=now - timedelta(seconds=30))
        games = [made(SeatWish(), SeatWish("club")).game.id for _ in range(3)]
        Game.objects.filter(id__in=games).update(status="running")
        Game.objects.filter(id=games[0]).update(due_at=now - timedelta(seconds=20))
        Game.objects.filter(id__in=games[:2]).update(bot_due_at=now - timedelta(seconds=10))
        Game.objects.filter(id=games[2]).update(bot_due_at=now + timedelta(seconds=60), due_at=now + timedelta(hours=1))
        value = told()
        assert (value("rummy_deadlines_due"), value("rummy_bot_turns_due")) == (1, 2)
        assert 20 <= value("rummy_deadlines_oldest_seconds") < 25
        assert 10 <= value("rummy_bot_turns_oldest_seconds") < 15
        assert 30 <= value("rummy_worker_heartbeat_seconds") < 35
        assert told(part="database")("rummy_reachable") == 1

    def test_is_also_what_webhooks_should_have_been_told(self) -> None:
        now = timezone.now()
        owner = Player.objects.create_user("Ada", "a long password")
        hook = create_webhook(owner=owner, url="https://club.example.org/", events=["game_over"], now=now)
        for waited in (20, 10, -60):
            order_test(owner=owner, webhook_id=hook.pk, now=now - timedelta(seconds=waited))
        value = told()
        assert value("rummy_deliveries_due") == 2
        assert 20 <= value("rummy_deliveries_oldest_seconds") < 25

    def test_is_nothing_where_nothing_waits(self) -> None:
        text = ApiClient().get("/metrics").content.decode()
        assert "rummy_bot_turns_oldest_seconds 0.0" in text
        assert "rummy_worker_heartbeat_seconds" not in text

    def test_of_messages_is_the_brokers(self) -> None:
        before = told(queue="bots")("rummy_queue_messages")
        current_app.send_task("games.tasks.play_bot", ["nobody", 1])
        assert told(queue="bots")("rummy_queue_messages") == before + 1
        assert told(part="broker")("rummy_reachable") == 1

    def test_is_told_without_a_broker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(current_app.conf, "broker_url", "redis://127.0.0.1:1/0")
        assert told(part="broker")("rummy_reachable") == 0
        assert "rummy_queue_messages" not in ApiClient().get("/metrics").content.decode()
        assert told(part="database")("rummy_reachable") == 1


def test_every_metric_is_documented() -> None:
    Heartbeat.objects.create(at=timezone.now())
    text = ApiClient().get("/metrics").content.decode()
    names = set(re.findall(r"^# HELP (\w+) ", text, re.MULTILINE))
    documented = {row[0].strip("`") for row in rows(section(DOCS / "running.md", "Metrics"))}
    assert documented == names


def test_several_processes_are_told_as_one(tmp_path: Path) -> None:
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "rummy.settings"}
    count = "from api.metrics import *; count_request('api/v1/meta', 'GET', 200, 0.1); count_task('t', 'SUCCESS', 0.1)"
    for _ in range(2):
        subprocess.run([sys.executable, "-c", count], cwd=ROOT, env=environment, check=True)
    tell = (
        "import django; django.setup()\n"
        "from api import exposition\n"
        "exposition.backlog = exposition.queue_depths = lambda *_: 1 / 0\n"
        "from django.utils import timezone; print(exposition.exposition(timezone.now()).decode())"
    )
    run = [sys.executable, "-c", tell]
    text = subprocess.run(run, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    assert 'rummy_requests_total{method="GET",route="/api/v1/meta",status="200"} 2.0' in text
    assert 'rummy_tasks_total{outcome="success",task="t"} 2.0' in text
    assert 'rummy_reachable{part="database"} 0.0' in text
