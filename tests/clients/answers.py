"""Answers of a real server, by the component that describes each: what clients must be able to read."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from clients.generate import schema
from examples import demo

SEATS = [{}, {"bot_level": "casual"}, {"bot_level": "novice"}]
RULES = {"preset": "pagat", "target": 60}


@cache
def answers(address: str) -> list[tuple[str, Any]]:
    """Those of a guest who plays a game to its end, and looks at everything before, during and after it."""
    return list(_told(demo.Api(address)))


def _told(api: demo.Api) -> Iterator[tuple[str, Any]]:
    def ask(operation_id: str, body: Any = None, **query: Any) -> tuple[str, Any]:
        method, path, component = _operations()[operation_id]
        return component, api(method, path.removeprefix("/api/v1").format(**places), body, **query)

    places: dict[str, Any] = {"name": "pagat", "n": 1}
    yield (guest := ask("createGuest", {"name": "Ada"}))
    api.token, places["player"] = guest[1]["token"], guest[1]["player"]["id"]
    for operation_id in ("getIndex", "getMeta", "listRulesets", "getRuleset", "listBotLevels", "listProblemTypes"):
        yield ask(operation_id)
    yield ask("checkRules", {"rules": RULES})
    yield (game := ask("createGame", {"rules": RULES, "seats": SEATS, "start": True}))
    places["game"] = game[1]["id"]
    yield ask("getGameView", include="legal_moves,seats.player")
    yield ask("createOffer", {"kind": "pause", "version": api("GET", f"/games/{places['game']}")["version"]})
    yield ask("createOffer", {"kind": "resume", "version": api("GET", f"/games/{places['game']}")["version"]})
    after: dict[str, str] = {}
    is_over = False
    while not is_over:
        demo.move_while_possible(api, f"/games/{places['game']}")
        yield ask("getGameView", include="legal_moves")
        yield ask("listMyTurns")
        yield (page := ask("listGameEvents", wait=25, limit=100, **after))
        after = {"after": page[1]["next_cursor"]}
        is_over = any(event["result"] for event in page[1]["results"])
    for operation_id in ("getGame", "listGames", "listMoves", "listDeals", "listOffers", "listLegalMoves", "getRecord"):
        yield ask(operation_id)
    for operation_id in ("getMe", "getPlayer", "listPlayerGames", "getPlayerStatistics", "listMyEvents"):
        yield ask(operation_id)
    yield ask("listNotifications")
    yield ask("createSeek", {"rules": RULES, "min_seats": 2})
    yield ask("listSeeks", mine="true")
    yield ("Problem", _problem(api, f"/games/{places['game']}/moves"))


def _problem(api: demo.Api, path: str) -> Any:
    try:
        return api("POST", path, {"version": 1, "move": {"type": "draw", "card": "7H"}})
    except demo.Problem as problem:
        return problem.args[0]


@cache
def _operations() -> dict[str, tuple[str, str, str]]:
    """Operation id -> (method, path, the component that describes its good answer)."""
    found = {}
    for path, methods in schema("union")["paths"].items():
        for method, described in methods.items():
            good = next(answer for status, answer in described["responses"].items() if status.startswith("2"))
            form = good.get("content", {}).get("application/json", {}).get("schema", {})
            component = form.get("$ref", "").rsplit("/", 1)[-1]
            found[described["operationId"]] = (method.upper(), path, component)
    return found
