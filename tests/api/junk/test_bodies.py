"""Bodies that are wrong at one place are refused, and the problem points there."""

import json

import pytest

from api.rendering import largest_body
from tests.api.client import operations
from tests.api.junk.crawl import Crawl
from tests.api.junk.damage import (
    JUNK,
    RAW_JUNK,
    SAMPLE,
    Damaged,
    at_each_place,
    damaged,
    is_described,
    members,
    pointer,
)
from tests.api.junk.good import good
from tests.api.junk.sizes import SIZED, SOAK, is_tried, share

pytestmark = [pytest.mark.django_db, *SIZED]
TAKING_BODIES = [name for name in sorted(operations()) if "requestBody" in operations()[name][2]]
UNREADABLE = {"bad_json", "too_large"}
# The engine reads these by itself, more leniently than the schema says, and has codes of its own for them.
READ_BY_THE_ENGINE = {"rules": "impossible_rules", "position": "bad_position", "move": "bad_notation"}
ENGINE_ONLY = ("move", "moves", "position", "check", "legal")


def expected(damage: Damaged) -> set[str]:
    """The codes that fit a body which is not as described."""
    if len(damage.place) > 1 or damage.name not in ("nothing", "null"):
        for member, code in READ_BY_THE_ENGINE.items():
            if damage.place[:1] == (member,):
                return {code, "bad_request", "impossible_rules"} if member == "position" else {code}
    return {"unknown_field", "bad_request"}


def is_at_the_place(pointers: list[str], damage: Damaged) -> bool:
    place = pointer(damage.place)[:500]
    return any(named.startswith(place[: len(named)]) and place.startswith(named[: len(place)]) for named in pointers)


@pytest.mark.parametrize("operation_id", TAKING_BODIES)
def test_a_body_that_is_wrong_at_one_place(crawl: Crawl, operation_id: str) -> None:
    body = good(operation_id).body(crawl.world)
    for damage in damaged(body, JUNK if SOAK else SAMPLE, members(operation_id)):
        if damage.name != "nothing" and not is_tried(damage, 12 if operation_id == "playPosition" else 2):
            continue
        answer = crawl.operation(operation_id, body=damage.body)
        if answer.code in UNREADABLE or is_described(operation_id, damage.body):
            continue
        if operation_id == "playPosition" or damage.place[:1] == ("moves",):
            continue  # a position and moves are read by the engine, which answers for each by itself
        assert answer.is_refusal, f"accepted: {damage}"
        assert answer.code in expected(damage), (str(damage), answer.problem)
        if answer.code in ("bad_request", "unknown_field"):
            assert is_at_the_place(answer.pointers, damage), (str(damage), answer.problem["errors"])


@pytest.mark.parametrize("operation_id", TAKING_BODIES)
def test_a_body_that_cannot_be_read(crawl: Crawl, operation_id: str) -> None:
    body = good(operation_id).body(crawl.world)
    for name, raw in RAW_JUNK.items():
        for place, text in share(list(at_each_place(body, raw)), name, 2):
            answer = crawl.operation(operation_id, raw=text)
            assert answer.code == "bad_json", (name, place, answer.code)


@pytest.mark.parametrize("operation_id", TAKING_BODIES)
def test_a_body_in_another_encoding(crawl: Crawl, operation_id: str) -> None:
    text = json.dumps(good(operation_id).body(crawl.world))
    for encoding in ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "cp037", "utf-7"):
        if text.encode(encoding) != text.encode():
            assert crawl.operation(operation_id, raw=text.encode(encoding)).code == "bad_json", encoding
    for broken in (text[:-1], text + "}", text[1:], text + text, f"[{text}]", f"{text}\x00", f"/**/{text}", ""):
        answer = crawl.operation(operation_id, raw=broken.encode())
        assert answer.code == "bad_json" or broken == "", broken


@pytest.mark.parametrize("operation_id", TAKING_BODIES)
def test_a_body_at_the_limit_and_over(crawl: Crawl, operation_id: str) -> None:
    text = json.dumps(good(operation_id).body(crawl.world)).encode()
    limit = largest_body(operations()[operation_id][1])
    assert not crawl.operation(operation_id, raw=text.ljust(limit)).is_refusal
    assert crawl.operation(operation_id, raw=text.ljust(limit + 1)).code == "too_large"
