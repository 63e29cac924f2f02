"""The stored form of a deal, a cache of what the entries replay to, and secret; and that of the options."""

from functools import lru_cache
from typing import Any

import msgspec

import engine


class _Snapshot(msgspec.Struct):
    seed: bytes
    version: int
    deal: dict[str, Any]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Snapshot)


def encode(deal: engine.Deal, version: int) -> bytes:
    """The deal with its seed, and the version of the deal's own entry."""
    return _encoder.encode(_Snapshot(deal.seed or b"", version, engine.snapshot_of(deal)))


def decode(snapshot: bytes | memoryview, options: engine.Options) -> tuple[engine.Deal, int]:
    """The inverse of `encode`, for a game played by these options."""
    stored = _decoder.decode(snapshot)
    return engine.deal_from_snapshot(stored.deal, options, seed=stored.seed), stored.version


def options_of(stored: dict[str, Any]) -> engine.Options:
    """The options of a game from its row: read with every move, checked once."""
    return _options(msgspec.json.encode(stored))


@lru_cache(maxsize=1024)
def _options(encoded: bytes) -> engine.Options:
    return engine.options_from(msgspec.json.decode(encoded))
