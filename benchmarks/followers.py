"""Readers of many streams in one process, which also sends the moves, so that one clock times both.

    python -m benchmarks.followers < what.json

Reads a line of JSON: `port` of the streams, `web` of the moves, `streams` (requests that open them, each with its game)
and `moves` (requests by game). Says how many it has opened; then, for each further line with a `rate` and `seconds`,
sends moves and tells the milliseconds from sending each to its arrival at the last of its game's streams (`took`), and
to its answer (`answered`).
"""

import asyncio
import json
import re
import resource
import sys
import time
from collections import defaultdict, deque
from typing import Any

OPENED_AT_ONCE, CONNECTIONS = 32, 16
SETTLE_SECONDS, LONGEST_SILENCE_SECONDS = 5.0, 30.0
_MOVE = re.compile(rb"id: v(\d+)\.0(?:\.1)?\nevent: move_played\n")
_VERSION = re.compile(rb'"version":(\d+)')
_LONGEST_HEAD = 100

Arrivals = defaultdict[tuple[str, int], list[float]]


class Reader(asyncio.Protocol):
    """One stream: notes when each move of its game arrives."""

    def __init__(self, game: str, request: bytes, arrivals: Arrivals, opened: "asyncio.Future[None]") -> None:
        self._game, self._request, self._arrivals = game, request, arrivals
        self._opened: asyncio.Future[None] | None = opened
        self._last, self._rest = 0, b""

    def connection_made(self, transport: Any) -> None:
        """Ask for the stream."""
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Note the moves in it."""
        now = time.monotonic()
        if self._opened is not None:
            if not data.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(data.decode())
            self._opened.set_result(None)
            self._opened = None
        seen = self._rest + data
        for found in _MOVE.finditer(seen):
            version = int(found[1])
            if version > self._last:
                self._last = version
                self._arrivals[self._game, version].append(now)
        self._rest = seen[-_LONGEST_HEAD:]


async def open_all(port: int, streams: list[list[str]], arrivals: Arrivals) -> None:
    """Open the streams, some at once."""
    places, loop = asyncio.Semaphore(OPENED_AT_ONCE), asyncio.get_running_loop()

    async def open_one(game: str, text: str) -> None:
        async with places:
            opened = loop.create_future()
            await loop.create_connection(lambda: Reader(game, text.encode(), arrivals, opened), "127.0.0.1", port)
            await asyncio.wait_for(opened, LONGEST_SILENCE_SECONDS)

    await asyncio.gather(*(open_one(*one) for one in streams))


class Sender:
    """Sends the moves of all games in turn, at a rate, over a few lasting connections."""

    def __init__(self, web: int, moves: dict[str, list[str]]) -> None:
        self._web = web
        self._lanes = deque((game, deque(lane)) for game, lane in moves.items())
        self._idle: asyncio.Queue[Any] = asyncio.Queue()
        self.sent: dict[tuple[str, int], float] = {}
        self.answered: list[float] = []

    async def run(self, rate: float, seconds: float) -> None:
        """Send for some seconds."""
        if self._idle.empty():
            for _ in range(CONNECTIONS):
                self._idle.put_nowait(await asyncio.open_connection("127.0.0.1", self._web))
        begun, tasks = time.monotonic(), set()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(begun + number / rate - time.monotonic())
            if not self._lanes:
                break
            tasks.add(asyncio.create_task(self._send(*self._lanes.popleft())))
        await asyncio.gather(*tasks)

    async def _send(self, game: str, lane: "deque[str]") -> None:
        reader, writer = await self._idle.get()
        content = lane.popleft().encode()
        version = _VERSION.search(content)
        assert version is not None
        sent_at = self.sent[game, int(version[1]) + 1] = time.monotonic()
        writer.write(content)
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 201 " not in head[:16]:
            raise RuntimeError(head.decode())
        await reader.readexactly(int(re.search(rb"(?i)content-length: *(\d+)", head)[1]))  # type: ignore[index]
        self.answered.append((time.monotonic() - sent_at) * 1000)
        self._idle.put_nowait((reader, writer))
        if lane:
            self._lanes.append((game, lane))


async def main() -> None:
    """Do as the lines say."""
    asked = json.loads(sys.stdin.readline())
    arrivals: Arrivals = defaultdict(list)
    counts: defaultdict[str, int] = defaultdict(int)
    for game, _ in asked["streams"]:
        counts[game] += 1
    await open_all(asked["port"], asked["streams"], arrivals)
    print(json.dumps({"opened": len(asked["streams"])}), flush=True)
    sender = Sender(asked["web"], asked["moves"])
    while line := await asyncio.to_thread(sys.stdin.readline):
        sender.sent.clear()
        sender.answered.clear()
        arrivals.clear()
        await sender.run(**json.loads(line))
        await asyncio.sleep(SETTLE_SECONDS)
        whole = {move: max(at) for move, at in arrivals.items() if len(at) == counts[move[0]]}
        took = [(whole[move] - at) * 1000 for move, at in sender.sent.items() if move in whole]
        print(json.dumps({"sent": len(sender.sent), "took": took, "answered": sender.answered}), flush=True)


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(main())
