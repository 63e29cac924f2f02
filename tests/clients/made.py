"""Clients made once for all tests of a process, and what they are given to read."""

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from clients.generate import GENERATED, HERE, VENV, generate, schema

NEW = "something_new"
"""A key, value or tag that no client knows."""


@cache
def made(name: str) -> tuple[Path, str]:
    """The folder of a client, and what was said while it was generated."""
    return GENERATED / name, _once(name, lambda: generate(name))


@cache
def compiled(name: str) -> Path:
    """Where the JavaScript of a client in TypeScript is, after the strictest of compilers found nothing."""
    made(name)
    _once(f"{name}-js", lambda: node(HERE / "node_modules" / "typescript" / "bin" / "tsc", "-p", HERE / name))
    return GENERATED / f"{name}-js"


def _once(name: str, act: Callable[[], str]) -> str:
    """What `act` returns, which one of the processes that run these tests does for all of them."""
    GENERATED.mkdir(exist_ok=True)
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    with (GENERATED / f"{name}.done").open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        done_by, _, said = file.read().partition("\n")
        if done_by != run:
            said = act()
            file.truncate(0)
            file.write(f"{run}\n{said}")
        return said


def ran(*command: str | Path, **options: Any) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def node(*arguments: str | Path, **options: Any) -> str:
    """What Node.js prints. Where it is not installed, the test is skipped, but not in CI."""
    if shutil.which("node") is None or not (HERE / "node_modules").exists():
        if os.environ.get("CI"):
            pytest.fail("Node.js or npm is missing: run `apt-get install nodejs npm`.")
        pytest.skip("Node.js or npm is not installed")
    return ran("node", *arguments, **options)


def python(*arguments: str | Path, **options: Any) -> str:
    """What the Python prints that the generated client is for; no other has what it needs."""
    path = os.pathsep.join(map(str, (made("python")[0], HERE / "python")))
    return ran(VENV / "python", *arguments, env=os.environ | {"PYTHONPATH": path}, **options)


def from_the_future(value: Any, described: dict[str, Any]) -> Any:
    """The value as a later server may tell it: with another key in each object, and other values of enums."""
    described = _resolved(described)
    if isinstance(value, list):
        return [from_the_future(part, described["items"]) for part in value]
    if not isinstance(value, dict):
        return NEW if "enum" in described and value is not None else value
    if "discriminator" in described:
        return value | {described["discriminator"]["propertyName"]: NEW, NEW: 1}
    members = described.get("properties")
    if members is None:
        return value
    return {key: from_the_future(part, members[key]) for key, part in value.items()} | {NEW: [1]}


def _resolved(described: dict[str, Any]) -> dict[str, Any]:
    for key in ("allOf", "oneOf"):
        if len(described.get(key, ())) == 1:
            (described,) = described[key]
    if "$ref" in described:
        return _resolved(schema("union")["components"]["schemas"][described["$ref"].rsplit("/", 1)[-1]])
    return described


def lines(values: list[tuple[str, Any]]) -> str:
    """For the programs that decode: one line each, the name of the component and the value."""
    return "".join(json.dumps(list(pair)) + "\n" for pair in values)
