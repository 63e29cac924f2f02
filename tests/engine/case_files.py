"""The case files of this folder, and their cases."""

import json
from functools import cache
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"


@cache
def all_cases() -> dict[str, dict[str, Any]]:
    """Every case by its id, which is its own: no two cases share one."""
    found: dict[str, dict[str, Any]] = {}
    for file in sorted(CASES.rglob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            assert case["id"] not in found, f"two cases are called {case['id']}"
            found[case["id"]] = case
    return found
