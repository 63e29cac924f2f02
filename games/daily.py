"""What the daily deal is: its rules, its computer player, and when a day begins and ends."""

import hashlib
from datetime import UTC, date, datetime, time, timedelta

import engine

OPTIONS = engine.options_from({"preset": "browser", "deal_limit": 1, "target": None})
LEVEL = "club"
PLAYER, BOT = 0, 1
"""The seats of the player and of the computer player."""
GRACE = timedelta(hours=1)
"""So long after midnight an attempt may still be played to its end. Then it is broken off: the seed has to be told."""


def today(now: datetime) -> date:
    """The day in UTC."""
    return now.astimezone(UTC).date()


def opens_at(day: date) -> datetime:
    """The day's first instant."""
    return datetime.combine(day, time(), UTC)


def closes_at(day: date) -> datetime:
    """The next day's first instant: from then on no attempt is started."""
    return opens_at(day) + timedelta(days=1)


def ends_at(day: date) -> datetime:
    """From then on no attempt is played any more."""
    return closes_at(day) + GRACE


def ended_before(now: datetime) -> date:
    """The days before this one have ended by now."""
    return today(now - GRACE)


def bot_secret(seed: bytes) -> bytes:
    """The secret from which all that the computer player does by chance follows, and not the seed from it."""
    return hashlib.sha256(b"computer player of the daily deal " + seed).digest()
