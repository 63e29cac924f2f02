"""What a caller can ask at one moment: every operation of every route, plain, well and badly; pages, and the admin.

Routes are found in the addresses themselves. What is sent to those that play is made of what goes on at the table.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.models import Deal, Entry, Game, Offer, Seat
from games.store import GameState
from tests.api.routes import METHODS, is_of_api, routes
from tests.api.secrecy.belongings import further_places, places
from tests.api.secrecy.bodies import JSON, NOWHERE, Table, bodies

_ADMIN = "/admin/"
_ENTRIES_SHOWN = 3
_ABOUT_GAMES = (
    *("games", "{export}", "/me/stream", "/me/events", "/me/turns", "/me/notifications", "/me/invites"),
    *("/invites/", "/seeks/", "/deliveries"),
)


@dataclass(frozen=True)
class Question:
    """One request. `kind` is the same at every moment; `operation` the id of the operation, of pages what they are.

    `{export}` in the path is an export of the caller's, to be written before.
    """

    kind: str
    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    operation: str = ""

    @property
    def is_about_games(self) -> bool:
        """Whether something of a game could be told."""
        return any(part in self.path for part in _ABOUT_GAMES)

    @property
    def is_drawing(self) -> bool:
        """Whether it shows a card of the stock, if it is accepted."""
        return '"draw"' in json.dumps(self.body)

    @property
    def is_writing(self) -> bool:
        """Whether it may change something."""
        return self.method not in ("GET", "HEAD", "OPTIONS")


def questions(table: Table) -> list[Question]:
    """All that this caller can ask now; each has another kind."""
    asked = [*_of_routes(table), *_of_pages(), *(_of_admin(table.state) if table.caller.is_staff else ())]
    twice = [kind for kind, number in Counter(question.kind for question in asked).items() if number > 1]
    assert not twice, twice
    return asked


def _of_routes(table: Table) -> Iterator[Question]:
    state = table.state
    prepared = bodies(table)
    for route in routes(_parts(table)):
        for method, operation in route.operations.items():
            name = operation.operation_id

            def ask(kind: str, tail: str = "", body: Any = None, headers: Any = None, *, name: str = name) -> Question:
                return Question(f"{name} {kind}".strip(), method, route.path + tail, body, headers or {}, name)  # noqa: B023

            if not operation.is_writing:
                yield ask("/" * route.path.endswith("/"))
                yield from (ask(tail, tail) for tail in _TAILS.get(name, ()))
                continue
            yield ask("without a body")
            yield ask("with an empty body", body={})
            yield ask("with junk", body={"junk": 1})
            for kind, body, headers in prepared.get(name, ()):
                yield ask(kind, body=body, headers=headers)
        if "getGameView" in {operation.operation_id for operation in route.operations.values()}:
            tag = {"If-None-Match": state.cursor.tag}
            yield Question("getGameView again", "GET", route.path, None, tag, "getGameView")
            for method in {"HEAD", "OPTIONS", *METHODS} - set(route.operations):
                yield Question(f"getGameView {method}", method, route.path, operation="getGameView")
        if "streamGame" in {operation.operation_id for operation in route.operations.values()}:
            behind = {"Last-Event-ID": f"v{max(1, table.version - 3)}.0"}
            yield Question("streamGame once more", "GET", route.path, None, behind, "streamGame")
    yield from _of_places(table)
    for kind, path in further_places(state, table.caller).items():
        yield Question(kind, "GET", path, operation=kind.split()[0])


_TAILS = {
    "getGameView": ("?include=legal_moves", "?nonsense=1"),
    "listMoves": ("?limit=100", "?seat=0", "?seat=1", "?deal=1", "?limit=0"),
    "listGameEvents": ("?limit=100", "?after=v1.0&limit=100", "?after=nonsense"),
    "streamGame": ("?after=v1.0", "?after=nonsense"),
    "listGames": ("?limit=100", "?status=running,paused", "?preset=pagat"),
    "listPlayerGames": ("?limit=100&sort=last_finished", "?result=won"),
    "getGame": ("?include=seats.player",),
    "listDeals": ("?limit=100",),
    "listOffers": ("?limit=100",),
    "listMyTurns": ("?limit=1", "?count=true"),
    "streamMe": ("?after=n0", "?after=n1", "?after=nonsense"),
    "listMyInvites": ("?direction=sent", "?limit=100"),
    "listMessages": ("?limit=100",),
    "listDeliveries": ("?limit=100", "?status=waiting"),
    "listSeeks": ("?mine=true", "?limit=100"),
    "exportGames": ("?preset=pagat",),
    "getSchema": ("?profile=flat",),
    "listMyEvents": ("?limit=100", "?after=n0", "?after=nonsense"),
    "listNotifications": ("?limit=100", "?unread=true"),
    "listPlayers": ("?name=Player",),
    "listRatingHistory": ("?limit=100",),
    "listLeaderboards": ("?family=classic",),
    "listScoreSheets": ("?limit=100",),
}


def _parts(table: Table) -> JSON:
    state = table.state
    offer = Offer.objects.filter(game=state.game).order_by("-made_at").first()
    return {
        "game": state.game.id,
        "seat": table.seat,
        "version": max(1, table.version),
        "number": max(1, state.game.deal_number),
        "offer": offer.id if offer else NOWHERE,
        "player": table.crowd.players[-1].pk,
        "app": table.crowd.app_id,
        "external_id": "theirs",
        "token": table.caller.token.pk if table.caller.token else NOWHERE,
        "export": "{export}",
        "name": state.game.preset,
        "code": "not_found",
        **places(state, table.crowd, table.caller),
    }


def _of_places(table: Table) -> Iterator[Question]:
    """Each of the last entries by its version, what followed it, and the deal before."""
    base, state = f"/api/v1/games/{table.state.game.id}", table.state
    for back in range(1, 6):
        version = max(1, table.version - back)
        yield Question(f"getMove {back} back", "GET", f"{base}/moves/{version}", operation="getMove")
        path = f"{base}/events?after=v{version}.0&limit=100"
        yield Question(f"listGameEvents {back} back", "GET", path, operation="listGameEvents")
    for kind, path in (
        ("listMoves of the deal", f"{base}/moves?deal={state.game.deal_number}&limit=100"),
        ("getDeal before", f"{base}/deals/{max(1, state.game.deal_number - 1)}"),
        ("getDeal next", f"{base}/deals/{state.game.deal_number + 1}"),
    ):
        yield Question(kind, "GET", path, operation=kind.split()[0])


def _of_pages() -> Iterator[Question]:
    """What is no view of the API: its documentation, and what leads nowhere."""
    for path in sorted({*_pages_below(get_resolver().url_patterns, "/"), "/api/v1/nowhere", "/nowhere"}):
        yield Question(f"page {path}", "GET", path, operation="page")


def _pages_below(patterns: Any, prefix: str) -> Iterator[str]:
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if path != _ADMIN:
                yield from _pages_below(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern) and "<" not in path and not is_of_api(pattern):
            yield path


def _of_admin(state: GameState) -> Iterator[Question]:
    """The lists of every model, and every page of this game's rows; of its entries the last ones."""
    yield Question("admin", "GET", _ADMIN, operation="admin")
    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        operation = f"admin {name}"
        yield Question(f"{operation} list", "GET", reverse(f"admin:{name}_changelist"), operation=operation)
        for number, row in enumerate(_rows(model, state)):
            for page in ("change", "history", "delete"):
                path = reverse(f"admin:{name}_{page}", args=[row.pk])
                yield Question(f"{operation} {page} {number}", "GET", path, operation=operation)


def _rows(model: Any, state: GameState) -> Any:
    if model is Game:
        return [state.game]
    if model is Entry:
        return Entry.objects.filter(game=state.game).order_by("-version")[:_ENTRIES_SHOWN]
    if model in (Deal, Seat):
        return model.objects.filter(game=state.game).order_by("-pk")[:2]
    return model._default_manager.order_by("-pk")[:2]
