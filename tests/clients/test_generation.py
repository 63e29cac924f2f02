"""Clients in five languages are generated without a complaint, and have what docs/api/clients.md says of them."""

import re
from pathlib import Path

import pytest

from clients.generate import HERE, PROFILES, schema
from engine import MOVE_TYPES

from .made import made

pytestmark = pytest.mark.clients

# Nothing is made of these names.
HARMLESS = re.compile(r"(Export|Date) \(.*\) cannot be used as (a )?model name")
COMPLAINT = re.compile(r"\b(WARN|ERROR|WARNING|Exception|Cannot|Unable)\b")
MODELS = {
    "typescript-fetch": "models/*.ts",
    "kotlin": "src/main/kotlin/rummy/models/*.kt",
    "kotlin-flat": "src/main/kotlin/rummy/models/*.kt",
    "swift": "Sources/Rummy/Models/*.swift",
    "dart-dio": "lib/src/model/*.dart",
    "dart-flat": "lib/model/*.dart",
}
THEIRS = {"movetype", "date"}
"""Models that are no components: the tag of the flat move, and what dart-dio has for days."""
MOVES = {
    "typescript": ("rummy.d.ts", r'^            type: "(\w+)";$'),
    "typescript-fetch": ("models/Move.ts", r"\{ type: '(\w+)' \} & "),
    "kotlin": ("src/main/kotlin/rummy/models/Move.kt", r'jsonMap\["type"\] = JsonPrimitive\("(\w+)"\)'),
    "kotlin-flat": ("src/main/kotlin/rummy/models/MoveType.kt", r'@Json\(name = "(\w+)"\)\s+\w+\("\1"\)'),
    "swift": ("Sources/Rummy/Models/Move.swift", r'case "(\w+)":'),
    "dart-dio": ("lib/src/model/move.dart", r"^    r'(\w+)': \w+Move,$"),
    "dart-flat": ("lib/model/move_type.dart", r"^  \w+\._\(r'(\w+)'\),$"),
    "python": ("rummy_client/models/move_type.py", r'^    [A-Z_]+ = "(\w+)"$'),
}
TOLERANCE = {
    "kotlin": ("src/main/kotlin/rummy/models/GameStatus.kt", "unknown_default_open_api"),
    "kotlin-flat": ("src/main/kotlin/rummy/models/GameStatus.kt", "unknown_default_open_api"),
    "swift": ("Sources/Rummy/Models/GameStatus.swift", "unknownDefaultOpenApi"),
    "dart-dio": ("lib/src/model/game_status.dart", "fallback: true"),
}


def plain(name: str) -> str:
    return name.replace("_", "").lower()


def text(name: str, file: str) -> str:
    return Path(made(name)[0], file).read_text()


def test_every_client_has_its_folder_and_a_helper_for_problems() -> None:
    folders = {folder.name for folder in HERE.iterdir() if folder.is_dir()} - {"generated", "node_modules"}
    assert folders - {"__pycache__"} == set(PROFILES)
    for name in PROFILES:
        (helper,) = (file for file in (HERE / name).iterdir() if file.stem.lower() == "problems")
        code = [
            line for line in helper.read_text().splitlines() if line and not line.startswith(("//", "/*", "import"))
        ]
        assert len(code) <= 25, name


@pytest.mark.parametrize("name", PROFILES)
def test_a_client_is_generated_without_a_complaint(name: str) -> None:
    said = made(name)[1].splitlines()
    assert [line for line in said if COMPLAINT.search(line) and not HARMLESS.search(line)] == []


@pytest.mark.parametrize("name", MOVES)
def test_a_client_knows_every_move(name: str) -> None:
    file, move = MOVES[name]
    assert set(re.findall(move, text(name, file), re.MULTILINE)) >= set(MOVE_TYPES)


@pytest.mark.parametrize("name", TOLERANCE)
def test_a_client_is_ready_for_new_values(name: str) -> None:
    file, sign = TOLERANCE[name]
    assert sign in text(name, file)


@pytest.mark.parametrize("name", MODELS)
def test_every_model_has_a_name_of_ours(name: str) -> None:
    files = {plain(file.stem) for file in made(name)[0].glob(MODELS[name])} - {"index"}
    ours = {plain(component) for component in schema(PROFILES[name])["components"]["schemas"]}
    assert {"game", "move", "problem"} <= files
    assert files - ours <= THEIRS
