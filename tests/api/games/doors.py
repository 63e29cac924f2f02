"""Everything that is told of a game to those who look on, as they are told it: one answer a door."""

import re
from collections.abc import Iterable, Iterator

from django.test import Client

from tests.service.games.table import People

_OF_THE_ANSWER = re.compile(
    r'"server_time":"[^"]*"|"next_cursor":"[^"]*:[^"]*"'  # signed at that time
    r'|"at":"[^"]*"(?=,"text":"(?:So the table stands|This stream ends)\.")'
)
_REQUEST_ID = "00000000-0000-4000-8000-000000000000"
_OF_GAME = (
    *("", "/view?include=legal_moves,seats.player", "/legal-moves", "/offers?count=true"),
    *("/moves?limit=100", "/moves?seat=1&count=true", "/moves?deal=1", "/moves?deal=2"),
    *("/events?limit=100", "/events?after=v9.0&limit=100", "/stream", "/stream?after=v9.0"),
    *("/record", "/record.txt", "/record.ndjson", "/deals"),
    *(f"/deals/{number}{more}" for number in (1, 2, 3) for more in ("", "/fairness")),
)
_OF_ALL = ("games?limit=100", "games?status=running", "games?status=paused", "games?status=finished,running")
_OF_PLAYER = ("games", "games?status=paused", "games?status=running", "statistics")


def doors(game: People, versions: Iterable[int]) -> Iterator[tuple[str, str, str]]:
    """Method, path and body of each door; of the moves those of these versions are asked for."""
    base, player = f"/api/v1/games/{game.game_id}", game.players[0].pk
    for part in (*_OF_GAME, *(f"/moves/{version}" for version in versions)):
        yield "GET", base + part, ""
    for path in (*_OF_ALL, *(f"players/{player}/{part}" for part in _OF_PLAYER)):
        yield "GET", f"/api/v1/{path}", ""
    yield "POST", "/api/v1/games/lookup", f'{{"ids": ["{game.game_id}"]}}'


def told_at_doors(game: People, versions: Iterable[int], token: str = "") -> dict[str, tuple[int, str]]:
    """Status and body that whoever has this token is answered at each door, but for how late it is then."""
    client, told = Client(), {}
    headers = {"Request-Id": _REQUEST_ID} | ({"Authorization": f"Bearer {token}"} if token else {})
    for method, path, body in doors(game, versions):
        answer = client.generic(method, path, body, "application/json", headers=headers)
        told[f"{method} {path}"] = answer.status_code, _OF_THE_ANSWER.sub("", answer.content.decode())
    return told
