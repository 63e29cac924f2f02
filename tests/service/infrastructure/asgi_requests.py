"""Requests to an ASGI application without a socket."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Exchange:
    """One request under way: what is sent to it can be added, what it answers is kept."""

    path: str = "/"
    headers: Iterable[tuple[bytes, bytes]] = ()
    method: str = "GET"
    parts: "asyncio.Queue[dict[str, Any]]" = field(default_factory=asyncio.Queue)
    read: list[dict[str, Any]] = field(default_factory=list)
    sent: list[dict[str, Any]] = field(default_factory=list)

    def sends(self, content: bytes, *, more: bool = False) -> "Exchange":
        """Send a part of the body."""
        self.parts.put_nowait({"type": "http.request", "body": content, "more_body": more})
        return self

    def goes(self) -> "Exchange":
        """Close the connection."""
        self.parts.put_nowait({"type": "http.disconnect"})
        return self

    async def to(self, application: Any) -> "Exchange":
        """Let the application answer."""
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": list(self.headers),
        }
        await application(scope, self._receive, self._send)
        return self

    async def _receive(self) -> dict[str, Any]:
        self.read.append(await self.parts.get())
        return self.read[-1]

    async def _send(self, event: dict[str, Any]) -> None:
        self.sent.append(event)

    @property
    def status(self) -> int:
        """Of the answer."""
        return int(self.sent[0]["status"])

    @property
    def answered_headers(self) -> dict[bytes, bytes]:
        """Of the answer."""
        return dict(self.sent[0]["headers"])

    @property
    def content(self) -> bytes:
        """The answer's body."""
        return b"".join(event.get("body", b"") for event in self.sent[1:])
