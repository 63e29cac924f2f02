"""Until its day is closed an attempt is its player's alone, and of that what the seat saw, also when it is over."""

import json
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone as clock

import engine
from engine.cards import CODES
from games.belongings import told as told_in_export
from games.models import DailyDeal, Deal, Entry, Game
from games.services.daily import keep_days
from games.services.telling import tell_players
from games.store import load
from players.hook_events import WEBHOOK_EVENTS
from players.models import Delivery, Player
from players.services import create_webhook
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.api.secrecy.hidden import cards_in
from tests.service.games.daily import MIDNIGHT, MORNING, as_seeded, finished, play, swept
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


def started(client: ApiClient) -> dict[str, Any]:
    answer = client.post("daily/2026-01-05/attempts")
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


@pytest.fixture
def player() -> Player:
    return Player.objects.create_user("Ada", "a long password")


@pytest.fixture(params=["running", "finished", "aborted"])
def attempt(request: Any, player: Player) -> dict[str, Any]:
    client = client_of(player)
    attempt = started(client)
    play(attempt["game"], as_seeded(3), most=1000 if request.param == "finished" else 4)
    if request.param == "aborted":
        assert client.post(f"games/{attempt['game']}/resign").status_code == 200
    assert Game.objects.get().status == request.param
    return attempt


def test_the_player_is_told_what_the_seat_saw(player: Player, attempt: dict[str, Any], time_machine: Any) -> None:
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


def test_others_do_not_know_of_it(attempt: dict[str, Any]) -> None:
    for client in (ANYBODY, client_of(guest())):
        for tail in OF_THE_GAME:
            assert code_of(client.get(f"games/{attempt['game']}{tail}")) == "not_found", tail
        assert attempt["game"] not in text_of(client, "daily/2026-01-05/leaderboard")
        assert attempt["game"] not in text_of(client, "games?limit=100")


def test_neither_exports_nor_webhooks_tell_more(player: Player, attempt: dict[str, Any]) -> None:
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


def test_then_everybody_is_told_all(attempt: dict[str, Any], time_machine: Any) -> None:
    before = ApiClient().get(f"games/{attempt['game']}")
    assert before.status_code == 404
    time_machine.move_to(MIDNIGHT + timedelta(hours=1), tick=False)
    swept(clock.now())
    proof = ANYBODY.get(f"games/{attempt['game']}/deals/1/fairness").json()
    assert proof["seed"] == bytes(DailyDeal.objects.get(date=date(2026, 1, 5)).seed).hex()
    assert len(proof["hands"]) == 2
    record = ANYBODY.get(f"games/{attempt['game']}/record").json()
    assert all(record["deals"][0]["hands"])
    tags = {client.get(f"games/{attempt['game']}")["ETag"] for client in (ANYBODY, client_of(guest()))}
    assert len(tags) == 1


def test_the_tag_is_another_when_it_is_opened(player: Player, time_machine: Any) -> None:
    game, client = finished(player).game_id, client_of(player)
    tag = client.get(f"games/{game}")["ETag"]
    headers = {"If-None-Match": tag}
    assert client.get(f"games/{game}", headers=headers).status_code == 304
    time_machine.move_to(MIDNIGHT, tick=False)
    keep_days(now=MIDNIGHT)
    assert client.get(f"games/{game}", headers=headers).json()["visibility"] == "unlisted"
