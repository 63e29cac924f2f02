"""The parts of a position, each read and checked by itself; BadPosition names the part's key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.cards import BIT, Card, Seat, card_of, played, played_text
from engine.errors import PROBLEM, BadNotation, BadPosition
from engine.melds import RUN, SET, Meld, Reading, is_itself, readings
from engine.rules import Rules

MAX_COUNT = 1_000_000


class Part(NamedTuple):
    """A value under a key of a position that is played by these rules."""

    rules: Rules
    key: str
    value: Any


def hands_part(value: object) -> list[Any]:
    """The list of hands; their cards are read later."""
    if not isinstance(value, list) or not value or not all(isinstance(hand, list) for hand in value):
        raise BadPosition("hands", "It has to be one list of cards a seat.")
    return value


def cards_part(part: Part) -> list[Card]:
    """A list of card codes of this game's pack; left out: empty."""
    if part.value is None:
        return []
    if not isinstance(part.value, list) or not all(isinstance(text, str) for text in part.value):
        raise BadPosition(part.key, "It has to be a list of card codes.")
    return [_card(part, text) for text in part.value]


def _card(part: Part, text: str) -> Card:
    try:
        card = card_of(text)
    except BadNotation as error:
        raise BadPosition(part.key, PROBLEM, problem=error) from error
    if not part.rules.pack & BIT[card]:
        raise BadPosition(part.key, "{card} is not in the pack of this game.", card=text)
    return card


def number(part: Part, default: int, low: int, high: int) -> int:
    """A whole number within the bounds."""
    if part.value is None:
        return default
    if type(part.value) is not int or not low <= part.value <= high:
        raise BadPosition(part.key, "It has to be a whole number from {low} to {high}.", low=low, high=high)
    return part.value


def flag(part: Part) -> bool:
    """True or false; left out: false."""
    if part.value is not None and not isinstance(part.value, bool):
        raise BadPosition(part.key, "It has to be true or false.")
    return bool(part.value)


def seat_or_null(part: Part) -> Seat | None:
    """A seat, or null."""
    return None if part.value is None else Seat(number(part, 0, 0, part.rules.players - 1))


def seats_part(part: Part) -> tuple[Seat, ...]:
    """A set of seats as a list, in ascending order."""
    if part.value is None:
        return ()
    if not isinstance(part.value, list) or any(type(seat) is not int for seat in part.value):
        raise BadPosition(part.key, "It has to be a list of seats.")
    seats = {number(part._replace(value=seat), 0, 0, part.rules.players - 1) for seat in part.value}
    if len(seats) < len(part.value):
        raise BadPosition(part.key, "A seat occurs twice.")
    return tuple(Seat(seat) for seat in sorted(seats))


def melds_part(part: Part) -> list[Meld]:
    """The melds on the table; their ids are their places."""
    value = [] if part.value is None else part.value
    if not isinstance(value, list):
        raise BadPosition("melds", "It has to be a list of melds.")
    return [_meld(part, index, meld) for index, meld in enumerate(value, 1)]


def _meld(part: Part, index: int, value: object) -> Meld:
    if not isinstance(value, Mapping) or set(value) - {"id", "kind", "cards", "by", "owner", "doubled"}:
        raise BadPosition(
            "melds", "Meld {index} is an object with `id`, `kind`, `cards`, `by`, `owner` and `doubled`.", index=index
        )
    if value.get("id", index) != index or type(value.get("id", index)) is not int:
        raise BadPosition("melds", "Meld {index} has another id.", index=index)
    kind, texts, by = value.get("kind"), value.get("cards"), value.get("by")
    if kind not in (SET, RUN) or not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadPosition("melds", "Meld {index} needs a kind and a list of cards.", index=index)
    owner = _seat(part, index, value.get("owner"))
    if not isinstance(by, list) or len(by) != len(texts):
        raise BadPosition("melds", "Meld {index} needs one seat a card under `by`.", index=index)
    seats = [_seat(part, index, seat) for seat in by]
    reading = _reading(part, index, str(kind), texts)
    seat_of = {_text_card(text): seat for text, seat in zip(texts, seats, strict=True)}
    cards = [card for card, _ in reading.cards]
    return Meld(
        kind=reading.kind,
        of=reading.of,
        start=reading.start,
        cards=tuple(played_text(card, stand) for card, stand in reading.cards),
        by=tuple(seat_of[card] for card in cards),
        owner=owner,
        doubled=_doubled(part, index, value.get("doubled"), cards),
    )


def _text_card(text: str) -> Card:
    return played(text)[0]


def _seat(part: Part, index: int, value: object) -> Seat:
    if type(value) is not int or not 0 <= value < part.rules.players:
        raise BadPosition("melds", "Meld {index} needs a seat under `owner` and `by`.", index=index)
    return Seat(value)


def _reading(part: Part, index: int, kind: str, texts: list[str]) -> Reading:
    rules = part.rules
    try:
        pairs = tuple(played(text) for text in texts)
    except BadNotation as error:
        raise BadPosition("melds", "Meld {index}: {problem}", index=index, problem=error) from error
    cards = [card for card, _ in pairs]
    if len(set(cards)) < len(cards) or any(not rules.pack & BIT[card] for card in cards):
        raise BadPosition("melds", "Meld {index} has a card twice, or one that the pack does not hold.", index=index)
    for card, stand in pairs:
        if stand is not None and (not rules.wilds & BIT[card] or is_itself(card, stand)):
            raise BadPosition("melds", "Meld {index} has a declaration where none may be.", index=index)
    found = [reading for reading in readings(rules, pairs) if reading.kind == kind]
    if kind == RUN:
        found = [reading for reading in found if reading.cards == pairs]
    elif found and {*found[0].cards} != {*pairs}:
        found = []
    if len(found) != 1:
        raise BadPosition("melds", "Meld {index} is no {kind}.", index=index, kind=kind)
    return found[0]


def _doubled(part: Part, index: int, value: object, cards: list[Card]) -> int:
    if value is None:
        return 0
    listed = cards_part(Part(part.rules, "melds", value))
    if set(listed) - set(cards):
        raise BadPosition("melds", "In meld {index} `doubled` names other cards.", index=index)
    return sum(BIT[card] for card in set(listed))
