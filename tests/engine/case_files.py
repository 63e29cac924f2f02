"""The case files of this folder, and their cases."""

import json
from functools import cache
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"


@cache
def all_cases() -> dict[str, dict[str, Any]]:
    """Every case by its file's name and its id."""
    found: dict[str, dict[str, Any]] = {}
    for file in sorted(CASES.rglob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            name = f"{file.stem}:{case['id']}"
            assert name not in found, f"two cases have the name {name}"
            found[name] = case
    return found
