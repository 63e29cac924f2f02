"""What is sent to the operations that play: moves and turns, good and bad, made of what goes on at the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import engine
from engine.cards import CODES
from games.sight import observation
from games.store import GameState
from tests.api.secrecy.callers import Caller, Crowd
from tests.service.games.records import played_record

JSON = dict[str, Any]
_POSITION = {"rules": "classic", "turn": 0, "hands": [["2C"], ["3C"]], "stock": ["5H", "6H", "7C"], "pile": ["KC"]}
NOWHERE = "01990000-0000-7000-8000-000000000000"


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


def bodies(table: Table) -> dict[str, list[tuple[str, Any, Any]]]:
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
        "postMessage": [("a word", {"text": "Well played!"}, None)],
        "answerOffer": [(answer, {"answer": answer}, None) for answer in ("accepted", "declined")],
        "putSeat": [("a bot", {"bot_level": "club"}, None), ("nonsense", {"bot_level": "nonsense"}, None)],
        "updateGame": [("a level", {"takeover_level": "club"}, {"If-Match": f'"v{version}"'})],
        "createGame": [("two seats", {"rules": {"preset": "pagat"}, "seats": [{}, {"bot_level": "club"}]}, None)],
        "createInvite": [("a code", {"valid_seconds": 60}, None)],
        "createSeek": [
            ("against a bot", {"rules": "quick", "min_seats": 2, "bots": "at_once"}, None),
            ("among people", {"rules": {"preset": "pagat"}, "min_seats": 3}, None),
        ],
        "lookupGames": [("this game", {"ids": [str(table.state.game.id), NOWHERE]}, None)],
        "createGamesBulk": [("one", {"games": [{"rules": "pagat", "seats": [{}, {"bot_level": "club"}]}]}, None)],
        "importRecord": [("a record", {"text": engine.record_text(played_record())}, None)],
        "createWebhook": [("of an end", {"url": "https://club.example.org/", "events": ["game_over"]}, None)],
        "putDevice": [("a browser", {"push_token": "cV9:APA91b", "platform": "web"}, None)],
        "updateWebhook": [("of all", {"events": ["game_over", "turn_started"], "active": True}, None)],
        "checkRules": [("of the game", {"rules": table.state.game.preset}, None)],
        "playPosition": [("a position", {"position": _POSITION, "moves": [{"seat": 0, "move": "draw"}]}, None)],
        "createApp": [("another", {"name": "Tavern"}, None)],
        "createToken": [("for a script", {"name": "script", "scopes": ["game:read"]}, None)],
        "createAccount": [("somebody", {"name": "Edgar", "password": "correct horse battery"}, None)],
        "markNotificationsRead": [("up to one", {"up_to": NOWHERE}, None)],
        "createScoreSheet": [("of two", {"name": "Friday", "rules": "pagat", "names": ["Ada", "Ben"]}, None)],
        "putSheetDeal": [("points", {"deal_number": 1, "seats": [{"points": 5}, {"points": 7}, {"points": 0}]}, None)],
        "updateScoreSheet": [("a name", {"name": "Monday"}, {"If-Match": '"v2"'})],
        "deleteScoreSheet": [("as it is", None, {"If-Match": '"v2"'})],
        "createSheetLink": [("to read", {"access": "read"}, None)],
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
