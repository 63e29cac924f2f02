"""Every request, answer and code has an example: recorded, as described, and of the shape of what is answered now.

`make examples` records them anew.
"""

import json
import os
import re
from collections.abc import Iterator

import pytest

from api.examples import FOLDER, PROBLEMS
from api.problem_types import PROBLEM_TYPES
from tests.api.description import (
    declared_codes,
    faults_of_answer,
    faults_of_body,
    faults_of_component,
    good_answer,
    openapi,
    operations,
    request_schema,
)
from tests.api.junk.crawl import Crawl
from tests.api.schema.provoking import PROVOKED, recorded_problem
from tests.api.schema.recording import Chance, differences, frozen_world, recorded_operation

IS_RECORDING = os.environ.get("EXAMPLES") == "record"
OPERATIONS = sorted(operations())
FILES = {file.stem: file for file in FOLDER.glob("*.json")}
SECRET = re.compile(r"(rum_[a-z]{3}|whsec)_(?!this-is-an-example|[a-z]*\b)[A-Za-z0-9+/=_-]{20,}")
Recorder = tuple[Crawl, Chance]


@pytest.fixture(scope="module")
def recorder(django_db_setup: None, django_db_blocker: object) -> Iterator[Recorder]:
    """The world in which examples are recorded."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():  # type: ignore[attr-defined]
        patch.setattr("django.conf.settings.SECRET_KEY", "for examples only")
        with frozen_world(patch) as made:
            yield made


def written(name: str, example: object) -> object:
    """The example as it is kept; while recording, the new one, which is kept then."""
    if IS_RECORDING:
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.json").write_text(json.dumps(example, indent=1, ensure_ascii=False) + "\n")
        return example
    return example_of(name)


def example_of(name: str) -> dict[str, object]:
    """The one that is kept."""
    assert name in FILES, f"{name} has no example: run `make examples`"
    return dict(json.loads(FILES[name].read_text()))


@pytest.mark.django_db
@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_an_example_is_what_is_answered_now(recorder: Recorder, operation_id: str) -> None:
    recorded = recorded_operation(*recorder, operation_id)
    kept = written(operation_id, recorded)
    assert list(differences(kept, recorded)) == [], "if it is meant so, run `make examples`"


@pytest.mark.django_db
def test_the_examples_of_problems_are_what_is_answered_now(recorder: Recorder) -> None:
    recorded = {code: recorded_problem(*recorder, code) for code in PROBLEM_TYPES}
    kept = written(PROBLEMS, recorded)
    assert list(differences(kept, recorded)) == [], "if it is meant so, run `make examples`"


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_an_example_is_complete_and_as_described(operation_id: str) -> None:
    example = example_of(operation_id)
    assert ("request" in example) == (request_schema(operation_id) is not None)
    assert ("answer" in example) == (good_answer(operation_id)[1] is not None)
    if "request" in example:
        assert faults_of_body(operation_id, example["request"]) == []
    if "answer" in example:
        assert faults_of_answer(operation_id, example["answer"]) == []


@pytest.mark.parametrize("code", PROBLEM_TYPES)
def test_every_code_has_an_example(code: str) -> None:
    problem = example_of(PROBLEMS).get(code)
    assert problem is not None, f"{code} has no example: run `make examples`"
    assert faults_of_component("Problem", problem) == []


def test_no_example_is_of_what_is_not_there() -> None:
    assert set(FILES) - {PROBLEMS} <= set(OPERATIONS)
    assert set(example_of(PROBLEMS)) == set(PROBLEM_TYPES)
    assert set(PROVOKED) <= set(PROBLEM_TYPES)


@pytest.mark.parametrize("name", sorted(FILES))
def test_no_example_holds_what_could_be_a_secret(name: str) -> None:
    assert SECRET.findall(FILES[name].read_text()) == []


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_examples_stand_in_the_description(operation_id: str) -> None:
    described = operations()[operation_id][2]
    for status, answer in described["responses"].items():
        (form,) = answer.get("content", {"": {"example": None}}).values()
        if status.startswith("2"):
            assert "example" in form
        elif status != "default":
            assert set(form["examples"]) == set(re.findall("`([a-z_]+)`", answer["description"]))
    assert declared_codes(operation_id) <= set(openapi()["components"]["examples"])
