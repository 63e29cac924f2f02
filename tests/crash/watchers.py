"""Those who follow a game, or what a player is told, while processes are killed: over a stream, or by long-polls.

Each comes back whenever it is cut off, behind the last event that it was told whole.
"""

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.crash.lossy import BUSY
from tests.crash.sizes import LONGEST_SILENCE_SECONDS
from tests.crash.tables import API
from tests.service.infrastructure.sse import blocks

PAUSE_SECONDS, LONG_PAUSE_SECONDS = 0.2, 1.0
SILENCE_SECONDS = 30
"""Who hears nothing for so long is not connected any more (docs/api/events.md)."""
OVER = ("game_over", "game_aborted")


@dataclass
class Watcher:
    """Follows `path` (a game's, or `me`) at this address. `events` are all that came; `faults` what must not be.

    A server that does not let it wait (`waits`), as its threads are few, is asked now and then.
    """

    address: str
    path: str
    token: str
    streams: bool
    waits: bool = True
    events: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    place: str = ""
    cuts: int = 0

    def __post_init__(self) -> None:
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def start(self) -> "Watcher":
        """Begin to follow."""
        self._thread.start()
        return self

    def finish(self, last: str) -> None:
        """Stop when the event of this id has come; a fault where it does not."""
        end = time.monotonic() + LONGEST_SILENCE_SECONDS
        while not self.faults and all(event["id"] != last for event in self.events):
            if time.monotonic() > end:
                self.faults.append(f"{self} was never told {last}")
                break
            time.sleep(0.05)
        self._is_over.set()

    def get(self, query: str) -> Any:
        """The answer below the path, once somebody gives one."""
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException), self._sent(query) as answer:
                if answer.status not in BUSY:
                    assert answer.status == 200, (str(self), answer.status, answer.read())
                    return json.load(answer)
            time.sleep(PAUSE_SECONDS)

    def listed(self, after: str) -> list[dict[str, Any]]:
        """All behind a place as it is told now."""
        found: list[dict[str, Any]] = []
        while True:
            page = self.get(f"events?limit=100&after={after}")
            found, after = found + page["results"], page["next_cursor"]
            if not page["has_more"]:
                return found

    def streamed(self, after: str, count: int) -> list[str]:
        """The ids of the first events that a stream tells behind a place, however often it is cut off."""
        found: list[str] = []
        while len(found) < count:
            behind = found[-1] if found else after
            with contextlib.suppress(OSError, http.client.HTTPException), self._sent("stream", behind) as answer:
                for block in blocks(answer) if answer.status == 200 else ():
                    found += [block["id"]] if "id" in block else []
                    if len(found) == count:
                        break
        return found

    def _watch(self) -> None:
        try:
            while not self._is_over.is_set():
                with contextlib.suppress(OSError, http.client.HTTPException):
                    self._read_stream() if self.streams else self._poll()
                self.cuts += 1
                self._is_over.wait(PAUSE_SECONDS if self.waits else LONG_PAUSE_SECONDS)
        except BaseException as error:
            self.faults.append(f"{self}: {error!r}")

    def _poll(self) -> None:
        while not self._is_over.is_set():
            place = f"&after={self.place}" if self.place else ""
            with self._sent(f"events?wait={5 * self.waits}{place}") as answer:
                if answer.status in BUSY:
                    return
                assert answer.status == 200, (answer.status, answer.read())
                page = json.load(answer)
            assert page.get("complete", True), "the page says that something is missing"
            self.events += page["results"]
            self.place = page["next_cursor"]
            if not self.waits:
                return

    def _read_stream(self) -> None:
        with self._sent("stream", self.events[-1]["id"] if self.events else "") as answer:
            if answer.status in BUSY:
                return
            assert answer.status == 200, (answer.status, answer.read())
            for block in blocks(answer):
                event = json.loads(block["data"]) if "data" in block else {}
                if "id" in block:
                    assert event["type"] != "snapshot" or not self.events, "a snapshot instead of what was missed"
                    self.events.append(event)
                if self._is_over.is_set():
                    return

    @contextlib.contextmanager
    def _sent(self, query: str, last_event_id: str = "") -> Iterator[http.client.HTTPResponse]:
        address = self.address.removeprefix("http://")
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Last-Event-ID": last_event_id} if last_event_id else {}
        connection = http.client.HTTPConnection(address, timeout=SILENCE_SECONDS)
        with contextlib.closing(connection):
            connection.request("GET", f"{API}/{self.path}/{query}", headers=headers)
            with connection.getresponse() as answer:
                yield answer

    def __str__(self) -> str:
        return f"{'stream' if self.streams else 'long-poll'} of {self.path} for {self.token[:12] or 'nobody'}"
