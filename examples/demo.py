"""A whole game of 500 Rum over HTTP, as an app would play it: a guest against two computer players, to 500 points.

Read `play` first: guest, game, view, moves, events. Only the standard library is used. The server is one of our
own (`make demo`), on a free port and in a temporary folder, without rate limits and without the pauses that let
people follow computer players (docs/settings.md).
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("guest", "casual", "club")
RANKS = "A23456789TJQK"
POINTS = dict(zip(RANKS + "X", (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15), strict=True))
MOVED_ON = ("version_conflict", "call_closed")  # somebody else was faster: look again


class Problem(Exception):
    """What the API answers to a request that it refuses (docs/api/problems.md); `args[0]` is the document."""


class Api:
    """The API for one player."""

    def __init__(self, address: str) -> None:
        self.base, self.token, self.call_count = address + "/api/v1", "", 0

    def __call__(self, method: str, path: str, body: Any = None, **query: object) -> Any:
        """The answer to one request. Raises Problem."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        content = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.base}{path}?{urlencode(query)}", content, headers, method=method)
        self.call_count += 1
        try:
            with urlopen(request, timeout=40) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise Problem(json.load(error)) from None


def play(api: Api) -> None:
    """A game, from the first call to the winner."""
    api.token = api("POST", "/guests", {"name": "Demo"})["token"]
    seats = [{}, {"bot_level": "casual"}, {"bot_level": "club"}]
    made = api("POST", "/games", {"rules": {"preset": "pagat"}, "seats": seats, "start": True})
    game, place = f"/games/{made['id']}", {}
    while True:
        move_while_possible(api, game)
        page = api("GET", f"{game}/events", wait=25, **place)  # answers as soon as something has happened
        place = {"after": page["next_cursor"]}
        for event in page["results"]:
            if event["type"] == "deal_over":
                show_scores(event["deal"])
            if event["type"] == "game_over":
                print("Winner:", *(NAMES[seat] for seat in event["result"]["winners"]))
                return


def move_while_possible(api: Api, game: str) -> None:
    """Make the moves that are ours to make: those of our turn, or the answer to a call window."""
    while legal := (view := api("GET", f"{game}/view", include="legal_moves"))["legal_moves"]["moves"]:
        move = max((item["move"] for item in legal), key=lambda move: worth(move, view))
        is_answer = move["type"] in ("call", "pass")
        occasion = {"window": view["window"]["id"]} if is_answer else {"version": view["version"]}
        try:
            api("POST", f"{game}/moves", {"move": move, **occasion})
        except Problem as problem:
            if problem.args[0]["code"] not in MOVED_ON:
                raise


def worth(move: Any, view: Any) -> float:
    """How good a move looks. The server tells what is legal; here is only taste: table, take deep, discard high."""
    points = sum(POINTS[card[0]] for card in move.get("cards") or [move.get("card") or "X"])
    match move:
        case {"type": "call" | "meld" | "lay_off"}:
            return 100 + points
        case {"type": "take", "card": card}:
            depth = len(view["pile"]) - view["pile"].index(card)
            return 10 - depth if depth > 1 else -50  # a deep take is of use, or it would not be legal
        case {"type": "discard", "card": card}:
            return points - 20 * sum(is_near(card, other) for other in view["hand"]) - 1000
    return -100 if move["type"] == "swap" else 0


def is_near(card: str, other: str) -> bool:
    """Whether two cards may be part of one meld; a joker may be part of any."""
    if card[0] in ("X", other[0]):
        return True
    return card[1] == other[1] and abs(RANKS.index(card[0]) - RANKS.index(other[0])) < 3


def show_scores(deal: Any) -> None:
    """The score table of a deal."""
    print(f"Deal {deal['number']:<4}" + "".join(f"{name:>8}" for name in NAMES))
    for row in ("scores", "totals"):
        print(f"  {row:7}" + "".join(f"{points:8}" for points in deal[row]), flush=True)


@contextmanager
def server() -> Iterator[str]:
    """The address of a server of our own, which ends with the block."""
    with tempfile.TemporaryDirectory() as folder, Path(folder, "log").open("w") as log:
        settings = {"RUMMY_DATA": folder, "RUMMY_RATE_LIMITS": "off", "RUMMY_BOT_DELAY": "0"}
        settings |= {"DATABASE_URL": "", "REDIS_URL": ""}
        command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", "0"]
        with subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.PIPE, stderr=log) as process:
            try:
                lines = (re.search(rb"http\S+(?=/api/v1\n)", line) for line in process.stdout or ())
                address = next(filter(None, lines), None)
                if address is None:
                    raise RuntimeError(f"the server did not start: {Path(log.name).read_text()}")
                yield address[0].decode()
            finally:
                process.terminate()


if __name__ == "__main__":
    began = time.monotonic()
    with server() as address:
        api = Api(address)
        play(api)
    print(f"{api.call_count} requests, {time.monotonic() - began:.0f} seconds")
