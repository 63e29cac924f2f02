"""A table to play at."""

import pytest

from tests.api.games.tables import Table, table_of


@pytest.fixture
def table(db: None) -> Table:
    """Two people, no calls; seat 0 is to draw."""
    made = table_of(2, rules={"preset": "classic", "call": "off"})
    made.set(turn=0, hands=[["2C", "4D"], ["KD", "4S"]], stock=["5H", "6H", "7C"], pile=["9C"])
    return made
