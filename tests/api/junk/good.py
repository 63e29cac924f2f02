"""For each operation a request that is carried out: what is then damaged has got past every check before the damage."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import engine
from tests.api.client import operations
from tests.api.junk.world import PASSWORD, POSITION, RULES, World
from tests.service.games.records import played_record

DRAW = {"type": "draw"}
# A move of each type that is carried out: the name of the game in which it is, and the move.
MOVES: dict[str, tuple[str, dict[str, Any]]] = {
    "draw": ("running", DRAW),
    "take": ("running", {"type": "take", "card": "2H"}),
    "meld": ("playing", {"type": "meld", "cards": ["2C", "2D", "2S"]}),
    "lay_off": ("playing", {"type": "lay_off", "card": "TH", "meld": 1, "end": "high"}),
    "swap": ("playing", {"type": "swap", "card": "9S", "wild": "X1", "meld": 2}),
    "discard": ("playing", {"type": "discard", "card": "KD"}),
    "call": ("window", {"type": "call", "card": "TH", "meld": None, "end": None}),
    "pass": ("window", {"type": "pass"}),
    "decline": ("bare", {"type": "decline"}),
}


@dataclass(frozen=True)
class Good:
    """A request: who sends it, in which game, with which body; `places` are parts of the path that matter."""

    caller: str = "ada"
    game: str = "running"
    body: Callable[[World], Any] = lambda world: None
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)


def _of_version(game: str, **members: Any) -> Callable[[World], Any]:
    return lambda world: {"version": world.version(game), **members}


def occasion(world: World, kind: str) -> dict[str, Any]:
    """For which moment of its game a move of this type is meant."""
    if kind in ("call", "pass"):
        return {"window": str(world.places["window"])}
    return {"version": world.version(MOVES[kind][0])}


def _seats(world: World) -> Any:
    return [{"kind": "person", "player": None}, {"kind": "bot", "bot_level": "novice"}, {}]


_GAME_SETTINGS = {
    "visibility": "unlisted",
    "leaver_policy": "abandon",
    "takeover_level": "casual",
    "clock": {"mode": "live", "initial_ms": 60_000, "increment_ms": 1000, "turn_ms": 30_000, "reserve_ms": 0},
    "rated": True,
    "max_timeouts": 3,
    "returnable": False,
    "undo_policy": "off",
    "spectator_delay_moves": 5,
}

_OF_OPERATION: dict[str, Good] = {
    "checkRules": Good("nobody", body=lambda world: {"rules": RULES, "players": 3}),
    "playPosition": Good(
        "nobody",
        body=lambda world: {
            "position": POSITION | {"rules": RULES, "dealer": 2, "deal_number": 1, "scores": [10, 20, 30]},
            "moves": [{"seat": 0, "move": "lay TH on 1"}],
            "check": [{"seat": 0, "move": "discard KD"}],
            "legal": [0],
        },
    ),
    "createGuest": Good("nobody", body=lambda world: {"name": "Dora", "country": "GR", "device_name": "phone"}),
    "createAccount": Good(
        "nobody",
        body=lambda world: {
            "name": "Edgar",
            "password": PASSWORD,
            "email": "edgar@example.org",
            "country": "GR",
            "device_name": "phone",
        },
    ),
    "requestPasswordReset": Good("nobody", body=lambda world: {"email": "ben@example.org"}),
    "confirmPasswordReset": Good(
        "nobody", body=lambda world: {"token": world.secrets["mail to reset"], "password": PASSWORD}
    ),
    "confirmEmail": Good("nobody", body=lambda world: {"token": world.secrets["mail to confirm"]}),
    "createSession": Good("nobody", body=lambda world: {"login": "Ada", "password": PASSWORD, "device_name": "phone"}),
    "refreshSession": Good("nobody", body=lambda world: {"refresh_token": world.secrets["ada's refresh token"]}),
    "updateMe": Good(
        body=lambda world: {"name": "Ada L", "country": "GB", "email": "ada@example.org", "password": PASSWORD}
    ),
    "upgradeGuest": Good(
        "guest", body=lambda world: {"name": "Gilbert", "password": PASSWORD, "email": "gil@example.org"}
    ),
    "createToken": Good(
        body=lambda world: {
            "name": "script",
            "scopes": ["game:read", "profile"],
            "expires_at": "2100-01-01T00:00:00.000Z",
        }
    ),
    "createStreamTicket": Good(body=lambda world: {"resource": f"/api/v1/games/{world.games['private']}/stream"}),
    "cancelErasure": Good("guest"),
    "markNotificationsRead": Good(body=lambda world: {"up_to": str(world.games["running"])}),
    "createApp": Good(body=lambda world: {"name": "Tavern"}),
    "updateApp": Good(body=lambda world: {"name": "Tavern", "active": False}),
    "rotateAppSecret": Good(body=lambda world: {"end_former": True}),
    "createAppToken": Good("nobody", body=lambda world: {"client_secret": world.secrets["app secret"]}),
    "putAppPlayer": Good("app", body=lambda world: {"name": "Kim", "country": None}),
    "getAppPlayer": Good("app"),
    "putDevice": Good(
        body=lambda world: {
            "push_token": "cV9:APA91b",
            "platform": "web",
            "locale": "uk",
            "quiet_hours": {"start": "22:00", "end": "07:00", "time_zone": "Europe/Kyiv"},
        }
    ),
    "createWebhook": Good(
        body=lambda world: {"url": "https://club.example.org/hooks", "events": ["game_over"], "game": None}
    ),
    "updateWebhook": Good(
        body=lambda world: {
            "url": "https://club.example.org/other",
            "events": ["game_over", "turn_started"],
            "game": str(world.games["running"]),
            "active": True,
        }
    ),
    "rotateWebhookSecret": Good(body=lambda world: {"end_former": True}),
    "listDeliveries": Good(query="status=waiting"),
    "listPlayers": Good(query="name=Ada"),
    "createSeek": Good(
        body=lambda world: {
            "rules": RULES,
            "min_seats": 3,
            "max_seats": 4,
            "clock": _GAME_SETTINGS["clock"],
            "rated": False,
            "visibility": "unlisted",
            "min_rating": 1000,
            "max_rating": None,
            "bots": "on_expiry",
            "bot_level": "novice",
        }
    ),
    "createInvite": Good(
        game="open",
        body=lambda world: {"player": str(world.places["nobody's guest"]), "seat": 2, "valid_seconds": 3600},
    ),
    "acceptInvite": Good("ben"),
    "declineInvite": Good("ben", places={"invite_code": "named invite"}),
    "createGame": Good(body=lambda world: {"rules": RULES, "seats": _seats(world), "start": False, **_GAME_SETTINGS}),
    "updateGame": Good(
        game="open", body=lambda world: {"rules": RULES, **_GAME_SETTINGS}, headers={"If-Match": '"v3.0"'}
    ),
    "putSeat": Good(
        game="open", body=lambda world: {"kind": "bot", "bot_level": "novice", "player": None}, places={"seat": "2"}
    ),
    "leaveSeat": Good(game="open"),
    "startGame": Good(game="filled"),
    "lookupGames": Good(body=lambda world: {"ids": [str(world.games["running"]), str(world.games["private"])]}),
    "createGamesBulk": Good(
        body=lambda world: {
            "games": [{"rules": RULES, "seats": _seats(world), "start": False, **_GAME_SETTINGS}],
            "atomic": True,
        }
    ),
    "importRecord": Good(
        body=lambda world: {
            "text": engine.record_text(played_record()),
            "record": None,
            "lines": None,
            "seat": 0,
            "names": ["Ada", "Ben"],
            "visibility": "private",
        }
    ),
    "createRematch": Good(game="finished"),
    "startDailyAttempt": Good(),
    "submitMove": Good(body=_of_version("running", move=DRAW)),
    "checkMove": Good(body=_of_version("running", move=DRAW)),
    "submitTurn": Good(
        game="playing",
        body=_of_version("playing", moves=[MOVES["lay_off"][1], MOVES["meld"][1], MOVES["discard"][1]]),
    ),
    "getMove": Good(game="window", places={"version": "7"}),
    "postMessage": Good(body=lambda world: {"text": "Well played!"}),
    "deleteMessage": Good(places={"message": "own message"}),
    "createOffer": Good(game="running", body=_of_version("running", kind="add_time", seconds=60, to_version=None)),
    "answerOffer": Good(game="offered", body=lambda world: {"answer": "declined"}),
    "createScoreSheet": Good(
        body=lambda world: {
            "name": "Friday",
            "rules": RULES,
            "names": ["Ada", "Ben", "Cleo"],
            "first_dealer": 1,
            "own_seat": 0,
        }
    ),
    "updateScoreSheet": Good(
        body=lambda world: {"name": "Monday", "rules": RULES, "names": ["Ada", "Ben", "Cleo"], "first_dealer": 2},
        headers={"If-Match": '"v2.0"'},
    ),
    "deleteScoreSheet": Good(headers={"If-Match": '"v2.0"'}),
    "putSheetDeal": Good(
        body=lambda world: {
            "deal_number": 2,
            "went_out": 0,
            "wild_rank": None,
            "seats": [
                {"points": None, "tabled": None, "left": 0, "tabled_cards": "AH low, KD KS KC", "left_cards": None},
                {"points": None, "tabled": 40, "left": None, "tabled_cards": None, "left_cards": "4D X1"},
                {"points": -5, "tabled": None, "left": None, "tabled_cards": None, "left_cards": None},
            ],
            "seen_version": 2,
        }
    ),
    "undoSheet": Good(body=lambda world: {"change": 2}),
    "createSheetLink": Good(body=lambda world: {"access": "read"}),
    "claimSheetSeat": Good(body=lambda world: {"claimed": True}),
    "cancelOffer": Good(game="asked", places={"offer": "own offer"}),
}

_PLACES = {
    "seat": "0",
    "room": "table",
    "number": "1",
    "version": "1",
    "name": "pagat",
    "code": "not_found",
    "pool": "classic.fast",
    "board": "classic.fast.all",
    "device": "0199a4b2-6f9d-4c30-9d51-1f2a3b4c5d6e",
}


def good(operation_id: str) -> Good:
    """The good request of the operation; one without a body is sent by Ada, about what is hers."""
    known = _OF_OPERATION.get(operation_id)
    if known is not None:
        return known
    assert "requestBody" not in operations()[operation_id][2], f"say in {__name__} what {operation_id} takes"
    return Good()


def filled(world: World, template: str, request: Good) -> str:
    """The template with the things that the request is about."""
    for name in template.split("{")[1:]:
        name = name.partition("}")[0]
        template = template.replace(f"{{{name}}}", part(world, name, request))
    return template


def part(world: World, name: str, request: Good) -> str:
    if name == "game":
        return str(world.games[request.game])
    wanted = request.places.get(name, name)
    if wanted in world.places:
        return str(world.places[wanted])
    assert name in _PLACES or wanted != name, f"say in {__name__} what to put in the place of {name}"
    return wanted if wanted != name else _PLACES[name]
