"""The page on notices names all that a player is told."""

from api.serializers.mine import TURN_REASONS, PlayerEventQuery
from players.event_texts import PLAYER_EVENT_TYPES

from .pages import DOCS, rows, section, text_of

PAGE = DOCS / "api" / "notices.md"


def test_every_event_of_a_player_is_documented() -> None:
    cells = [row[0].strip("`") for row in rows(section(PAGE, "Events"))]
    assert cells == [*PlayerEventQuery().fields, *PLAYER_EVENT_TYPES]


def test_every_reason_to_wait_is_documented() -> None:
    assert all(f"`{reason}`" in text_of(PAGE) for reason in TURN_REASONS)
