"""No text for people is written where nobody would find it to be translated."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What tells people something -> which of its arguments is the text. What the engine raises is collected as it is.
_TELLING = {
    "DomainError": 1,
    "malformed": 1,
    "fault": 1,
    "Problem": 1,
    "BadAddress": 0,
    "BadName": 0,
    "BadJson": 0,
    "BadRedirect": 0,
    "ValidationError": 0,
    "ErrorDetail": 0,
    "RefusedRecord": 1,
    "refused": 0,
    "_refused": 0,
}
FILES = [
    file
    for package in ("api", "games", "players", "rummy", "scoring")
    for file in sorted((ROOT / package).rglob("*.py"))
    if not {"migrations", "management"} & set(file.parts)
]


def unfound(source: str) -> Iterator[str]:
    """The texts in the source that are given to people as they are."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        at = _TELLING.get(name)
        if at is not None and len(node.args) > at:
            yield from (ast.unparse(text) for text in _texts(node.args[at]))


def _texts(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and isinstance(value.value, str)):
        yield value
    elif isinstance(value, ast.Dict):
        for part in value.values:
            yield from _texts(part)
    elif isinstance(value, ast.List | ast.Tuple):
        for part in value.elts:
            yield from _texts(part)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_text_for_people_can_be_translated(file: Path) -> None:
    assert list(unfound(file.read_text())) == []


def test_a_text_that_is_not_marked_is_noticed() -> None:
    source = """
raise DomainError("not_found", "There is no such thing.")
raise DomainError("not_found", gettext("There is no such thing."), seat=3)
raise serializers.ValidationError({"seat": [f"There is no seat {seat}."]})
raise DomainError("not_found")
"""
    assert list(unfound(source)) == ["'There is no such thing.'", "f'There is no seat {seat}.'"]
