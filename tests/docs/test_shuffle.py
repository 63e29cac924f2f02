"""The shuffle in a second language gives the same deals as the engine."""

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

import engine

CHECK = Path(__file__).parents[2] / "docs" / "shuffle" / "check.mjs"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def node(*arguments: str, questions: str = "") -> str:
    done = subprocess.run(
        [str(NODE), str(CHECK), *arguments],
        input=questions,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pack_in_words(options: engine.Options, players: int, seed: bytes) -> str:
    return " ".join(engine.CODES[card] for card in engine.shuffled_pack(options, players, seed))


def test_the_test_vectors_are_right() -> None:
    assert node() == "7 right, 0 wrong\n"


def test_packs_and_dealers_are_those_of_the_engine() -> None:
    random = Random(500)
    questions, expected = [], []
    for _ in range(300):
        seed = random.randbytes(32)
        players = random.randint(2, 8)
        options = engine.options_from(random.choice(["pagat", "classic", "rummy_5000"]))
        questions.append(f"pack {seed.hex()} {options.packs(players)} {options.jokers_per_pack}")
        expected.append(pack_in_words(options, players, seed))
        questions.append(f"dealer {seed.hex()} {players}")
        expected.append(str(engine.first_dealer(players, seed)))
    assert node("ask", questions="\n".join(questions)).splitlines() == expected
