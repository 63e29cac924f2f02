"""Streams of a real server, over a whole game and over a restart: what they tell is what the long-poll tells."""

import random
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.engine.sizes import SOAK
from tests.service.games.followers import later_view
from tests.service.infrastructure.sse import Api, Follower, blocks
from tests.service.infrastructure.test_serve import LONGEST_WAIT_SECONDS, Serve, address_of, serve

__all__ = ["serve"]
QUIET = {"RUMMY_RATE_LIMITS": "off", "RUMMY_LOG_LEVEL": "WARNING"}
RULES = {"preset": "classic", "deal_limit": 1}
OF_THE_ANSWER = ("server_time", "legal_moves", "cursor")


def play(api: list[Api], game: str, rng: random.Random, between: Callable[[int], None]) -> None:
    """Random moves until the game is over; `between` is called before each, with their number."""
    for number in range(2000):
        between(number)
        view = api[0].ask("GET", f"games/{game}/view")
        if view["status"] != "running":
            return
        window = view["window"]
        asked = [seat for seat in view["callers"] if seat not in _answered(api, game, window)] if window else []
        seat = asked[0] if asked else view["turn"]
        if asked:
            occasion, move = {"window": window["id"]}, {"type": "pass"}
        else:
            legal = api[seat].ask("GET", f"games/{game}/legal-moves")
            occasion = {"version": legal["version"]}
            move = rng.choice([one["move"] for one in legal["moves"]])
        api[seat].ask("POST", f"games/{game}/moves", {**occasion, "move": move})
    pytest.fail("the game does not end")


def _answered(api: list[Api], game: str, window: dict[str, Any]) -> set[int]:
    views = [one.ask("GET", f"games/{game}/view") for one in api]
    return {seat for seat, view in enumerate(views) if view["window"] and view["window"]["answered"]}


def listed(api: Api, game: str, after: str = "") -> list[dict[str, Any]]:
    """All events behind a place, as pages of the long-poll give them."""
    found: list[dict[str, Any]] = []
    while True:
        page = api.ask("GET", f"games/{game}/events?limit=100" + (f"&after={after}" if after else ""))
        found, after = found + page["results"], page["next_cursor"]
        if not page["has_more"]:
            return found


def streamed(api: Api, game: str, after: str, count: int) -> Iterator[dict[str, str]]:
    """The first blocks with an id behind a place."""
    with api.sent("GET", f"games/{game}/stream", **{"Last-Event-ID": after}) as answer:
        found = (block for block in blocks(answer) if "id" in block)
        for _ in range(count):
            yield next(found)


def seen_then(event: dict[str, Any]) -> dict[str, Any]:
    """The event as all were told it when it happened: who drew what is told to others when the deal is over."""
    return event | {"drawn": None}


def told_then(event: dict[str, Any], follower: Follower) -> dict[str, Any]:
    return event if any(one["id"] == event["id"] and one["drawn"] for one in follower.events) else seen_then(event)


def test_a_whole_game_over_a_restart(serve: Serve) -> None:
    process = serve("--port", "0", **QUIET)
    port = int(address_of(process).rpartition(":")[2])
    seats = [Api(port, Api(port).ask("POST", "guests", {})["token"]) for _ in range(2)]
    game = seats[0].ask("POST", "games", {"rules": RULES, "seats": [{}, {}]})["id"]
    seats[1].ask("PUT", f"games/{game}/seats/1", {})
    seats[0].ask("POST", f"games/{game}/start")
    path = f"games/{game}/stream"
    followers = [
        Follower(seats[0], path).start(),
        Follower(seats[1], path, with_ticket=True).start(),
        Follower(Api(port), path).start(),
    ]

    def restart(number: int) -> None:
        nonlocal process
        if number == 20:
            process.send_signal(signal.SIGTERM)
            assert process.wait(LONGEST_WAIT_SECONDS) == 0
            process = serve("--port", str(port), **QUIET)
            address_of(process)

    play(seats, game, random.Random(4), restart)
    callers = [*seats, Api(port)]
    for follower, caller in zip(followers, callers, strict=True):
        follower.wait_for(lambda events: events[-1]["type"] == "presence_changed" or _is_over(events))
        follower.wait_for(_is_over)
        follower.stop()
        snapshot, *told = list(follower.events)
        assert (snapshot["type"], follower.byes[:1]) == ("snapshot", ["shutdown"])
        everything = listed(caller, game, snapshot["id"])[: len(told)]
        assert [event["id"] for event in told] == [event["id"] for event in everything]
        assert told == [told_then(event, follower) for event in everything]
        view = snapshot["view"]
        for event in told:
            view = later_view(view, event)
        now = caller.ask("GET", f"games/{game}/view")
        assert _of_game(view, told) == _of_game(now, told)
    assert_resumed_from_everywhere(callers, game)


def _is_over(events: list[dict[str, Any]]) -> bool:
    return any(event["type"] == "game_over" for event in events)


def _of_game(view: dict[str, Any], told: list[dict[str, Any]]) -> dict[str, Any]:
    """The view but for what belongs to the answer, and for who has come or gone since."""
    seats = [{**seat, "connected": None} for seat in view["seats"]]
    return {name: value for name, value in view.items() if name not in OF_THE_ANSWER} | {"seats": seats}


def assert_resumed_from_everywhere(callers: list[Api], game: str) -> None:
    """From each place the rest follows, over stream and long-poll alike; who comes and goes meanwhile is told last.

    With SOAK=1 each caller tries each place; without it each place is tried by one of them.
    """
    for number, caller in enumerate(callers):
        everything = listed(caller, game)
        for index in range(0 if SOAK else number, len(everything) - 1, 1 if SOAK else len(callers)):
            after, rest = everything[index]["id"], everything[index + 1 :]
            ids = [block["id"] for block in streamed(caller, game, after, len(rest))]
            assert ids == [event["id"] for event in rest], after
            assert listed(caller, game, after)[: len(rest)] == rest, after


def test_a_token_that_ends_ends_its_streams_at_once(serve: Serve) -> None:
    port = int(address_of(serve("--port", "0", **QUIET)).rpartition(":")[2])
    guest = Api(port, Api(port).ask("POST", "guests", {})["token"])
    game = guest.ask("POST", "games", {"rules": RULES, "seats": [{}, {}]})["id"]
    path = f"games/{game}/stream"
    with guest.sent("GET", path) as answer, Api(port).sent("GET", path) as other:
        told, others = blocks(answer), blocks(other)
        assert next(block for block in told if "id" in block)["event"] == "snapshot"
        with guest.sent("DELETE", "sessions/current") as ended:
            assert ended.status == 204
        last = list(told)[-1]
        assert (last["event"], '"reason":"revoked"' in last["data"]) == ("bye", True)
        assert next(block for block in others if "id" in block)["event"] == "snapshot"


def test_who_follows_is_connected_for_all_to_see(serve: Serve) -> None:
    port = int(address_of(serve("--port", "0", **QUIET)).rpartition(":")[2])
    guest = Api(port, Api(port).ask("POST", "guests", {})["token"])
    game = guest.ask("POST", "games", {"rules": RULES, "seats": [{}, {}]})["id"]
    watching = Follower(Api(port), f"games/{game}/stream").start()
    assert watching.events[0]["game"]["seats"][0]["connected"] is False
    Follower(guest, f"games/{game}/stream").start()
    watching.wait_for(lambda events: events[-1]["type"] == "presence_changed")
    assert watching.events[-1]["changes"] == {"seats": [{"seat": 0, "connected": True}]}
    assert guest.ask("GET", f"games/{game}")["seats"][0]["connected"] is True
    watching.stop()


def test_who_is_answered_is_connected_and_is_not_woken_by_that(serve: Serve) -> None:
    port = int(address_of(serve("--port", "0", **QUIET)).rpartition(":")[2])
    guest = Api(port, Api(port).ask("POST", "guests", {})["token"])
    game = guest.ask("POST", "games", {"rules": RULES, "seats": [{}, {}]})["id"]
    watching = Follower(Api(port), f"games/{game}/stream").start()
    place = Api(port).ask("GET", f"games/{game}/events")["next_cursor"]
    guest.ask("GET", f"games/{game}")
    watching.wait_for(lambda events: events[-1]["type"] == "presence_changed")
    assert watching.events[-1]["changes"] == {"seats": [{"seat": 0, "connected": True}]}
    watching.stop()
    since = time.monotonic()
    told = guest.ask("GET", f"games/{game}/events?wait=2&after={place}")
    assert time.monotonic() - since >= 2
    assert [event["type"] for event in told["results"]] == ["presence_changed"]
    assert Api(port).ask("GET", f"games/{game}/events?wait=20&after={place}")["results"] == told["results"]
    assert time.monotonic() - since < 20


def test_who_follows_what_they_are_told_hears_of_their_turn(serve: Serve) -> None:
    port = int(address_of(serve("--port", "0", **QUIET)).rpartition(":")[2])
    seats = [Api(port, Api(port).ask("POST", "guests", {})["token"]) for _ in range(2)]
    rules = {"preset": "classic", "call": "off"}
    game = seats[0].ask("POST", "games", {"rules": rules, "seats": [{}, {}]})["id"]
    seats[1].ask("PUT", f"games/{game}/seats/1", {})
    seats[0].ask("POST", f"games/{game}/start")
    turn = seats[0].ask("GET", f"games/{game}/view")["turn"]
    waiting = Follower(seats[1 - turn], "me/stream").start()
    assert (waiting.events[0]["type"], waiting.events[0]["turns"]) == ("snapshot", [])
    for kind in ("draw", "discard"):
        legal = seats[turn].ask("GET", f"games/{game}/legal-moves")
        move = next(one["move"] for one in legal["moves"] if one["move"]["type"] == kind)
        played = seats[turn].ask("POST", f"games/{game}/moves", {"version": legal["version"], "move": move})
    waiting.wait_for(lambda events: events[-1]["type"] == "turn_started")
    told = waiting.events[-1]
    assert (told["game"], told["version"], told["seat"]) == (game, played["version"], 1 - turn)
    assert waiting.byes == []  # the same stream, which was open before
    waiting.stop()
