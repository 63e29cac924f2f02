"""Instants as the API writes them: in UTC, with milliseconds."""

from players.times import instant as instant_text

__all__ = ["instant_text"]
