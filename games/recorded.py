"""Records of games as they are sent to be imported, read from their three forms. Whether they can be played, is not
asked here.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

import engine
from bots.registry import LEVELS
from engine.shuffle import SEED_BYTES
from games.models import Author
from games.refusals import RefusedRecord
from players.names import DELETED_NAME, BadName, clean_name

MOST_DEALS, MOST_MOVES = 200, 4000
# What a record may say of what comes of the moves.
_OF_GAME = ("status", "totals", "result")
_OF_DEAL = ("number", "commitment", "hands", "scores", "totals", "out", "ended")
_OF_MOVE = ("deal_number", "text", "drawn", "undone")
JSON = Mapping[str, Any]


@dataclass(frozen=True)
class RecordedMove:
    """A move with its seat, who made it and when, as far as the record says; `said` must be what comes of it."""

    seat: engine.Seat
    move: engine.Move
    author: Author
    bot_level: str
    at: datetime | None
    said: JSON


@dataclass(frozen=True)
class RecordedDeal:
    """A deal; `said` are members that must be those that come of its moves, such as `scores`."""

    seed: bytes
    dealer: engine.Seat
    moves: Sequence[RecordedMove]
    started_at: datetime | None
    said: JSON


@dataclass(frozen=True)
class RecordedSeat:
    """Who sat at a seat: a name, or "", and the level of a bot, or ""."""

    name: str = ""
    bot_level: str = ""


@dataclass(frozen=True)
class Place:
    """Where a record stands in the request; `is_json`: pointers lead into it."""

    root: str
    is_json: bool

    def refused(self, refusal: Any, deal: int | None = None, move: int | None = None, key: str = "") -> RefusedRecord:
        """A refusal at one deal, move or member of the record; deals and moves are counted from 0."""
        pointer, told = self.root, None
        if deal is not None:
            pointer = f"{pointer}/deals/{deal}"
            told = engine.Refused(_("Deal {deal}: {problem}"), deal=deal + 1, problem=refusal)
        if deal is not None and move is not None:
            pointer, words = f"{pointer}/moves/{move}", _("Deal {deal}, move {move}: {problem}")
            told = engine.Refused(words, deal=deal + 1, move=move + 1, problem=refusal)
        if key:
            pointer = f"{pointer}/{key}"
        return RefusedRecord(pointer if self.is_json else self.root, refusal, told)


@dataclass(frozen=True)
class Recorded:
    """A record that was read; `said` are members of its head that must be those that come of its moves."""

    options: engine.Options
    seats: Sequence[RecordedSeat]
    deals: Sequence[RecordedDeal]
    place: Place
    said: JSON


def recorded_json(value: JSON) -> Recorded:
    """The record that `getRecord` answers; members that say nothing of the play are ignored. Raises RefusedRecord."""
    return _Reader(Place("/record", is_json=True)).record(value)


def recorded_text(text: str) -> Recorded:
    """The record that `getRecordText` answers. Raises RefusedRecord."""
    try:
        value = engine.record_json(engine.parse_record(text))
    except engine.Refused as error:
        raise RefusedRecord("/text", error) from error
    except ValueError as error:
        raise RefusedRecord("/text", gettext("The text cannot be read as a record.")) from error
    return _Reader(Place("/text", is_json=False)).record(value)


def recorded_lines(text: str) -> Recorded:
    """The record that `getRecordLines` answers. Raises RefusedRecord."""
    deals: list[dict[str, Any]] = []
    head: JSON = {}
    for number, event in _events(text):
        try:
            if event["type"] == "record":
                head = event
            else:
                _follow(deals, event)
        except (AttributeError, IndexError, KeyError, TypeError) as error:
            raise _bad_line(number, gettext("This is no event of ours.")) from error
    return _Reader(Place("/lines", is_json=False)).record({**head, "deals": deals})


def _bad_line(number: int, problem: str) -> RefusedRecord:
    return RefusedRecord("/lines", problem, engine.Refused(_("Line {line}: {problem}"), line=number, problem=problem))


def _events(text: str) -> Iterator[tuple[int, JSON]]:
    for number, line in enumerate(text.splitlines(), 1):
        try:
            event = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _bad_line(number, gettext("This is not JSON.")) from error
        yield number, event


def _follow(deals: list[dict[str, Any]], event: JSON) -> None:
    """What the event adds to the deals."""
    match event["type"]:
        case "deal_started":
            deals.append({**event["deal"], "started_at": event["at"], "moves": []})
        case "move_played":
            told = {name: event[name] for name in ("seat", "move", "author", "bot_level", "at", "version")}
            deals[-1]["moves"].append({**told, "drawn": event.get("drawn")})
        case "undo_done":
            while deals[-1]["moves"] and deals[-1]["moves"][-1]["version"] > event["to_version"]:
                deals[-1]["moves"].pop()
        case "deal_over":
            deals[-1] |= {"seed": event["deal"]["seed"], **_said(event["deal"], _OF_DEAL)}


class _Reader:
    """Reads the members of a record; what is wrong is refused with its place."""

    def __init__(self, place: Place) -> None:
        self._place, self._refused = place, place.refused

    def record(self, value: JSON) -> Recorded:
        """The whole record."""
        try:
            options = engine.options_from(value.get("rules"))
        except engine.ImpossibleRules as error:
            raise self._refused(error, key="rules") from error
        players = self._players(value, options)
        deals = value.get("deals")
        if not isinstance(deals, list) or not 1 <= len(deals) <= MOST_DEALS:
            raise self._refused(gettext("A record has 1 to {most} deals.").format(most=MOST_DEALS), key="deals")
        read, count = [], 0
        for number, deal in enumerate(deals):
            read.append(self._deal(deal, number, players, MOST_MOVES - count))
            count += len(read[-1].moves)
        return Recorded(options, self._seats(value.get("seats"), players), read, self._place, _said(value, _OF_GAME))

    def _players(self, value: JSON, options: engine.Options) -> int:
        players = self._whole(value, "players", options.max_players, least=options.min_players)
        try:
            options.check_players(players)
        except engine.ImpossibleRules as error:
            raise self._refused(error, key="players") from error
        return players

    def _deal(self, value: object, number: int, players: int, most: int) -> RecordedDeal:
        if not isinstance(value, Mapping):
            raise self._refused(gettext("A deal is an object."), number)
        moves = value.get("moves")
        if not isinstance(moves, list) or len(moves) > most:
            raise self._refused(
                gettext("A record has at most {most} moves, in lists.").format(most=MOST_MOVES), number, key="moves"
            )
        return RecordedDeal(
            self._seed(value, number),
            engine.Seat(self._whole(value, "dealer", players - 1, number)),
            [self._move(move, number, at, players) for at, move in enumerate(moves)],
            self._instant(value.get("started_at"), number, None, "started_at"),
            _said(value, _OF_DEAL),
        )

    def _move(self, value: object, deal: int, number: int, players: int) -> RecordedMove:
        if not isinstance(value, Mapping):
            raise self._refused(gettext("A move is an object with a seat and a move."), deal, number)
        try:
            move = engine.move_from_json(value.get("move"))
        except engine.BadNotation as error:
            raise self._refused(error, deal, number, "move") from error
        author = value.get("author") or Author.PERSON
        if author not in Author.values:
            raise self._refused(
                gettext("Choose one of {known}.").format(known=", ".join(Author.values)), deal, number, "author"
            )
        seat = engine.Seat(self._whole(value, "seat", players - 1, deal, number))
        at = self._instant(value.get("at"), deal, number, "at")
        return RecordedMove(seat, move, Author(author), _level(value), at, _said(value, _OF_MOVE))

    def _seed(self, value: JSON, deal: int) -> bytes:
        text = value.get("seed")
        try:
            seed = bytes.fromhex(text if isinstance(text, str) else "")
        except ValueError:
            seed = b""
        if len(seed) != SEED_BYTES:
            raise self._refused(
                gettext("A seed is {bytes} bytes in hexadecimal; the deal must be over.").format(bytes=SEED_BYTES),
                deal,
                key="seed",
            )
        return seed

    def _whole(
        self, value: JSON, key: str, most: int, deal: int | None = None, move: int | None = None, least: int = 0
    ) -> int:
        found = value.get(key)
        if type(found) is not int or not least <= found <= most:
            bounds = gettext("`{key}` is a number from {least} to {most}.").format(key=key, least=least, most=most)
            raise self._refused(bounds, deal, move, key)
        return found

    def _instant(self, text: object, deal: int, move: int | None, key: str) -> datetime | None:
        if text is None:
            return None
        try:
            at = datetime.fromisoformat(text) if isinstance(text, str) else None
        except ValueError:
            at = None
        if at is None or at.tzinfo is None or not 2 <= at.year <= 9998:
            raise self._refused(gettext("An instant is written as 2026-01-05T10:00:00.123Z."), deal, move, key)
        return at

    def _seats(self, value: object, players: int) -> list[RecordedSeat]:
        if value is None:
            return [RecordedSeat()] * players
        if not isinstance(value, list) or len(value) != players:
            raise self._refused(gettext("The number of seats is {players}.").format(players=players), key="seats")
        return [self._seat(seat, number) for number, seat in enumerate(value)]

    def _seat(self, value: object, number: int) -> RecordedSeat:
        seat = value if isinstance(value, Mapping) else {}
        player = seat.get("player")
        named = player.get("name") if isinstance(player, Mapping) else seat.get("name")
        try:
            name = clean_name(named) if isinstance(named, str) and named != DELETED_NAME else ""
        except BadName as error:
            raise self._refused(str(error), key=f"seats/{number}") from error
        return RecordedSeat(name, _level(seat))


def _said(value: JSON, names: Sequence[str]) -> dict[str, Any]:
    """Those of the members that say something."""
    return {name: value[name] for name in names if value.get(name) is not None}


def _level(value: JSON) -> str:
    """The level of a bot that the seat or move names, if it is one that we know."""
    level = value.get("bot_level")
    return level if isinstance(level, str) and level in LEVELS else ""
