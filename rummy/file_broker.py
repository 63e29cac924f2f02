"""The embedded broker: Celery messages as files in one folder, for a service without Redis.

Kombu's own file transport writes a message in place, so that a second process may read half of it and
lose it, and it orders messages by a clock that starts again at boot. Here a message is written under another
name and renamed when it is whole, and names sort by wall time.

Losing a message costs nothing but time: the sweep rings again for whatever is due.
"""

import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.utils.json import dumps, loads

SCHEME = "files"


class Channel(virtual.Channel):
    """Queues as folders of messages. No fan-out: workers run without gossip and remote control."""

    supports_fanout = False

    @property
    def transport_options(self) -> dict[str, Any]:
        """The application's `broker_transport_options`."""
        options: dict[str, Any] = self.connection.client.transport_options
        return options

    def _folder(self, queue: str) -> Path:
        folder = Path(self.transport_options["folder"]) / queue
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _waiting(self, queue: str) -> list[str]:
        return sorted(name for name in os.listdir(self._folder(queue)) if name.endswith(".msg"))

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        whole = self._folder(queue) / f"{time.time_ns():020d}-{uuid.uuid4().hex}.msg"
        growing = whole.with_suffix(".part")
        growing.write_text(dumps(message))
        growing.rename(whole)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in self._waiting(queue):
            mine = self._folder(queue) / f"{name}.{os.getpid()}"
            try:
                (self._folder(queue) / name).rename(mine)  # of several readers one succeeds
            except FileNotFoundError:
                continue
            text = mine.read_text()
            mine.unlink()
            return loads(text)
        raise Empty

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        names = self._waiting(queue)
        for name in names:
            (self._folder(queue) / name).unlink(missing_ok=True)
        return len(names)


class Transport(virtual.Transport):
    """The transport of broker addresses `files://`, with its folder in the option `folder`."""

    Channel = Channel
    default_port = None
    driver_type = driver_name = SCHEME
    implements = virtual.Transport.implements.extend(asynchronous=False, exchange_type=frozenset(["direct"]))


def register() -> None:
    """Make Celery know `files://`."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
