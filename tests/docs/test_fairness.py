"""The programs of fairness.md find every deal fair that is played here, and none that was tampered with."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine import PRESETS
from games.models import Deal
from games.selectors.deals import fairness_fields
from games.services.bots import run_bots
from games.services.resign import resign
from games.store import GameState
from tests.engine.random_play import GAMES
from tests.service.games.table import NOW, bots, people, ticking

from .pages import DOCS, examples_of

NODE = shutil.which("node")
(PYTHON,), (JAVASCRIPT,) = (examples_of(DOCS / "fairness.md", language) for language in ("python", "js"))
LONGEST = 20
"""Lines, imports aside."""

pytestmark = pytest.mark.django_db
Check = Callable[[list[Any]], list[str]]


@pytest.fixture(params=["python", "javascript"])
def check(request: pytest.FixtureRequest, tmp_path: Path) -> Check:
    """What one of the programs says of some answers."""
    if request.param == "javascript" and NODE is None:
        pytest.skip("node is not installed, which runs the program in JavaScript")
    runner, code, name = (
        (sys.executable, PYTHON, "check.py") if request.param == "python" else (str(NODE), JAVASCRIPT, "check.mjs")
    )
    program = tmp_path / name
    program.write_text(code)

    def run(answers: list[Any]) -> list[str]:
        lines = "".join(json.dumps(answer) + "\n" for answer in answers)
        done = subprocess.run([runner, program], input=lines, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run


def deals_of(rules: Any, players: int) -> list[dict[str, Any]]:
    """What is answered of each deal of a game that computer players play by these rules."""
    return answers(run_bots(game_id=bots(*["random"] * players, rules=rules).game.id, clock=ticking().__next__))


def broken_off(rules: Any, players: int) -> list[dict[str, Any]]:
    """What is answered of a deal that nobody wants to play."""
    game = people(players, rules=rules, leaver_policy="abandon")
    return answers(resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW))


def answers(state: GameState) -> list[dict[str, Any]]:
    return [fairness_fields(state, row) for row in Deal.objects.filter(game=state.game).order_by("number")]


@pytest.mark.parametrize("rules", [{"preset": "pagat"}, {"preset": "rummy_5000"}], ids=str)
def test_a_deal_that_goes_on_shows_its_commitment_and_no_card(rules: Any) -> None:
    state = bots("club", "club", rules=rules)
    told = fairness_fields(state, Deal.objects.get(game=state.game))
    assert {name for name, value in told.items() if value is None} == {"seed", "pack", "hands", "upcard", "reshuffles"}


def test_a_deal_of_every_preset_and_number_of_players_is_fair(check: Check) -> None:
    deals = [deal for preset, players in GAMES for deal in broken_off(preset, players)]
    assert len(deals) == len(GAMES)
    assert set(check(deals)) == {"fair"}


def test_every_deal_that_was_played_to_its_end_is_fair(check: Check) -> None:
    deals = [
        deal
        for preset, players in dict(GAMES).items()
        for deal in deals_of({"preset": preset, "deal_limit": 1}, players)
    ]
    assert len(deals) == len(PRESETS)
    assert set(check(deals)) == {"fair"}


def test_later_deals_and_reshuffles_are_fair_too(check: Check) -> None:
    rules = {"preset": "classic", "deal_limit": 3, "stock_out": "reshuffle", "reshuffles": 3, "call": "off"}
    deals = deals_of(rules, 4)
    assert [deal["deal_number"] for deal in deals] == [1, 2, 3]
    assert any(deal["reshuffles"] for deal in deals)
    assert check(deals) == ["fair"] * 3


def swapped(cards: list[Any]) -> list[Any]:
    return [cards[1], cards[0], *cards[2:]]


TAMPERED: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "another commitment": lambda deal: {"commitment": engine.commitment(Random(1).randbytes(32))},
    "another seed": lambda deal: {"seed": Random(1).randbytes(32).hex()},
    "another order": lambda deal: {"pack": swapped(deal["pack"])},
    "hands exchanged": lambda deal: {"hands": swapped(deal["hands"])},
    "another upcard": lambda deal: {"upcard": deal["hands"][0][0]},
    "another first dealer": lambda deal: {"dealer": (deal["dealer"] + 1) % deal["players"]},
    "another reshuffle": lambda deal: {"reshuffles": [{"number": 1, "pile": ["2C", "3C"], "stock": ["4C", "5C"]}]},
}


def test_what_was_tampered_with_is_found(check: Check) -> None:
    (deal,) = deals_of({"preset": "pagat", "deal_limit": 1}, 3)
    assert check([deal, *(deal | change(deal) for change in TAMPERED.values())]) == ["fair"] + ["NOT FAIR"] * len(
        TAMPERED
    )


@pytest.mark.parametrize("code", [PYTHON, JAVASCRIPT], ids=["python", "javascript"])
def test_the_programs_are_short(code: str) -> None:
    lines = [line for line in code.splitlines() if line.strip() not in ("", "}") and not line.startswith("import")]
    assert len(lines) <= LONGEST
