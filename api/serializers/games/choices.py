"""The closed lists of values that games use."""

GAME_STATUSES = ("open", "running", "paused", "finished", "aborted", "voided")
GAME_ORDERS = ("newest", "oldest")
HISTORY_ORDERS = (*GAME_ORDERS, "last_finished", "first_finished")
OUTCOMES = ("won", "shared", "lost", "left")
BULK_STATUSES = ("queued", "done", "failed")
OPPONENTS = ("people", "bots")
VISIBILITIES = ("public", "unlisted", "private")
LEAVER_POLICIES = ("bot", "abandon")
CLOCK_MODES = ("live", "daily", "none")
UNDO_POLICIES = ("agreed", "off")
CHAT_ROOMS = ("table", "spectators")
OFFER_KINDS = ("undo", "pause", "resume", "abandon", "add_time")
OFFER_STATUSES = ("open", "accepted", "declined", "cancelled", "expired")
OFFER_ANSWERS = ("accepted", "declined")
SEEK_STATUSES = ("open", "matched", "cancelled", "expired")
SEEK_BOTS = ("never", "on_expiry", "at_once")
INVITE_DIRECTIONS = ("received", "sent")
SEAT_KINDS = ("open", "person", "bot")
VIEWER_ROLES = ("seat", "spectator", "finished", "reviewer")
PHASES = ("draw", "play", "over")
AUTHORS = ("person", "bot", "timer", "service")
HAND_SIZES = ("fixed", "upcard")
ENDINGS = ("out", "declined", "no_take", "quiet", "stock_end")
EVENT_TYPES = (
    *("game_created", "game_changed", "player_joined", "player_left", "seat_changed", "game_started"),
    *("deal_started", "turn_started", "move_played"),
    *("call_window_opened", "call_window_answered", "call_window_closed"),
    *("undo_done", "timed_out", "vacation_taken", "clock_changed", "game_paused", "game_resumed"),
    *("offer_made", "offer_answered", "offer_closed"),
    *("deal_over", "game_over", "game_aborted", "game_voided", "rematch_made", "presence_changed"),
    *("snapshot", "time", "bye"),
    *("chat_posted", "chat_removed"),
)
