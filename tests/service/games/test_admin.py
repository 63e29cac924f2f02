"""The admin lists games, seats, deals and entries; it changes nothing and shows no secret."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.cards import CODES
from games.models import Deal, Entry, Game, Seat
from players.models import Player
from tests.service.games.table import NOW, OPEN, bots, made, people, set_position
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
MODELS = [Game, Seat, Deal, Entry]
names = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("chief", "a long password"))
    return client


def list_of(model: Any) -> str:
    return reverse(f"admin:games_{model._meta.model_name}_changelist")


def page_of(row: Any) -> str:
    return reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])


def shown(client: Client) -> Iterator[str]:
    """The text of every page about games."""
    for model in MODELS:
        yield client.get(list_of(model)).content.decode()
        for row in model.objects.all():
            yield client.get(page_of(row)).content.decode()


@names
def test_rows_are_listed_and_shown(model: Any, staff: Client) -> None:
    made_game = bots("club", "club")
    assert staff.get(list_of(model)).status_code == 200
    row = model.objects.first()
    page = staff.get(page_of(row))
    assert page.status_code == 200
    assert str(made_game.game.id)[:8] in page.content.decode()


@names
def test_nothing_can_be_changed(model: Any, staff: Client) -> None:
    bots("club", "club")
    row = model.objects.first()
    prefix = f"admin:games_{model._meta.model_name}"
    assert staff.get(reverse(f"{prefix}_add")).status_code == 403
    assert staff.post(page_of(row), {"status": "finished"}).status_code == 403
    assert staff.post(reverse(f"{prefix}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403


@names
def test_a_list_costs_the_same_for_any_number_of_rows(model: Any, staff: Client) -> None:
    counts = []
    for _ in range(2):
        bots("club", "club")
        with CaptureQueriesContext(connection) as captured:
            staff.get(list_of(model))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_no_card_seed_or_secret_is_shown(staff: Client) -> None:
    game = people(3)
    seat = game.state.playing.table.turn
    game.play(seat, "draw")
    secret = bytes(Deal.objects.get().seed).hex()
    public = set(re.findall(r"\b(?:[A2-9TJQK][CDHS]|X\d)\b", str(Entry.objects.values_list("text", flat=True))))
    for page in shown(staff):
        assert secret not in page
        codes = {code for code in re.findall(r"\b[A-Z0-9]{2}\b", page) if code in CODES}
        assert codes <= public


def test_an_answer_to_an_open_window_is_not_shown(staff: Client) -> None:
    game = people(4)
    set_position(game.game_id, BEFORE)
    game.play(0, "discard TH")
    game.play(2, "pass")
    assert "pass" not in re.sub(r"password\w*", "", staff.get(list_of(Entry)).content.decode())
    game.play(3, "pass")
    game.play(1, "pass", NOW)
    assert ">pass<" in staff.get(list_of(Entry)).content.decode()


def test_an_open_game_is_shown_too(staff: Client) -> None:
    state = made(OPEN, OPEN)
    assert staff.get(page_of(state.game)).status_code == 200
