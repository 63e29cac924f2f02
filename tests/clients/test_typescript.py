"""A client in TypeScript: types by openapi-typescript, requests by openapi-fetch."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from clients.generate import GENERATED, HERE

from .made import compiled, made, node

pytestmark = pytest.mark.clients


@pytest.fixture(scope="session")
def program() -> Path:
    return compiled("typescript")


def test_it_plays_a_whole_game(program: Path, address: str) -> None:
    told = node(program / "play.js", address, timeout=240).splitlines()
    assert re.fullmatch(r"problem 412 version_conflict \d+", told[0])
    kinds = {line.split()[1] for line in told if line.startswith("move ")}
    assert {"draw", "discard"} <= kinds
    totals = [list(map(int, line.split()[1:])) for line in told if line.startswith("totals ")]
    assert max(totals[-1]) >= 150
    winners = [int(seat) for seat in told[-1].removeprefix("winners ").split()]
    assert winners == [seat for seat, total in enumerate(totals[-1]) if total == max(totals[-1])]


def test_its_types_are_those_of_what_is_answered(answers: list[tuple[str, Any]]) -> None:
    made("typescript")
    types = 'import type { components } from "../typescript/rummy";\ntype S = components["schemas"];\n'
    values = [f'export const _{n}: S["{name}"] = {json.dumps(value)};' for n, (name, value) in enumerate(answers)]
    folder = GENERATED / "typescript-answers"
    folder.mkdir(exist_ok=True)
    (folder / "answers.ts").write_text(types + "\n".join(values))
    settings = {"extends": "../../typescript/tsconfig.json", "include": ["answers.ts"]}
    settings["compilerOptions"] = {"noEmit": True, "rootDir": "../.."}
    (folder / "tsconfig.json").write_text(json.dumps(settings))
    node(HERE / "node_modules" / "typescript" / "bin" / "tsc", "-p", folder)


def test_what_is_no_problem_is_told_from_one(program: Path) -> None:
    ask = f"""import {{ answered, problemOf }} from "{program.as_uri()}/problems.js";
    const response = new Response("<html>", {{ status: 502 }});
    try {{ answered({{ error: "<html>", response }}); }} catch (error) {{ console.log(error.status, error.problem); }}
    console.log(problemOf({{ code: "game_over" }}).code);"""
    assert node("--input-type=module", "--eval", ask).splitlines() == ["502 null", "game_over"]
