"""A token that may not read games does not learn which private ones there are."""

from typing import Any

import pytest
from django.utils import timezone

from games.models import Game
from players.models import TokenKind
from players.services import issue_token
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table

NOWHERE = "games/01990000-0000-7000-8000-000000000000"
NEEDS = [
    ("GET", "", "game:read"),
    ("GET", "/view", "game:read"),
    ("POST", "/moves", "game:play"),
    ("POST", "/start", "game:create"),
]


def asked(table: Table, scope: str) -> ApiClient:
    """A script of the player at seat 0, with one scope."""
    player = table.game.players[0]
    return ApiClient(issue_token(player=player, kind=TokenKind.PERSONAL, now=timezone.now(), scopes=[scope])[1])


def told(answer: Any) -> dict[str, Any]:
    return {**answer.json(), "instance": "", "request_id": ""}


@pytest.mark.parametrize(("method", "path", "scope"), NEEDS)
def test_a_private_game_is_as_one_that_is_not(table: Table, method: str, path: str, scope: str) -> None:
    script = asked(table, "profile")
    for visibility in ("public", "unlisted"):
        Game.objects.update(visibility=visibility)
        answer = script.send(method, table.path + path)
        assert (code_of(answer), answer.json()["required_scope"]) == ("missing_scope", scope)
    Game.objects.update(visibility="private")
    hidden = script.send(method, table.path + path)
    assert code_of(hidden) == "not_found"
    assert told(hidden) == told(script.send(method, NOWHERE + path))


def test_who_may_read_it_is_told_what_else_is_needed(table: Table) -> None:
    Game.objects.update(visibility="private")
    answer = asked(table, "game:read").post(f"{table.path}/moves")
    assert (code_of(answer), answer.json()["required_scope"]) == ("missing_scope", "game:play")


def test_lists_tell_the_scope(table: Table) -> None:
    answer = asked(table, "profile").get("games")
    assert (code_of(answer), answer.json()["required_scope"]) == ("missing_scope", "game:read")
