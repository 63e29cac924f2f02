"""A problem of each code: answered by the service where it can be brought to it, else written by what writes all."""

import json
from collections.abc import Callable
from typing import Any

from django.test import RequestFactory

import engine
from api.errors import problem_of
from api.problem_types import PROBLEM_TYPES
from api.problems import problem_response
from players.errors import DomainError
from tests.api.client import operations
from tests.api.description import declared_codes
from tests.api.junk.crawl import Crawl
from tests.api.junk.good import filled, good
from tests.api.junk.world import PASSWORD, World
from tests.api.schema.recording import REQUEST_ID, Chance, without_secrets
from tests.engine.case_files import all_cases
from tests.engine.hard_positions import FOUR_OBLIGED

NOBODY = "01990000-0000-7000-8000-000000000000"
DRAW = {"type": "draw"}


def _of_version(game: str, **members: Any) -> Callable[[World], Any]:
    return lambda world: {"version": world.version(game), **members}


# Code -> the operation, and what is changed about its good request.
PROVOKED: dict[str, tuple[str, dict[str, Any]]] = {
    "bad_json": ("submitMove", {"raw": b'{"version": 6, "move": '}),
    "bad_request": ("createGuest", {"body": {"country": "Greece"}}),
    "unknown_parameter": ("listGames", {"query": "colour=red"}),
    "unknown_field": ("createGuest", {"body": {"nickname": "Dora"}}),
    "bad_cursor": ("listGames", {"query": "cursor=nonsense"}),
    "bad_position": ("playPosition", {"body": {"position": {"hands": [["2H"], ["3C"]], "stock": ["2H"]}}}),
    "too_much_work": ("playPosition", {"body": {"position": FOUR_OBLIGED, "legal": [0]}}),
    "not_authenticated": ("getMe", {"caller": "nobody"}),
    "token_expired": ("getMe", {"caller": "expired"}),
    "token_revoked": ("getMe", {"caller": "revoked"}),
    "wrong_login": ("createSession", {"body": {"login": "Ada", "password": "wrong horse battery"}}),
    "missing_scope": ("submitMove", {"caller": "only profile"}),
    "not_seated": ("submitMove", {"caller": "ben"}),
    "not_your_player": ("getMe", {"caller": "app for another's player"}),
    "not_owner": ("startGame", {"caller": "guest"}),
    "wrong_password": ("updateMe", {"body": {"email": "a@example.org", "password": "wrong horse battery"}}),
    "csrf_failed": ("createGame", {"caller": "staff without CSRF token"}),
    "not_found": ("getGame", {"path": f"/api/v1/games/{NOBODY}"}),
    "not_acceptable": ("getMe", {"headers": {"Accept": "application/xml"}}),
    "name_taken": ("createAccount", {"body": {"name": "Ada", "password": PASSWORD}}),
    "already_account": ("upgradeGuest", {"caller": "ada"}),
    "game_over": ("resignGame", {"game": "finished"}),
    "game_not_started": ("submitMove", {"game": "open", "body": {"version": 1, "move": DRAW}}),
    "game_not_over": ("createRematch", {"game": "running"}),
    "game_started": ("updateGame", {"game": "running", "headers": {"If-Match": '"v6.0"'}}),
    "game_paused": ("submitMove", {"game": "paused", "body": _of_version("paused", move=DRAW)}),
    "game_not_paused": ("createOffer", {"body": _of_version("running", kind="resume")}),
    "nothing_to_undo": ("createOffer", {"body": _of_version("running", kind="undo")}),
    "offer_open": ("createOffer", {"game": "offered", "body": _of_version("offered", kind="pause")}),
    "call_window_open": (
        "submitMove",
        {"game": "window", "caller": "app for its player", "body": _of_version("window", move=DRAW)},
    ),
    "seats_open": ("startGame", {"game": "open"}),
    "seat_taken": ("putSeat", {"caller": "ben", "places": {"seat": "1"}, "body": {}}),
    "erased": ("getPlayer", {"places": {"player": "erased player"}}),
    "link_expired": ("confirmEmail", {"body": {"token": "rum_eml_" + "a" * 43}}),
    "length_required": ("createGuest", {"HTTP_TRANSFER_ENCODING": "chunked"}),
    "version_conflict": ("submitMove", {"body": {"version": 5, "move": DRAW}}),
    "entry_changed": (
        "putSheetDeal",
        {"body": {"deal_number": 1, "seats": [{"points": 1}, {"points": 2}, {"points": 3}], "seen_version": 1}},
    ),
    "too_large": ("createGuest", {"raw": b" " * 70_000}),
    "unsupported_media_type": ("createGuest", {"content_type": "text/plain"}),
    "bad_record": ("importRecord", {"body": {"text": "nonsense"}}),
    "impossible_rules": ("checkRules", {"body": {"rules": {"preset": "pagat", "target": None}}}),
    "version_required": ("submitMove", {"body": {"move": DRAW}}),
}
# What the members of a problem hold where no request of the world above brings it about.
_FACTS: dict[str, dict[str, Any]] = {
    "rate_limited": {"limit": "moves", "retry_after_ms": 4200},
    "turn_timed_out": {"retry_after_ms": 1000},
    "unavailable": {"retry_after_ms": 1000},
    "internal": {"retry_after_ms": 1000},
}


def recorded_problem(crawl: Crawl, chance: Chance, code: str) -> Any:
    """The problem document."""
    chance.begin(code, 2_000_000)
    if code in PROVOKED:
        operation_id, changes = PROVOKED[code]
        changed = {**changes, "headers": {**REQUEST_ID, **changes.get("headers", {})}}
        if callable(changed.get("body")):
            changed["body"] = changed["body"](crawl.world)
        answer = crawl.operation(operation_id, **changed)
        assert answer.code == code, (code, answer.status, answer.problem)
        return without_secrets(answer.problem)
    if code == "method_not_allowed":
        return without_secrets(crawl.send("PUT", "/api/v1/guests", headers=REQUEST_ID).problem)
    return without_secrets(_written(crawl, code))


def _written(crawl: Crawl, code: str) -> Any:
    """As it is written for the first operation that lists it; with the facts of a case, if it refuses a move."""
    operation_id = next((name for name in sorted(operations()) if code in declared_codes(name)), "getMe")
    method, template, _ = operations()[operation_id]
    refusal = _refusals().get(code)
    error = DomainError(code, **_FACTS.get(code, {})) if refusal is None else refusal
    if refusal is not None:
        method, template, _ = operations()["submitMove"]
    request = RequestFactory().generic(method, filled(crawl.world, template, good(operation_id)))
    request.request_id = REQUEST_ID["Request-Id"]  # type: ignore[attr-defined]
    problem = json.loads(problem_response(problem_of(error), request).content)
    assert (problem["code"], problem["status"]) == (code, PROBLEM_TYPES[code].status)
    return problem


def _refusals() -> dict[str, Exception]:
    """Code -> how the engine refuses a move for the first time in its cases."""
    found: dict[str, Exception] = {}
    for case in all_cases().values():
        deal = engine.position_from(case["position"])
        for one in case["moves"]:
            if "reshuffle" in one:
                break
            try:
                deal = engine.play(deal, engine.Seat(one["seat"]), engine.parse_move(one["move"]))
            except (engine.IllegalMove, engine.BadNotation) as refusal:
                code = str(getattr(refusal, "code", "bad_notation"))
                found.setdefault(code, refusal)
    return found
