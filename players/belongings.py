"""What else belongs to a player, in apps that this one does not know: each registers a part of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class Part:
    """One kind of belongings: under which name it is exported, how, and what is done before its owner is erased."""

    name: str
    told: Callable[[UUID], Any]
    leave: Callable[[UUID, datetime], None]


_parts: dict[str, Part] = {}


def register(part: Part) -> None:
    """Make the part known; once for each app, when it is ready."""
    _parts[part.name] = part


def parts() -> tuple[Part, ...]:
    """All that are known."""
    return tuple(_parts.values())
