"""Uvicorn's reader of HTTP/1.1, which answers with a problem what it cannot read."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from rummy.bare_problems import NO_REQUEST, bare_problem
from rummy.front.abort import ABORT


class Protocol(H11Protocol):
    """One connection. Its requests are told how to break it off."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(transport)
        self.app_state = {**self.app_state, ABORT: transport.abort}

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are no HTTP request, unless an answer is under way."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(bare_problem("bad_request", NO_REQUEST))
        self.transport.close()
