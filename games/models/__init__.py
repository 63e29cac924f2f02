"""The rows of stored play. `api` never imports them: it calls services and selectors."""

from games.models.deal import Deal
from games.models.entry import Author, Entry, EntryIsFinal, Kind
from games.models.game import Game, LeaverPolicy, Status, Visibility
from games.models.seat import Seat

__all__ = ["Author", "Deal", "Entry", "EntryIsFinal", "Game", "Kind", "LeaverPolicy", "Seat", "Status", "Visibility"]
