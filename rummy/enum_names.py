"""How each closed list of values is called in the description of the API, and so in the clients made from it."""

from collections.abc import Iterable

from engine import OPTIONS


def _option_name(name: str) -> str:
    """Such as `LayOffOption`."""
    return "".join(map(str.capitalize, name.split("_"))) + "Option"


# Name -> its values, or where they are listed.
ENUM_NAMES: dict[str, str | Iterable[str]] = {
    **{_option_name(spec.name): list(spec.values) for spec in OPTIONS.values() if spec.kind == "choice"},
    "TokenKind": "api.serializers.accounts.TOKEN_KINDS",
    "ExportStatus": ["queued", "ready", "failed"],
    "PlayerKind": ["guest", "account", "bot"],
    "MoveEnd": ["low", "high"],
    "MeldKind": ["set", "run"],
    "SchemaProfile": "api.views.docs.PROFILES",
    "GameStatus": "api.serializers.games.choices.GAME_STATUSES",
    "GameOrder": "api.serializers.games.choices.GAME_ORDERS",
    "HistoryOrder": "api.serializers.games.choices.HISTORY_ORDERS",
    "Outcome": "api.serializers.games.choices.OUTCOMES",
    "BulkJobStatus": "api.serializers.games.choices.BULK_STATUSES",
    "InviteDirection": "api.serializers.games.choices.INVITE_DIRECTIONS",
    "Opponents": "api.serializers.games.choices.OPPONENTS",
    "RatedFamily": "games.pools.FAMILIES",
    "RatedSpeed": "games.pools.SPEEDS",
    "Visibility": "api.serializers.games.choices.VISIBILITIES",
    "LeaverPolicy": "api.serializers.games.choices.LEAVER_POLICIES",
    "DailyStatus": "games.selectors.daily.STATUSES",
    "AttemptStatus": "api.serializers.daily.ATTEMPT_STATUSES",
    "ClockMode": "api.serializers.games.choices.CLOCK_MODES",
    "UndoPolicy": "api.serializers.games.choices.UNDO_POLICIES",
    "ChatRoom": "api.serializers.games.choices.CHAT_ROOMS",
    "OfferKind": "api.serializers.games.choices.OFFER_KINDS",
    "OfferStatus": "api.serializers.games.choices.OFFER_STATUSES",
    "OfferAnswerKind": "api.serializers.games.choices.OFFER_ANSWERS",
    "SeekStatus": "api.serializers.games.choices.SEEK_STATUSES",
    "SeekBots": "api.serializers.games.choices.SEEK_BOTS",
    "TurnReason": "api.serializers.mine.TURN_REASONS",
    "SeatKind": "api.serializers.games.choices.SEAT_KINDS",
    "ViewerRole": "api.serializers.games.choices.VIEWER_ROLES",
    "TurnPhase": "api.serializers.games.choices.PHASES",
    "MoveAuthor": "api.serializers.games.choices.AUTHORS",
    "WebhookEvent": "players.hook_events.WEBHOOK_EVENTS",
    "DeliveryStatus": "api.serializers.webhooks.DELIVERY_STATUSES",
    "DevicePlatform": "api.serializers.devices.PLATFORMS",
    "SpokenLanguage": "api.serializers.devices.LOCALES",
    "SheetStatus": "api.serializers.sheets.SHEET_STATUSES",
    "SheetRole": "api.serializers.sheets.SHEET_ROLES",
    "SheetLinkAccess": "api.serializers.sheets.LINK_ACCESSES",
    "SheetEntryState": "api.serializers.sheets.ENTRY_STATES",
    "SheetChangeKind": "api.serializers.sheets.CHANGE_KINDS",
    "DealEnding": "api.serializers.games.choices.ENDINGS",
}
