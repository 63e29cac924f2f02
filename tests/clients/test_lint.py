"""What Redocly's rules for descriptions say of ours: nothing, in either profile."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from clients.generate import HERE, schema

from .made import node

pytestmark = pytest.mark.clients


def said_of(described: dict[str, Any], folder: Path) -> list[str]:
    file = folder / "described.json"
    file.write_text(json.dumps(described, default=str), encoding="utf-8")
    return node(HERE / "lint.mjs", file).splitlines()


@pytest.mark.parametrize("profile", ["union", "flat"])
def test_there_is_nothing_to_say(profile: str, tmp_path: Path) -> None:
    assert said_of(schema(profile), tmp_path) == []


def test_faults_are_found(tmp_path: Path) -> None:
    described = deepcopy(schema("flat"))
    described["paths"]["/api/v1/meta"]["get"]["operationId"] = "listBotLevels"
    described["components"]["schemas"]["Seat"]["properties"]["seat"] = {"typ": "integer"}
    found = said_of(described, tmp_path)
    assert {line.split()[0] for line in found} >= {"operation-operationId-unique", "struct"}
