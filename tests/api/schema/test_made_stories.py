"""What one request has made, the next are about: schemathesis finds out from the description what leads to what."""

from random import Random
from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import seed
from hypothesis.stateful import run_state_machine_as_test

from tests.api.junk.crawl import Crawl
from tests.api.junk.sizes import SIZED, SOAK
from tests.api.schema.making import OF_TOKENS, SEED, application, at_home, described, so_many

pytestmark = [pytest.mark.django_db, *SIZED]
STORIES, STEPS = (1_000, 50) if SOAK else (6, 15)


@pytest.mark.parametrize("role", ["ada", "app for its player"])
def test_one_thing_after_another(shared: Crawl, db: None, role: str) -> None:
    who = shared.world.callers[role]
    machine = described().as_state_machine()
    steps: list[bool] = []

    class Story(machine):  # type: ignore[misc, valid-type]
        def setup(self) -> None:
            self.undone = transaction.atomic()
            self.undone.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

        def step(self, given: Any) -> Any:
            if not given.is_applied:
                at_home(given.case, shared, given.case.operation.definition.raw["operationId"], Random(len(steps)))
            steps.append(given.is_applied)
            return super().step(given)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {
                "headers": dict(who.headers),
                "cookies": dict(who.cookies),
                "app": application(shared, is_undone=False),
            }

        def validate_response(self, response: Any, case: Any, additional_checks: Any = None, **kwargs: Any) -> None:
            case.validate_response(response, excluded_checks=OF_TOKENS, transport_kwargs=kwargs, recorder=self.recorder)

    with time_machine.travel(shared.world.now, tick=False):
        print(f"SEED={SEED}")
        run_state_machine_as_test(seed(SEED)(Story), settings=so_many(STORIES, stateful_step_count=STEPS))
    assert sum(steps) > len(steps) / 10, "what was made is seldom what the next is about"
