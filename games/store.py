"""Rows to engine values and back. Beside the services nothing writes a game, a deal or an entry."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

import engine
from games.cursors import Cursor
from games.models import Author, ChatMessage, Deal, Entry, Game, Kind, Notice, Offer, Seat, Status
from games.moments import PLAY_FIELDS, keep_moment
from games.snapshots import decode, encode, options_of
from players.compiled import Lookup, insert, update
from players.errors import DomainError


@dataclass
class GameState:
    """A game with its seats and the deal that goes on (None before the start), and what is not yet written.

    `deal_version` is the version of the deal's own entry: its moves are counted from there. `has_started`: before it
    was read, so that its rules, its owner and the like do not change any more. Not yet written
    are `entries`, `notices`, the deals `dealt`, the `offers` that were made or answered, and what is to be noted of
    deals that have `ended` (by number). `seeds` are those of a game that was played before and is played again.

    `is_past`: it is how the game stood some moves ago, with the columns that the open offer had then (`offer_then`);
    for who does not play, and never written.
    """

    game: Game
    seats: list[Seat]
    options: engine.Options
    deal: engine.Deal | None = None
    deal_version: int = 0
    has_started: bool = False
    entries: list[Entry] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    dealt: list[Deal] = field(default_factory=list)
    ended: dict[int, dict[str, Any]] = field(default_factory=dict)
    seeds: Iterator[bytes] | None = None
    is_past: bool = False
    offer_then: dict[str, Any] | None = None

    @property
    def playing(self) -> engine.Deal:
        """The deal that goes on, or the last of a game that is over. `game_not_started` before the first."""
        if self.deal is None:
            raise DomainError("game_not_started", gettext("The game has not started yet."))
        return self.deal

    @property
    def cursor(self) -> Cursor:
        """The place behind all that was told of the game."""
        return Cursor(self.game.version, self.game.notice_count)

    def has_reached(self, place: Cursor) -> bool:
        """Whether so much was told of the game; where not, the place is one of another time or made up."""
        return (place.version, place.notice) <= (self.game.version, self.game.notice_count)

    @property
    def tag(self) -> str:
        """The entity tag of the game as it stands here; who has left may have had another answer at the same place."""
        return Cursor(self.game.version, self.game.notice_count, 0).tag if self.is_past else self.cursor.tag

    def seat_of(self, player_id: UUID | None) -> Seat | None:
        """The seat at which this player plays; None for others, and for one who has resigned."""
        for seat in () if self.is_past else self.seats:
            if player_id is not None and seat.player_id == player_id and seat.resigned_at is None:
                return seat
        return None

    def append(self, kind: Kind, author: Author, at: datetime, seat: Seat | None = None, **facts: Any) -> Entry:
        """A new entry of the log: the game's version rises by one. An act of a seat names who sits there."""
        self.game.version += 1
        self.game.notice_count = 0
        if seat is not None:
            facts["seat"] = seat.seat
            facts["player_id"] = seat.player_id if author == Author.PERSON else None
            facts["bot_level"] = seat.bot_level if author == Author.BOT else ""
        entry = Entry(
            game=self.game,
            version=self.game.version,
            deal_number=self.game.deal_number,
            kind=kind,
            author=author,
            at=at,
            **facts,
        )
        self.entries.append(entry)
        return entry

    def tell(
        self, news: str, at: datetime, seat: int | None = None, message: ChatMessage | None = None, **facts: Any
    ) -> None:
        """An event of type `news` that does not raise the version, which would spoil everybody's next move."""
        game = self.game
        game.notice_count += 1
        number = game.notice_count
        notice = Notice(game=game, version=game.version, number=number, type=news, seat=seat, facts=facts, at=at)
        notice.message = message
        self.notices.append(notice)


_ALL_FIELDS = (
    *PLAY_FIELDS,
    *("preset", "options", "visibility", "leaver_policy", "takeover_level", "owner", "rated", "clock", "pool"),
    *("max_timeouts", "returnable", "undo_policy", "spectator_delay_moves", "started_at", "invite_expires_at"),
)

_ENTRIES_AT_ONCE = 500
SEATS = Seat.objects.select_related("player").order_by("seat")
_game = Lookup(Game.objects.all, "id")
_locked_game = Lookup(Game.objects.select_for_update, "id")
_seats = Lookup(lambda: SEATS, "game")


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games with their seats and who sits there, in one statement more."""
    return games.prefetch_related(Prefetch("seats", SEATS))


def load(game_id: UUID) -> GameState:
    """A game as it stands, without a lock: two statements. `not_found` where there is none."""
    return _found(_game.row(game_id))


def lock(game_id: UUID) -> GameState:
    """The same with the game's row locked until the transaction ends. Every change of a game begins here."""
    return _found(_locked_game.row(game_id))


def state_of(game: Game) -> GameState:
    """The state of a game that was read `with_seats`."""
    return _state(game, list(game.seats.all()))


def _found(game: Game | None) -> GameState:
    if game is None:
        raise DomainError("not_found", gettext("There is no such game."))
    seats = _seats.rows(game.id)
    for seat in seats:
        seat.game = game
        if seat.player_id == game.owner_id and seat.player is not None:
            game.owner = seat.player
    return _state(game, seats)


def _state(game: Game, seats: list[Seat]) -> GameState:
    options, has_started = options_of(game.options), game.status != Status.OPEN
    if game.snapshot is None:
        return GameState(game, seats, options, has_started=has_started)
    return GameState(game, seats, options, *decode(game.snapshot, options), has_started=has_started)


def add(state: GameState) -> None:
    """Write a game that is new and whole."""
    game = state.game
    game.snapshot = encode(state.playing, state.deal_version)
    game.save(force_insert=True)
    Seat.objects.bulk_create(state.seats)
    for deal in state.dealt:
        vars(deal).update(state.ended.get(deal.number, {}))
    Deal.objects.bulk_create(state.dealt)
    Entry.objects.bulk_create(state.entries, batch_size=_ENTRIES_AT_ONCE)


def write(state: GameState) -> None:
    """Write what is new: two statements, and some more where a deal ends, or an offer is made or answered.

    Two or three more in a game that is shown later to those who look on.
    """
    assert not state.is_past, "what was is not written"
    if state.deal is not None:
        state.game.snapshot = encode(state.deal, state.deal_version)
    for number, facts in state.ended.items():
        Deal.objects.filter(game=state.game, number=number).update(**facts)
    for deal in state.dealt:
        deal.save(force_insert=True)
    for offer in state.offers:
        offer.save()
    if state.entries:
        insert(state.entries)
    if state.notices:
        insert(state.notices)
    update(state.game, PLAY_FIELDS if state.has_started else _ALL_FIELDS)
    keep_moment(state.game, state.seats, state.entries)
    state.entries, state.notices, state.offers, state.dealt, state.ended = [], [], [], [], {}


def write_notices(state: GameState) -> None:
    """Write the notices only, of a game in which nothing else is new: two statements."""
    insert(state.notices)
    update(state.game, ("notice_count",))
    keep_moment(state.game, state.seats, ())
    state.notices = []
