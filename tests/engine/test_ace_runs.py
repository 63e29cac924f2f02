"""4.2, 3.3: every run with an ace in it, under every value of `ace_in_runs`."""

import pytest

import engine
from engine import IllegalMove, Seat
from engine.cards import RANKS

MODES = ("both", "low", "high", "corner")
# The ranks in a ring from each rank on: as runs, low to high. A whole suit is in the cases of 4.5.
RUNS = ["".join((RANKS + RANKS)[start : start + length]) for start in range(13) for length in range(3, 13)]


def is_run(ranks: str, mode: str) -> bool:
    """Whether the rule book calls it one."""
    if mode == "corner" or "A" not in ranks:
        return True
    return (ranks[0] == "A" and mode in ("both", "low")) or (ranks[-1] == "A" and mode in ("both", "high"))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ranks", RUNS)
def test_4_2_a_run_is_one_by_the_rules_in_force(ranks: str, mode: str) -> None:
    cards = [f"{rank}S" for rank in ranks]
    position = {
        "rules": {"preset": "classic", "ace_in_runs": mode},
        "turn": 0,
        "phase": "play",
        "hands": [[*cards, "9D"], ["2D"]],
        "stock": ["8D", "KD"],
        "pile": ["2C"],
    }
    deal, meld = engine.position_from(position), engine.NewMeld(tuple(reversed(cards)))
    if not is_run(ranks, mode):
        with pytest.raises(IllegalMove) as refused:
            engine.play(deal, Seat(0), meld)
        assert refused.value.code == "not_a_meld"
        return
    after = engine.play(deal, Seat(0), meld).table
    assert list(after.melds[0].cards) == cards
    assert engine.table_points(after)[0] == sum(points_of(rank, ranks) for rank in ranks)


def points_of(rank: str, ranks: str) -> int:
    """3.1, 3.3."""
    if rank == "A":
        return 1 if ranks[0] == "A" else 15
    return 10 if rank in "TJQK" else int(rank)


def test_the_matrix_has_every_kind() -> None:
    kinds = {(mode, ranks.find("A") >= 0, is_run(ranks, mode)) for ranks in RUNS for mode in MODES}
    assert kinds >= {(mode, True, legal) for mode in ("both", "low", "high") for legal in (True, False)}
