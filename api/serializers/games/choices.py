"""The closed lists of values that games use."""

GAME_STATUSES = ("open", "running", "paused", "finished", "aborted", "voided")
VISIBILITIES = ("public", "unlisted", "private")
LEAVER_POLICIES = ("bot", "abandon")
SEAT_KINDS = ("open", "person", "bot")
VIEWER_ROLES = ("seat", "spectator", "finished", "reviewer")
PHASES = ("draw", "play", "over")
AUTHORS = ("person", "bot", "timer", "service")
ENDINGS = ("out", "declined", "no_take", "quiet", "stock_end")
EVENT_TYPES = (
    *("game_created", "game_changed", "player_joined", "player_left", "seat_changed", "game_started"),
    *("deal_started", "turn_started", "move_played"),
    *("call_window_opened", "call_window_answered", "call_window_closed"),
    *("deal_over", "game_over", "game_aborted"),
)
