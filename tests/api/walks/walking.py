"""A walk through a list from its first page to its last, while rows come and go."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import getitem
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet

from games.models import Entry
from tests.api.client import ApiClient
from tests.api.walks.lists import Listing


def add(listing: Listing, numbers: list[int]) -> None:
    """The rows of these numbers, those that others refer to first."""
    by_kind: dict[type[Model], list[Model]] = {}
    for number in numbers:
        for row in listing.make(number):
            by_kind.setdefault(type(row), []).append(row)
    with transaction.atomic():
        for kind, rows in by_kind.items():
            kind._default_manager.bulk_create(rows, batch_size=500)


def remove(listing: Listing, number: int) -> None:
    """The rows of this number, those that refer to others first."""
    with transaction.atomic():
        for row in reversed(listing.make(number)):
            assert not isinstance(row, Entry)
            _same(row).delete()


def _same(row: Model) -> QuerySet[Any]:
    """The stored row; one whose key counts itself is known by what it belongs to."""
    names = ("id",) if row.pk is not None else ("game_id", "seat")
    return type(row)._default_manager.filter(**{name: getattr(row, name) for name in names})


@dataclass
class Walk:
    """What was found on the way, in its order."""

    client: ApiClient
    listing: Listing
    limit: int
    found: list[Any] = field(default_factory=list)

    def pages(self) -> Iterator[int]:
        """Page after page to the last; after each, the number of rows found so far."""
        path = f"/api/v1/{self.listing.path}"
        query = f"limit={self.limit}" + f"&{self.listing.query}" * bool(self.listing.query)
        place: str | None = ""
        while place is not None:
            place = self._read(f"{path}?{query}")
            # A cursor keeps the filters; a place among events has none.
            name = "after" if self.listing.operation in ("listGameEvents", "listMyEvents") else "cursor"
            query = f"limit={self.limit}&{name}={place}"
            yield len(self.found)

    def _read(self, address: str) -> str | None:
        """Read a page, and tell the place behind it; None if it is the last."""
        answer = self.client.get(address)
        if answer.streaming:
            *rows, end = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]  # type: ignore[attr-defined]
            self.found += [row["id"] for row in rows]
            return end["cursor"] if end["has_more"] else None
        page = answer.json()
        self.found += [reduce(getitem, self.listing.name.split("."), row) for row in page["results"]]
        return page["next_cursor"] if page["has_more"] else None


@dataclass
class Numbers:
    """Which rows are there: those that stay from the beginning on, and those that come and go, of odd numbers."""

    count: int
    random: Random
    gone: set[int] = field(default_factory=set)
    come: set[int] = field(default_factory=set)

    @property
    def first(self) -> list[int]:
        """Those that are there before the walk begins."""
        return [BEFORE + 2 * number for number in range(self.count)]

    def new(self) -> int:
        """One that is not there, anywhere among the others."""
        while (number := BEFORE + 2 * self.random.randrange(self.count) + 1) in self.come:
            pass
        self.come.add(number)
        return number

    def old(self) -> int:
        """One that is to go."""
        while (number := BEFORE + 2 * self.random.randrange(self.count)) in self.gone:
            pass
        self.gone.add(number)
        return number


BEFORE = 100
"""No row has so low a number; a game has a few entries of its own."""


def faults(walk: Walk, numbers: Numbers) -> list[str]:
    """What is wrong with what was found: rows that stayed and are not there, rows twice, rows out of order."""
    told = {str(walk.listing.told(number)): number for number in (*numbers.first, *numbers.come)}
    ours = [told[str(one)] for one in walk.found if str(one) in told]
    found = []
    if missed := set(numbers.first) - numbers.gone - set(ours):
        found.append(f"{len(missed)} missed, such as {min(missed)}")
    if len(set(ours)) < len(ours):
        found.append(f"{len(ours) - len(set(ours))} twice")
    if ours != sorted(ours, reverse=walk.listing.falls):
        found.append("not in their order")
    return found
