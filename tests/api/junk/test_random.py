"""Bodies, moves and positions made at random out of what is nearly right."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import MOVE_TYPES, Code
from tests.api.client import operations
from tests.api.junk.crawl import Crawl
from tests.api.junk.damage import members
from tests.api.junk.good import good
from tests.api.junk.sizes import SIZED, SOAK
from tests.api.junk.world import POSITION

pytestmark = [pytest.mark.django_db, *SIZED]
EXAMPLES = 10_000 if SOAK else 100
TAKING_BODIES = [name for name in sorted(operations()) if "requestBody" in operations()[name][2]]
REFUSALS = {str(code) for code in Code}
thoroughly = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)

TEXTS = st.text(max_size=12) | st.sampled_from(
    ["", "draw", "live", "daily", "pagat", "casual", "5H", "a@b.cd", "x" * 300]
)
PLAIN = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, width=32) | TEXTS
KEYS = st.sampled_from(["preset", "mode", "kind", "bot_level", "player", "turn_ms", "type", "seat", "move"]) | TEXTS
JSON = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
CARDS = st.sampled_from(
    ["TH", "6H", "2C", "2D", "2S", "9S", "KD", "5H", "KC", "X1", "X1=9S", "X2=2H", "9S2", "1H", "th"]
)
MOVES = st.fixed_dictionaries(
    {"type": st.sampled_from([*MOVE_TYPES, "fly"])},
    optional={
        "card": CARDS | JSON,
        "cards": st.lists(CARDS, max_size=5) | JSON,
        "meld": st.integers(0, 3) | JSON,
        "end": st.sampled_from(["low", "high", None]) | JSON,
        "wild": CARDS | JSON,
    },
)
POSITIONS = st.fixed_dictionaries({}, optional={name: st.just(value) | JSON for name, value in POSITION.items()})


@thoroughly
@given(st.data())
def test_bodies(crawl: Crawl, data: Any) -> None:
    operation_id = data.draw(st.sampled_from(TAKING_BODIES))
    known = good(operation_id).body(crawl.world)
    body = data.draw(
        st.fixed_dictionaries(
            {}, optional={name: st.just(known.get(name)) | JSON for name in (*members(operation_id), "nonsense")}
        )
    )
    answer = crawl.operation(operation_id, body=body)
    assert not answer.is_refusal or answer.problem["detail"]


@thoroughly
@given(MOVES, st.sampled_from(["running", "playing", "bare"]), st.sampled_from(["submitMove", "checkMove"]))
def test_moves(crawl: Crawl, move: Any, game: str, operation_id: str) -> None:
    answer = crawl.operation(operation_id, game=game, body={"version": crawl.world.version(game), "move": move})
    if move["type"] in ("call", "pass"):
        assert answer.code in ("version_required", "bad_json")
    elif answer.is_refusal:
        assert answer.code in REFUSALS | {"bad_json"}


@thoroughly
@given(st.lists(MOVES, min_size=1, max_size=4))
def test_turns(crawl: Crawl, moves: Any) -> None:
    answer = crawl.operation(
        "submitTurn", game="playing", body={"version": crawl.world.version("playing"), "moves": moves}
    )
    assert answer.code in REFUSALS | {"", "bad_json", "bad_request", "version_required"}


@thoroughly
@given(
    POSITIONS, st.lists(st.fixed_dictionaries({}, optional={"seat": st.integers(-1, 3) | JSON, "move": MOVES | JSON}))
)
def test_positions(crawl: Crawl, position: Any, moves: Any) -> None:
    body = {"position": position, "moves": moves[:3], "check": moves[3:6], "legal": [0, 1]}
    answer = crawl.operation("playPosition", body=body)
    assert answer.code in ("", "bad_position", "impossible_rules", "bad_request", "bad_json")
