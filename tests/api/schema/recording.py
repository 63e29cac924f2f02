"""Carries out the good request of each operation in a world that is the same each time, and keeps what went over."""

import itertools
import json
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import transaction

from tests.api.junk.crawl import Answer, Crawl
from tests.api.junk.good import good
from tests.api.junk.world import built

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
REQUEST_ID = {"Request-Id": "019b8d2e-0000-7000-8000-000000000000"}
MOST_RESULTS, MOST_TEXT = 2, 600
_SECRET = re.compile(r"(rum_[a-z]{3}_)([A-Za-z0-9_-]{43})|(whsec_)([A-Za-z0-9+/=]+)")
_FAKE = "this-is-an-example-and-opens-nothing-at-all--"


class Chance:
    """In the place of entropy: the same each time, and ids sort in the order in which they were made."""

    def __init__(self) -> None:
        self.begin("world", 0)

    def begin(self, name: str, first: int) -> None:
        """Go on with what belongs to this name alone, so that a new example changes no other."""
        self._random, self._ids = Random(name), itertools.count(first)

    def put_in_place(self, patch: pytest.MonkeyPatch) -> None:
        """Until the patch is undone."""
        patch.setattr(secrets, "token_bytes", lambda count=32: self._random.randbytes(count))
        patch.setattr(secrets, "token_urlsafe", lambda count=32: self._random.randbytes(count).hex())
        patch.setattr(secrets, "choice", lambda options: self._random.choice(options))
        patch.setattr(secrets, "randbits", lambda _: next(self._ids))


@contextmanager
def frozen_world(patch: pytest.MonkeyPatch) -> Iterator[tuple[Crawl, Chance]]:
    """The world of `tests/api/junk`, in which it is always the same moment; at the end it is gone."""
    chance = Chance()
    chance.put_in_place(patch)
    with time_machine.travel(NOW, tick=False), transaction.atomic():
        yield Crawl(built()), chance
        transaction.set_rollback(True)


def recorded_operation(crawl: Crawl, chance: Chance, operation_id: str) -> dict[str, Any]:
    """Its good request and the answer to it."""
    chance.begin(operation_id, 1_000_000)
    body = good(operation_id).body(crawl.world)
    answer = crawl.operation(operation_id, headers=REQUEST_ID)
    assert not answer.is_refusal, (operation_id, answer.problem)
    example = {} if body is None else {"request": body}
    if answer.content:
        example["answer"] = content_of(answer)
    return dict(without_secrets(shortened(example)))


def content_of(answer: Answer) -> Any:
    """The object or the text."""
    is_json = answer.headers["Content-Type"].endswith("json") and "ndjson" not in answer.headers["Content-Type"]
    return json.loads(answer.content) if is_json else answer.content.decode()


def shortened(example: Any) -> Any:
    """Long lists of results and long prose are cut; the description of the API is left at its head."""
    answer = example.get("answer")
    if not isinstance(answer, dict):
        return example
    if "openapi" in answer:
        return {"answer": {"openapi": answer["openapi"], "info": answer["info"], "paths": {}}}
    cut = {key: _cut(key, value) for key, value in answer.items()}
    return {**example, "answer": cut}


def _cut(key: str, value: Any) -> Any:
    if key in ("results", "option_schema") and value is not None:
        return value[:MOST_RESULTS]
    if key == "content":  # the copy of everything about a player
        return _first_of_each(value)
    if key == "text" and len(value) > MOST_TEXT:
        return value[:MOST_TEXT] + "\u2026"
    return value


def _first_of_each(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _first_of_each(value) for key, value in node.items()}
    return [_first_of_each(part) for part in node[:1]] if isinstance(node, list) else node


def without_secrets(example: Any) -> Any:
    """What looks like a secret says that it is none; the host is one that is nobody's."""
    return json.loads(_SECRET.sub(_fake, json.dumps(example)).replace("http://testserver", "https://rum.example"))


def _fake(found: re.Match[str]) -> str:
    prefix, length = found[1] or found[3], len(found[2] or found[4])
    return prefix + (_FAKE * 2)[:length]


def differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Where two examples are not of one shape: other keys, or other kinds of values."""
    if one is None or other is None:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        yield from (f"{place}/{key}" for key in one.keys() ^ other.keys())
        for key in one.keys() & other.keys():
            yield from differences(one[key], other[key], f"{place}/{key}")
    elif isinstance(one, list) and isinstance(other, list):
        for index, parts in enumerate(zip(one, other, strict=False)):
            yield from differences(*parts, f"{place}/{index}")
    elif type(one) is not type(other):
        yield place
