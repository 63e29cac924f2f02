"""The rows of stored play. `api` never imports them: it calls services and selectors."""

from games.models.bulk import BulkItem, BulkJob, BulkStatus
from games.models.chat import ChatMessage, Room
from games.models.daily import Attempt, DailyDeal, ResultCount
from games.models.deal import Deal
from games.models.entry import Author, Entry, EntryIsFinal, Kind
from games.models.game import Game, LeaverPolicy, Status, UndoPolicy, Visibility
from games.models.heartbeat import Heartbeat
from games.models.invite import Invite, InviteStatus
from games.models.moment import Moment
from games.models.notice import Notice
from games.models.offer import Offer, OfferKind, OfferStatus
from games.models.presence import Listener, Presence
from games.models.seat import Outcome, Seat
from games.models.seek import Seek, SeekBots, SeekStatus

__all__ = [
    "Attempt",
    "Author",
    "BulkItem",
    "BulkJob",
    "BulkStatus",
    "ChatMessage",
    "DailyDeal",
    "Deal",
    "Entry",
    "EntryIsFinal",
    "Game",
    "Heartbeat",
    "Invite",
    "InviteStatus",
    "Kind",
    "LeaverPolicy",
    "Listener",
    "Moment",
    "Notice",
    "Offer",
    "OfferKind",
    "OfferStatus",
    "Outcome",
    "Presence",
    "ResultCount",
    "Room",
    "Seat",
    "Seek",
    "SeekBots",
    "SeekStatus",
    "Status",
    "UndoPolicy",
    "Visibility",
]
