"""Redis as the broker: Kombu's own transport, whose workers outlive a Redis that goes away, and quicker to send with.

When a worker loses Redis, Kombu closes the connection twice. Where the first time fails half-way, the second finds
the channel open but its connection gone, and ends the worker with an `AttributeError` (Kombu 5.7). Here that is told
as what it is, a lost connection, from which workers recover. What the channel held is found again by the sweep.
"""

from typing import Any

from kombu.transport import redis as kombu_redis
from redis import exceptions


class Channel(kombu_redis.Channel):
    """A channel that knows when its connection is gone."""

    _kept_client: Any = None

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise exceptions.ConnectionError("The connection was closed.")
        parameters: dict[str, Any] = super()._connparams(asynchronous)
        return parameters

    def _create_client(self, asynchronous: bool = False) -> Any:
        """One client for each pool of connections: Kombu makes another for each message, a sixth of what it costs."""
        if asynchronous:
            return super()._create_client(asynchronous=True)
        if self._kept_client is None or self._kept_client.connection_pool is not self.pool:
            self._kept_client = super()._create_client()
        return self._kept_client


class Transport(kombu_redis.Transport):
    """The transport of broker addresses `redis://` and `rediss://`."""

    Channel = Channel
