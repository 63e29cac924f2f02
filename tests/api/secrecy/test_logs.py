"""An error that nobody foresaw may say anything, hidden cards included: no answer and no line of the log does."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.db import DatabaseError

import engine
from bots.registry import LEVELS
from games.services.bots import play_bot_turn
from rummy.logs import FORMS, logging_config
from tests.api.client import ApiClient
from tests.api.games.tables import Table, table_of
from tests.api.secrecy.hidden import cards_in
from tests.service.games.table import bots, ticking

pytestmark = pytest.mark.django_db


@pytest.fixture(params=FORMS)
def log(request: Any) -> Iterator[StringIO]:
    """What the service writes at its most talkative."""
    formatter = logging_config("DEBUG", request.param)["formatters"]["lines"]
    build, stream, root = formatter.pop("()"), StringIO(), logging.getLogger()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(build(**formatter))
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(level)
    root.removeHandler(handler)


class Blurting:
    """An error that tells all: hands, and the seed as PostgreSQL quotes a row that it refuses."""

    def __init__(self, deal: engine.Deal, kind: type[Exception] = ValueError) -> None:
        hands = [" ".join(engine.codes(hand)) for hand in deal.hands]
        assert deal.seed is not None
        self.seed = deal.seed.hex()
        self._error = kind(f"Failing row contains ({hands}, \\x83a473656564c420{self.seed[:46]}...)\nKD=7H, {hands[0]}")

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise self._error


def client(table: Table, seat: int) -> ApiClient:
    """A client that gets the answer to a request that has failed."""
    return ApiClient(table.seats[seat].token, raise_request_exception=False)


def check(text: str, blurting: Blurting) -> None:
    assert "Traceback" in text
    assert not cards_in(text)
    assert blurting.seed[:16] not in text


def test_a_request_that_fails(log: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(2)
    blurting = Blurting(table.game.state.playing)
    monkeypatch.setattr("games.selectors.views.public_fields", blurting)
    answer = client(table, 0).get(f"{table.path}/view")
    assert answer.status_code == 500
    check(answer.content.decode() + log.getvalue(), blurting)


def test_a_row_that_the_database_refuses(log: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(2)
    deal = table.game.state.playing
    blurting = Blurting(deal, DatabaseError)
    monkeypatch.setattr("games.store.write", blurting)
    body = {"version": table.version, "move": {"type": "draw"}}
    answer = client(table, deal.table.turn).post(f"{table.path}/moves", body)
    assert answer.status_code == 500
    check(answer.content.decode() + log.getvalue(), blurting)


def test_a_bot_that_fails(log: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    state = bots("club", "club")
    blurting = Blurting(state.playing)
    monkeypatch.setitem(LEVELS, "club", replace(LEVELS["club"], choose=blurting))
    play_bot_turn(game_id=state.game.id, version=state.game.version, clock=ticking().__next__)
    check(log.getvalue(), blurting)
