"""Instants as text."""

from players.times import instant, parsed

__all__ = ["instant", "parsed"]
