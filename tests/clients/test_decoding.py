"""Clients read what is answered today, and what a later server may answer: other keys, values and types of moves."""

import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from clients.generate import HERE, schema

from .made import NEW, compiled, from_the_future, lines, made, node, python

pytestmark = pytest.mark.clients

Decode = Callable[[list[tuple[str, Any]]], list[Any]]
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
CLIENTS = ["typescript-fetch", "python"]


@pytest.fixture
def decode(request: pytest.FixtureRequest) -> Decode:
    """What one of the clients reads in values, told again as JSON."""
    if request.param == "python":
        made("python")
        return lambda values: _parsed(python(Path(__file__).with_name("decode.py"), input=lines(values)))
    client = compiled("typescript-fetch") / "generated" / "typescript-fetch"
    return lambda values: _parsed(node(Path(__file__).with_name("decode.mjs"), client, input=lines(values)))


def _parsed(printed: str) -> list[Any]:
    return [json.loads(line) for line in printed.splitlines()]


def normal(value: Any) -> Any:
    """Times in one form: languages write them in others."""
    if isinstance(value, dict):
        return {key: normal(part) for key, part in value.items()}
    if isinstance(value, list):
        return [normal(part) for part in value]
    if isinstance(value, str) and INSTANT.fullmatch(value):
        return datetime.fromisoformat(value)
    return value


@pytest.mark.parametrize("decode", CLIENTS, indirect=True)
def test_what_is_answered_is_read_whole(decode: Decode, answers: list[tuple[str, Any]]) -> None:
    read = decode(answers)
    assert len(read) == len(answers) > 150
    for (name, value), again in zip(answers, read, strict=True):
        assert normal(again) == normal(value), name


@pytest.mark.parametrize("decode", CLIENTS, indirect=True)
def test_what_will_be_answered_is_read_too(decode: Decode, answers: list[tuple[str, Any]]) -> None:
    components = schema("union")["components"]["schemas"]
    later = [(name, from_the_future(value, components[name])) for name, value in answers]
    assert NEW in json.dumps(later)
    for (name, value), again in zip(answers, decode(later), strict=True):
        assert set(value) <= set(again), name


@pytest.mark.parametrize("decode", CLIENTS, indirect=True)
def test_a_move_that_is_not_known_keeps_its_type(decode: Decode) -> None:
    value = {"move": {"type": NEW}, "text": "something new"}
    assert decode([("LegalMove", value)])[0]["move"]["type"] == NEW


def test_the_helper_for_typescript_fetch_knows_problems() -> None:
    folder = compiled("typescript-fetch")
    ask = f"""import {{ ResponseError }} from "{folder.as_uri()}/generated/typescript-fetch/index.js";
    import {{ problemOf }} from "{folder.as_uri()}/typescript-fetch/problems.js";
    for (const body of ['{{"code": "game_over", "errors": []}}', "<html>", "null"])
      console.log((await problemOf(new ResponseError(new Response(body, {{ status: 409 }}))))?.code);
    console.log(await problemOf(new Error("no net")));"""
    assert node("--input-type=module", "--eval", ask).split() == ["game_over", "undefined", "undefined", "null"]


def test_the_client_in_python_plays_a_whole_game(address: str) -> None:
    made("python")
    told = python(HERE / "python" / "play.py", address, timeout=240).splitlines()
    assert told[-1].startswith("winners ")
    assert sum(line.startswith("move ") for line in told) >= 4


def test_the_helper_for_python_knows_problems() -> None:
    made("python")
    ask = """from problems import problem_of
import sys
problem = problem_of(sys.stdin.read())
print(problem.code, problem.current_version, problem_of("<html>"), problem_of("[]"), problem_of('{"detail": "x"}'))"""
    problem: dict[str, Any] = dict.fromkeys(schema("flat")["components"]["schemas"]["Problem"]["required"])
    sent = problem | {"code": "version_conflict", "current_version": 7, "errors": []}
    assert python("-c", ask, input=json.dumps(sent)).split() == ["version_conflict", "7", "None", "None", "None"]
