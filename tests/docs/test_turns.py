"""The diagram of a turn has all that the engine does, and nothing else."""

import re
from dataclasses import replace
from random import Random

import engine
from api.serializers.games.views import GameView
from engine import MOVE_TYPES, PRESETS, Deal
from engine.moves import IN_DRAW, IN_PLAY, IN_WINDOW
from tests.engine.random_play import walk

from .pages import DOCS, examples_of, rows, section

PAGE = DOCS / "api" / "turns.md"
EDGE = re.compile(r"^    (\S+) --> (\S+): (.+)$", re.MULTILINE)
Edge = tuple[str, str, str]
RARE = {
    ("Play", "meld", "Draw"),
    ("Play", "lay_off", "Draw"),
    ("Play", "meld", "Over"),
    ("Window", "call", "Over"),
    ("Window", "pass", "Over"),
}
"""Not in every hundred deals; other tests show that they happen (8.2, 8.4, 9.11)."""
GAMES = [(preset, priority, players) for preset in PRESETS for priority in ("first", "clockwise") for players in (2, 4)]


def edges() -> set[Edge]:
    """(state before, move, state after), of the moves in the diagram."""
    (diagram,) = examples_of(PAGE, "mermaid")
    drawn = {(start, move, end) for start, end, moves in EDGE.findall(diagram) for move in moves.split(", ")}
    return {edge for edge in drawn if edge[1] in MOVE_TYPES}


def state(deal: Deal) -> str:
    """The state of the diagram in which a deal is."""
    return "Window" if deal.table.window else deal.table.phase.capitalize()


def happened(preset: str, priority: str, players: int) -> set[Edge]:
    """What happens in a deal by these rules; nobody draws while others may call, as the service has it."""
    rng = Random(f"{preset} {priority} {players}")
    rules = replace(PRESETS[preset], call_priority=priority)
    if not rules.min_players <= players <= rules.max_players:
        return set()
    deal = engine.start_deal(rules, players=players, seed=rng.randbytes(32))
    steps = ((state(step.before), step.move.type, state(step.after)) for step in walk(deal, rng))
    return {edge for edge in steps if edge[0] != "Window" or edge[1] in ("call", "pass")}


def test_each_state_has_the_moves_that_the_engine_has_for_it() -> None:
    expected = {"Draw": IN_DRAW, "Play": IN_PLAY, "Window": IN_WINDOW}
    for name, kinds in expected.items():
        assert {move for start, move, _ in edges() if start == name} == {kind.type for kind in kinds}


def test_what_happens_in_deals_is_in_the_diagram() -> None:
    seen = set[Edge]().union(*(happened(*game) for game in GAMES))
    assert seen <= edges()
    assert edges() - seen <= RARE


def test_every_state_is_told_from_the_view() -> None:
    assert {row[0] for row in rows(section(PAGE, "A turn"))} == {edge[0] for edge in edges()} | {"Over"}


def test_every_member_of_a_view_is_told() -> None:
    told = [name.strip("`") for row in rows(section(PAGE, "What a view holds")) for name in row[0].split(", ")]
    assert sorted(told) == sorted(GameView().fields)
