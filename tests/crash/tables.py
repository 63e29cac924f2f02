"""Games that are played through a bad connection: guests against computer players, and computer players alone."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.crash.lossy import Client, Journal
from tests.crash.sizes import LONGEST_SILENCE_SECONDS

API = "/api/v1"
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 1.0
"""Seconds between two looks at a game in which nothing is new."""

LIVE = {"mode": "live", "turn_ms": 60_000}
DAILY = {"mode": "daily", "turn_seconds": 3600}
KINDS: tuple[dict[str, Any], ...] = (  # of one deal each; people are the seats that nobody is named for
    {"rules": {"preset": "pagat"}, "seats": [None, "novice"]},
    {"rules": {"preset": "classic", "call_window": 2}, "seats": ["casual", "random", "novice"]},
    {"rules": {"preset": "browser"}, "seats": [None, "casual"], "clock": DAILY},
    {"rules": {"preset": "pagat", "call_window": 2}, "seats": [None, None, "random"], "clock": LIVE},
    {"rules": {"preset": "new_meld_only"}, "seats": ["novice", None]},
    {"rules": {"preset": "no_call"}, "seats": ["casual", "casual"]},
    {"rules": {"preset": "floating", "call_window": 1}, "seats": [None, "random", "novice", "casual"]},
    {"rules": {"preset": "persian"}, "seats": ["novice", None, "random", "novice"]},
    {"rules": {"preset": "rummy_1500"}, "seats": [None, "club"]},
    {"rules": {"preset": "joker_swap", "call_window": 0}, "seats": ["novice", "casual"]},
)
MOVED_ON = ("version_conflict", "call_closed", "call_window_open", "game_over")
GOOD = ("call", "meld", "lay_off", "swap")


@dataclass(frozen=True)
class Acknowledged:
    """A move that was accepted: this is what the log has to hold."""

    version: int
    seat: int
    text: str


@dataclass
class Table:
    """One game, with what its people were told."""

    game: str
    people: list["Person"] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    status: str = "running"

    @property
    def path(self) -> str:
        """The game's address."""
        return f"{API}/games/{self.game}"


class Person:
    """A guest at a seat of a game, or its owner without one."""

    def __init__(self, client: Client, journal: Journal, random: Random) -> None:
        self.client = client
        self._random = random
        self._tag = ""
        guest = client.post(f"{API}/guests", {}).content
        self.id, client.token = guest["player"]["id"], guest["token"]
        journal.tokens.add(client.token)

    def act(self, table: Table) -> bool:
        """Look, and move if it is for us to move. Returns whether anything was new."""
        answer = self.client.get(f"{table.path}/view?include=legal_moves", self._tag)
        if answer.status == 304:
            return False
        assert answer.status == 200, answer
        view = answer.content
        self._tag, table.status = answer.headers["etag"], view["status"]
        legal = view["legal_moves"]["moves"]
        if legal:
            self._move(table, view, self._chosen(legal))
        return True

    def _chosen(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """Some move, but rather one that brings the deal to its end."""
        good = [one for one in legal if one["move"]["type"] in GOOD]
        return self._random.choice(good if good and self._random.random() < 0.8 else legal)

    def _move(self, table: Table, view: dict[str, Any], chosen: dict[str, Any]) -> None:
        is_answer = chosen["move"]["type"] in ("call", "pass")
        occasion = {"window": view["window"]["id"]} if is_answer else {"version": view["version"]}
        if not is_answer and self._random.random() < 0.2 and chosen["move"]["type"] not in ("draw", "swap"):
            played = self.client.post(f"{table.path}/turn", {"moves": [chosen["move"]], **occasion})
            moves = played.content["moves"] if played.status == 201 else []
        else:
            played = self.client.post(f"{table.path}/moves", {"move": chosen["move"], **occasion})
            moves = [played.content] if played.status == 201 else []
        table.acknowledged += [Acknowledged(one["version"], view["seat"], one["text"]) for one in moves]
        if played.status != 201:
            assert played.content["code"] in MOVED_ON, f"{chosen} at {occasion} was refused: {played}"
            self._tag = ""


def play(
    number: int, address: str, journal: Journal, seed: int, watch: Callable[[Table], object] = lambda table: None
) -> Table:
    """The game of this number, from its first guest to its end. Fails where nothing comes of it any more.

    Once it is made, those come who `watch` it.
    """
    random = Random(f"{seed} {number}")
    kind = KINDS[number % len(KINDS)]
    vacant = [seat for seat, level in enumerate(kind["seats"]) if level is None]
    people = [Person(Client(address, journal, random), journal, random) for _ in range(max(1, len(vacant)))]
    table = _made(kind, people, vacant, random)
    watch(table)
    changed_at, pause = time.monotonic(), SHORTEST_PAUSE
    while table.status == "running":
        news = [person.act(table) for person in people]
        if any(news):
            changed_at, pause = time.monotonic(), SHORTEST_PAUSE
            continue
        assert time.monotonic() - changed_at < LONGEST_SILENCE_SECONDS, f"game {table.game} does not go on"
        time.sleep(pause)
        pause = min(LONGEST_PAUSE, 1.5 * pause)
    for person in people:
        person.client.close()
    return table


def _made(kind: dict[str, Any], people: list[Person], vacant: list[int], random: Random) -> Table:
    owner = people[0].client
    seats = [{"bot_level": level} if level else {} for level in kind["seats"]]
    is_full = len(vacant) < 2
    rules = {**kind["rules"], "deal_limit": 1}
    wish = {"rules": rules, "seats": seats, "start": is_full, "clock": kind.get("clock", {"mode": "none"})}
    made = owner.post(f"{API}/games", wish)
    assert made.status == 201, made
    table = Table(made.content["id"], people)
    for seat, person in zip(vacant[1:], people[1:], strict=True):
        assert person.client.send("PUT", f"{table.path}/seats/{seat}").status == 200
    if not is_full:
        assert owner.send("POST", f"{table.path}/start").status == 200
    return table
