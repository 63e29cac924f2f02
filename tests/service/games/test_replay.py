"""Stored games replay from their entries to their snapshots and scores."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction

import engine
from games.models import Deal, Game
from games.replay import faults_of, stored_record
from games.selectors.records import record_fields, record_text
from games.services.bots import run_bots
from games.sight import SPECTATOR, Role, Viewer
from games.store import GameState
from tests.service.games.table import bots, people, ticking

pytestmark = pytest.mark.django_db
FINISHED = Viewer(Role.FINISHED)


def played(*levels: str, rules: Any) -> GameState:
    return run_bots(game_id=bots(*levels, rules=rules).game.id, clock=ticking().__next__)


@pytest.mark.parametrize("preset", list(engine.PRESETS))
def test_a_game_of_each_preset(preset: str) -> None:
    options = engine.PRESETS[preset]
    seats = min(options.max_players, max(options.min_players, 2 + len(preset) % 7))
    levels = [("club", "novice", "random", "casual")[seat % 4] for seat in range(seats)]
    state = played(*levels, rules={"preset": preset, "deal_limit": 1})
    assert state.game.status == "finished"
    assert faults_of(state.game.id) == []


@pytest.mark.parametrize("preset", ["quick", "wikipedia"])
def test_a_game_to_its_target(preset: str) -> None:
    state = played("club", "club", "casual", rules=preset)
    winners = state.game.result and state.game.result["winners"]
    assert winners == list(engine.winners(state.playing))
    assert max(state.game.totals or []) >= (engine.PRESETS[preset].target or 0)
    assert faults_of(state.game.id) == []


class TestARecord:
    @pytest.fixture
    def state(self) -> GameState:
        return played("club", "club", rules={"preset": "pagat", "deal_limit": 2})

    def test_of_a_finished_game_is_read_and_replayed_by_the_engine(self, state: GameState) -> None:
        record = engine.record_from_json(record_fields(state, FINISHED))
        assert record == stored_record(state.game, list(state.game.deals.order_by("number")))
        assert engine.replay(record)[-1] == state.deal

    def test_as_text_is_what_the_engine_writes(self, state: GameState) -> None:
        text = record_text(state, FINISHED)
        assert engine.parse_record(text) == engine.record_from_json(record_fields(state, FINISHED))
        assert text == engine.record_text(engine.parse_record(text))

    def test_of_a_running_game_has_only_what_was_seen(self) -> None:
        game = people(2)
        seat = game.state.playing.table.turn
        card = game.play(seat, "draw").entry.drawn
        state = game.state
        own, other = (record_fields(state, Viewer(Role.SEAT, number)) for number in (seat, 1 - seat))
        assert [record["deals"][0]["moves"][0]["drawn"] for record in (own, other)] == [card, None]
        assert [hand is None for hand in own["deals"][0]["hands"]] == [seat == 1, seat == 0]
        assert record_fields(state, SPECTATOR)["deals"][0]["hands"] == [None, None]
        assert own["deals"][0]["seed"] is None
        assert "commitment" in record_text(state, SPECTATOR)


class TestVerifying:
    def command(self, **options: Any) -> str:
        output = StringIO()
        call_command("verify_games", stdout=output, **options)
        return output.getvalue()

    def test_the_stored_games(self) -> None:
        played("novice", "novice", rules={"preset": "classic", "deal_limit": 1})
        assert self.command() == "1 games, 0 faulty\n"

    def test_new_games_leave_nothing_behind(self) -> None:
        assert self.command(play=1) == "1 games, 0 faulty\n"
        assert not Game.objects.exists()

    @pytest.mark.soak
    def test_two_hundred_games_over_all_presets_and_seats(self) -> None:
        assert self.command(play=200) == "200 games, 0 faulty\n"

    @pytest.mark.parametrize(
        ("change", "fault"),
        [
            (lambda: Deal.objects.update(scores=[0, 0]), "deal 1 replays to"),
            (lambda: Deal.objects.update(results={"seats": []}), "deal 1 has other results"),
            (lambda: Deal.objects.update(dealer=1 - Deal.objects.get().dealer), "replay"),
            (lambda: Deal.objects.update(commitment="0" * 64), "another commitment"),
            (lambda: Game.objects.update(version=7), "entries at version 7"),
            (lambda: Game.objects.update(result={"winners": [9], "totals": []}), "the result names"),
            (lambda: Game.objects.update(status="aborted"), "aborted, but the winners are"),
        ],
    )
    def test_finds_what_was_tampered_with(self, change: Any, fault: str) -> None:
        played("novice", "novice", rules={"preset": "classic", "deal_limit": 1})
        change()
        output = StringIO()
        with pytest.raises(CommandError):
            call_command("verify_games", stdout=output)
        assert fault in output.getvalue()
        assert output.getvalue().endswith("1 games, 1 faulty\n")

    @pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
    @pytest.mark.django_db(transaction=True)
    def test_a_game_stands_still_meanwhile(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bots("novice", "novice")

        def is_held(game_id: Any) -> list[str]:
            with ThreadPoolExecutor(1) as another:
                return another.submit(refusal_of_a_lock, game_id).result()

        monkeypatch.setattr("games.management.commands.verify_games.faults_of", is_held)
        with pytest.raises(CommandError):
            self.command()


def refusal_of_a_lock(game_id: Any) -> list[str]:
    try:
        with transaction.atomic():
            Game.objects.select_for_update(nowait=True).get(id=game_id)
    except OperationalError:
        return ["held"]
    finally:
        connection.close()
    return []
