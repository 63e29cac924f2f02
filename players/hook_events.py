"""What webhooks can be told of."""

TOLD_OF_GAMES = (
    "turn_started",
    "game_started",
    "deal_over",
    "game_over",
    "game_aborted",
    "offer_made",
    "player_left",
)
TOLD_OF_PLAYERS = ("seek_matched", "invite_received", "player_erased", "report_updated")
WEBHOOK_EVENTS = TOLD_OF_GAMES + TOLD_OF_PLAYERS
TEST_EVENT = "test"
"""Told to one webhook, when its owner asks for it."""
