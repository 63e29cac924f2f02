"""What a caller can ask at one moment: every operation of every route, plain, well and badly; pages, and the admin.

Routes are found in the addresses themselves. What is sent to those that play is made of what goes on at the table.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver, reverse

import engine
from engine.cards import CODES
from games.models import Deal, Entry, Game, Offer, OfferStatus, Seat
from games.sight import observation
from games.store import GameState
from tests.api.routes import METHODS, routes
from tests.api.secrecy.callers import Caller, Crowd

JSON = dict[str, Any]
NOWHERE = "01990000-0000-7000-8000-000000000000"
_ADMIN = "/admin/"
_ENTRIES_SHOWN = 3


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
        return "games" in self.path or "{export}" in self.path

    @property
    def is_drawing(self) -> bool:
        """Whether it shows a card of the stock, if it is accepted."""
        return '"draw"' in json.dumps(self.body)

    @property
    def is_writing(self) -> bool:
        """Whether it may change something."""
        return self.method not in ("GET", "HEAD", "OPTIONS")


@dataclass
class Table:
    """What a question is made of: the game as it stands, everybody at it, and the seat for which moves are made up.

    `others` are two cards that this seat does not hold: one of another hand, one of the stock.
    """

    state: GameState
    crowd: Crowd
    caller: Caller

    @property
    def seat(self) -> int:
        """The caller's, or the first."""
        seat = self.caller.seat_in(self.state)
        return 0 if seat is None else seat

    @property
    def others(self) -> list[str]:
        """Empty before the start."""
        deal = self.state.deal
        if deal is None:
            return []
        neighbour = deal.hands[(self.seat + 1) % deal.table.players]
        return [*engine.codes(neighbour)[:1], *(CODES[card] for card in deal.stock[:1])]

    @property
    def version(self) -> int:
        return self.state.game.version

    @property
    def window(self) -> str:
        return str(self.state.game.window_id or NOWHERE)


def questions(table: Table) -> list[Question]:
    """All that this caller can ask now; each has another kind."""
    asked = [*_of_routes(table), *_of_pages(), *(_of_admin(table.state) if table.caller.is_staff else ())]
    twice = [kind for kind, number in Counter(question.kind for question in asked).items() if number > 1]
    assert not twice, twice
    return asked


def moves_to_try(table: Table) -> dict[str, JSON]:
    """Moves for the seat, good ones and bad, by what they are."""
    deal, others = table.state.deal, table.others
    if deal is None:
        return {"draw": {"type": "draw"}}
    own, pile = engine.codes(deal.hands[table.seat]), [CODES[card] for card in deal.table.pile]
    tried: dict[str, JSON] = {kind: {"type": kind} for kind in ("draw", "pass", "decline")}
    legal = engine.legal_moves(observation(deal, table.seat))
    for move in islice(legal, 60):
        tried[f"legal {move.type}"] = engine.move_json(move)
    for index, card in enumerate(others):
        tried |= {
            f"discard other {index}": {"type": "discard", "card": card},
            f"take other {index}": {"type": "take", "card": card},
            f"call other {index}": {"type": "call", "card": card},
            f"lay off other {index}": {"type": "lay_off", "card": card, "meld": 1},
            f"meld other {index}": {"type": "meld", "cards": [*own[:2], card]},
            f"swap other {index}": {"type": "swap", "card": card, "meld": 1, "wild": "X1"},
        }
    if own:
        tried |= {
            "discard own": {"type": "discard", "card": own[0]},
            "lay off own": {"type": "lay_off", "card": own[0], "meld": 1},
            "lay off nowhere": {"type": "lay_off", "card": own[0], "meld": 99},
            "meld own": {"type": "meld", "cards": list(own[:3])},
        }
    if pile:
        tried |= {
            "take top": {"type": "take", "card": pile[-1]},
            "take bottom": {"type": "take", "card": pile[0]},
            "call top": {"type": "call", "card": pile[-1]},
            "call top on a meld": {"type": "call", "card": pile[-1], "meld": 1},
        }
    return tried | {"nonsense": {"type": "nonsense"}, "no card": {"type": "discard", "card": "??"}}


def _of_routes(table: Table) -> Iterator[Question]:
    state = table.state
    prepared = _prepared(table)
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
    yield from _of_places(table)


_TAILS = {
    "getGameView": ("?include=legal_moves", "?nonsense=1"),
    "listMoves": ("?limit=100", "?seat=0", "?seat=1", "?deal=1", "?limit=0"),
    "listGameEvents": ("?limit=100", "?after=v1.0&limit=100", "?after=nonsense"),
    "listGames": ("?limit=100", "?status=running,paused", "?preset=pagat"),
    "listDeals": ("?limit=100",),
    "listOffers": ("?limit=100",),
    "listPlayers": ("?name=Player",),
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


def _prepared(table: Table) -> dict[str, list[tuple[str, Any, Any]]]:
    """Bodies for the operations that play: operation -> kind, body, headers."""
    version, window = table.version, table.window
    tried = moves_to_try(table)
    moves = [(kind, _occasioned({"move": move}, move, version, window), None) for kind, move in tried.items()]
    odd = [
        ("of no version", {"move": tried["draw"]}, None),
        ("of an old version", {"move": tried["draw"], "version": max(0, version - 1)}, None),
        ("of both", {"move": tried["draw"], "version": version, "window": window}, None),
        ("of a closed window", {"move": {"type": "pass"}, "window": NOWHERE}, None),
        ("pass of a version", {"move": {"type": "pass"}, "version": version}, None),
        ("under a key", {"move": tried["draw"], "version": version}, {"Idempotency-Key": "once"}),
    ]
    return {
        "submitMove": moves + odd,
        "checkMove": moves + odd[:5],
        "submitTurn": [(kind, body, None) for kind, body in _turns(tried, version, window)],
        "createOffer": [*_offers(version), ("undo of an old version", {"kind": "undo", "version": 1}, None)],
        "answerOffer": [(answer, {"answer": answer}, None) for answer in ("accepted", "declined")],
        "putSeat": [("a bot", {"bot_level": "club"}, None), ("nonsense", {"bot_level": "nonsense"}, None)],
        "updateGame": [("a level", {"takeover_level": "club"}, {"If-Match": f'"v{version}"'})],
        "createGame": [("two seats", {"rules": {"preset": "pagat"}, "seats": [{}, {"bot_level": "club"}]}, None)],
        "updateMe": [("a name", {"name": "Another name"}, None)],
        "createStreamTicket": [("of the game", {"resource": f"/api/v1/games/{table.state.game.id}/stream"}, None)],
    }


def _turns(tried: dict[str, JSON], version: int, window: str) -> Iterator[tuple[str, JSON]]:
    """A turn of every move by itself, and of every legal one with what cannot follow."""
    bad = {"type": "discard", "card": "??"}
    after = [tried[name] for name in ("discard own", "discard other 0") if name in tried]
    for kind, move in tried.items():
        if kind.startswith("legal") or kind in ("call top", "take top", "take bottom", "nonsense"):
            for number, moves in enumerate([[move], [move, bad], *([move, then] for then in after)]):
                yield f"{kind} {number}", _occasioned({"moves": moves}, move, version, window)


def _occasioned(body: JSON, move: JSON, version: int, window: str) -> JSON:
    is_answer = move["type"] in ("call", "pass")
    return body | ({"window": window} if is_answer else {"version": version})


def _offers(version: int) -> Iterator[tuple[str, JSON, None]]:
    for kind in ("undo", "pause", "resume", "abandon", "add_time"):
        more = {"seconds": 60} if kind == "add_time" else {}
        yield kind, {"kind": kind, "version": version, **more}, None


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
        elif isinstance(pattern, URLPattern) and "<" not in path and not hasattr(pattern.callback, "view_class"):
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


def open_offer(state: GameState) -> Offer | None:
    """The offer that waits for answers."""
    return Offer.objects.filter(game=state.game, status=OfferStatus.OPEN).first()
