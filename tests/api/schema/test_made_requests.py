"""What schemathesis makes of the description is answered as described, whoever asks.

`make soak TESTS=tests/api/schema` sends all of it, and makes more at random, as SEED says or else as never before.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import time_machine
from hypothesis import given, seed
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.api.client import operations
from tests.api.junk.crawl import Crawl
from tests.api.junk.good import good
from tests.api.junk.sizes import SIZED, SOAK, share
from tests.api.schema.making import SEED, at_home, faults, good_case, made, operation_of, so_many

pytestmark = [pytest.mark.django_db, *SIZED]
ROLES = ["nobody", "guest", "ada", "all scopes", "only lobby", "app for its player", "staff"]
EACH, EXAMPLES = (10_000, 300) if SOAK else (2, 2)
# The rest of the description is the same in both profiles.
WITH_MOVES = ["checkMove", "importRecord", "submitMove", "submitTurn"]
ASKED = [("union", name) for name in sorted(operations())] + [("flat", name) for name in WITH_MOVES]
EACH_OPERATION = [
    pytest.param(profile, name, id=f"{name}-{profile}", marks=pytest.mark.xdist_group(name)) for profile, name in ASKED
]


@pytest.fixture
def world(shared: Crawl, db: None) -> Iterator[Crawl]:
    """The world of the junk, in which it is always the same moment."""
    with time_machine.travel(shared.world.now, tick=False):
        yield shared


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("profile", "operation_id"), EACH_OPERATION)
def test_what_keeps_to_a_rule_of_the_description_or_breaks_it(
    world: Crawl, profile: str, operation_id: str, role: str
) -> None:
    found = []
    for index, case in enumerate(share(made(operation_id, profile), f"{operation_id} {role}", EACH)):
        request = at_home(case.derive(), world, operation_id, Random(f"{role} {index}"))
        found += faults(request, world, world.world.callers[role])
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("profile", "operation_id"), EACH_OPERATION)
def test_what_is_made_at_random(world: Crawl, profile: str, operation_id: str) -> None:
    operation = operation_of(operation_id, profile)
    requests = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))
    roles = st.sampled_from([good(operation_id).caller, *ROLES])
    found: list[str] = []

    @seed(SEED)
    @so_many(EXAMPLES)
    @given(requests, roles, st.integers(0, 2**32))
    def ask(case: Any, role: str, number: int) -> None:
        found.extend(faults(at_home(case, world, operation_id, Random(number)), world, world.world.callers[role]))

    ask()
    assert not found, f"SEED={SEED}\n" + "\n".join(found)


@pytest.mark.parametrize("operation_id", sorted(operations()))
def test_a_token_is_asked_for(world: Crawl, operation_id: str) -> None:
    caller = world.world.callers[good(operation_id).caller]
    found = faults(good_case(operation_id, world), world, caller, excluded=())
    assert not found, "\n".join(found)
