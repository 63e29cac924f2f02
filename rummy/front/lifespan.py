"""The life of the server as ASGI tells it, and its end before ASGI tells it.

A server says that it ends when all requests are answered; but those that wait have to hear of it before.
"""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

from a2wsgi.asgi_typing import Receive, Send

SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def live(receive: Receive, send: Send, *, ending: Callable[[], None]) -> None:
    """Return when the server has ended; `ending` is called in the event loop as soon as a signal asks for that."""
    await receive()
    with ExitStack() as signals:
        if threading.current_thread() is threading.main_thread():  # Python's signals are heard there only
            for number in SIGNALS:
                signals.enter_context(_heard(number, ending))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        ending()
    await send({"type": "lifespan.shutdown.complete"})


@contextmanager
def _heard(number: signal.Signals, ending: Callable[[], None]) -> Iterator[None]:
    """At the signal, call this, and what would have been called without us."""
    loop, before = asyncio.get_running_loop(), signal.getsignal(number)

    def end(received: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(ending)
        if callable(before):
            before(received, frame)

    signal.signal(number, end)
    try:
        yield
    finally:
        signal.signal(number, before)
