"""The pages on the API say what it answers; their shell examples run."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from api.problem_types import PROBLEM_TYPES
from api.serializers.games.choices import AUTHORS, EVENT_TYPES
from api.serializers.games.events import EventQuery, EventSerializer
from api.serializers.problems import ProblemSerializer

from .pages import DOCS, ROOT, examples_of, rows, section, text_of

sys.path.insert(0, str(ROOT / "examples"))
import demo

PROBLEMS, EVENTS, TOUR = DOCS / "api" / "problems.md", DOCS / "api" / "events.md", DOCS / "api" / "tour.md"
README = ROOT / "README.md"
needs_shell = pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "curl", "jq"))), reason="bash, curl or jq is not installed"
)


def first_cells(page: Path) -> list[str]:
    return [row[0].strip("`") for row in rows(text_of(page))]


# Problems


def test_every_problem_is_documented_with_its_status() -> None:
    documented = {(int(status), code.strip("`")) for status, code, *_ in rows(section(PROBLEMS, "Codes"))}
    ours = {(kind.status, code) for code, kind in PROBLEM_TYPES.items() if code not in set(engine.Code)}
    assert documented == ours


def test_the_example_of_a_problem_has_the_members_of_a_problem() -> None:
    example = json.loads(examples_of(PROBLEMS, "json")[0])
    fields = ProblemSerializer().fields
    assert set(example) == {name for name, field in fields.items() if field.required}


# Events


def test_every_event_is_documented() -> None:
    cells = first_cells(EVENTS)
    assert set(EVENT_TYPES) <= set(cells)
    assert set(EventSerializer().fields) | set(EventQuery().fields) | set(EVENT_TYPES) == set(cells)
    assert all(f"`{author}`" in text_of(EVENTS) for author in AUTHORS)


# Shell examples


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with demo.server() as address:
        yield address


def shell(page: Path, address: str) -> str:
    """What the page's shell examples print, one after the other in one shell."""
    script = "".join(examples_of(page, "sh")).replace("http://127.0.0.1:8000", address)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@needs_shell
def test_the_ten_lines_of_the_readme_run(address: str) -> None:
    printed = shell(README, address)
    assert printed.count('["draw",["') == printed.count('["discard ') == 3
    assert printed.count("\nSeat 0: draw\nSeat 0: discard ") == 3
    assert "\nSeat 1: " in printed
    assert printed.count('"card_count":') == 2
    assert len(examples_of(README, "sh")[0].splitlines()) == 10


def test_the_tour_is_short() -> None:
    lines = "".join(examples_of(TOUR, "sh")).splitlines()
    assert len([line for line in lines if line.strip()]) < 60
    assert max(map(len, lines)) <= 140


@needs_shell
def test_the_tour_plays_from_a_guest_to_a_finished_game(address: str) -> None:
    printed = shell(TOUR, address)
    codes = re.findall(r'"code":"(\w+)"', printed)
    assert codes == ["impossible_rules", "version_conflict", "wrong_phase", "game_paused"]
    assert '{"moves":["ok"],"melds":[{' in printed
    assert '"cards":["5H","6H","X2=7H"]' in printed
    for kind in ("undo", "pause", "resume"):
        assert f'{{"kind":"{kind}","status":"accepted"}}' in printed
    taken, back = re.search(r'"phase":"play","hand":(\[.*\])}\n(?:.*\n){1}.*"hand":(\[.*?\])', printed).groups()  # type: ignore[union-attr]
    assert len(json.loads(taken)) == len(json.loads(back)) + 1
    assert '"waits_for":["turn"]' in printed
    totals = re.search(r'"status":"finished","totals":(\[.*?\])', printed)
    assert totals
    assert max(json.loads(totals[1])) >= 100
    assert '"number":1,"scores":[' in printed
    assert '"resigned":true' in printed


# The demo


def test_the_demo_plays_a_game_to_500() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "demo.py")], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    *_, totals, winner, _ = done.stdout.splitlines()
    assert max(map(int, totals.split()[1:])) >= 500
    assert winner.startswith("Winner: ")


def test_the_demo_is_short() -> None:
    assert len((ROOT / "examples" / "demo.py").read_text().splitlines()) <= 150


def test_the_stream_of_the_events_page_begins_with_a_snapshot(address: str) -> None:
    assert re.fullmatch(r"id: v\d+\.\d+\nevent: snapshot\n(.|\n)*", shell(EVENTS, address))
