"""Cards as people write them down after a deal, and what the rules say they are worth (docs/api/sheets.md, "Cards").

`AH low, KD KS KC` are two melds, or what a player has of them. Knows no rows and no entries, only the engine's values.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext

from engine import CODES, Seat, meld_points
from engine.cards import BIT, CARDS, FIRST_JOKER, JOKER_RANK, RANK, RANK_ALONE, SUIT, Card, played
from engine.melds import Reading, put_down, readings
from engine.rules import Rules

_ACE, _TWO, _KING = 0, 1, 12
_GROUPS = re.compile(r"[,;\n]")
_SUITS = str.maketrans("♣♦♥♠", "CDHS", "\ufe0f")  # which phones put behind a suit
_CARD = re.compile(r"(?:[A2-9TJQK][CDHS]2?|X[1-8]?)(?:=[A2-9TJQK][CDHS]?)?")
_JOKER = "X"
LOW, HIGH, DOUBLE = "LOW", "HIGH", "DOUBLE"


class BadCards(ValueError):
    """What is written at a place (`place`, a JSON pointer) cannot be read, or not by these rules; says why."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(message)
        self.place = place


@dataclass
class Written:
    """A card as it was written, with what it stands for; `card` is the very card once cards were handed out."""

    text: str
    place: str
    stand: int | None = None
    end: str = ""
    card: Card = -1

    @property
    def rank(self) -> int:
        """0 ace … 12 king, 13 a joker as itself."""
        if self.stand is None:
            return RANK[self.card]
        return self.stand - RANK_ALONE if self.stand >= RANK_ALONE else self.stand % 13

    @property
    def suit(self) -> int | None:
        """None for a joker, or what stands for a rank alone."""
        if self.stand is not None:
            return None if self.stand >= RANK_ALONE else self.stand // 13
        return None if self.card >= FIRST_JOKER else SUIT[self.card]


@dataclass
class Group:
    """Cards of one meld; `doubled` where they were put down at once and count twice (14.3)."""

    cards: list[Written] = field(default_factory=list)
    doubled: bool = False


def read_groups(text: str, place: str) -> list[Group]:
    """The melds of a text. Raises `BadCards`."""
    return [_group(part.split(), place) for part in _GROUPS.split(text) if part.strip()]


def read_hand(text: str, place: str) -> list[Written]:
    """The cards of a hand, in which none stands for another. Raises `BadCards`."""
    groups = read_groups(text, place)
    cards = [card for group in groups for card in group.cards]
    if any(group.doubled for group in groups) or any(card.end or card.stand is not None for card in cards):
        raise BadCards(place, gettext("In the hand there are cards alone."))
    return cards


def hand_out(written: Iterable[Written], rules: Rules) -> None:
    """Find the very card for everything written in one deal: each is there once. Raises `BadCards`."""
    free = rules.pack
    for one in sorted(written, key=lambda one: one.text == _JOKER):  # who says which joker comes first
        there = [card for card in _choices(one.text) if rules.pack & BIT[card]]
        found = next((card for card in there if free & BIT[card]), None)
        if found is None:
            text = gettext("{card} is written more often than the pack holds it.") if there else ""
            raise BadCards(one.place, (text or gettext("There is no {card} in the pack.")).format(card=one.text))
        one.card = found
        free &= ~BIT[found]


def tabled_points(groups: Iterable[Group], rules: Rules) -> int:
    """What the melds are worth on the table, once their cards were handed out. Raises `BadCards`."""
    return sum(_points(group, rules) * (2 if group.doubled else 1) for group in groups)


def held_points(cards: Iterable[Written], rules: Rules) -> int:
    """What the cards are worth in the hand, once they were handed out."""
    return sum(rules.hand_points[one.card] for one in cards)


def _group(words: list[str], place: str) -> Group:
    group = Group()
    for word in words:
        upper = word.upper().translate(_SUITS).replace("10", "T")
        if upper == DOUBLE and group.cards:
            group.doubled = True
        elif upper in (LOW, HIGH) and group.cards and not group.cards[-1].end:
            group.cards[-1].end = upper
        elif _CARD.fullmatch(upper):
            code, sign, _ = upper.partition("=")
            stand = played(f"X1={upper.partition('=')[2]}")[1] if sign else None
            group.cards.append(Written(code, place, stand))
        else:
            raise BadCards(place, gettext("{text} is no card.").format(text=word[:20]))
    return group


def _choices(text: str) -> list[Card]:
    """Which cards a code may mean: a card without the mark of the second pack is either twin."""
    if text == _JOKER:
        return list(range(FIRST_JOKER, len(CODES)))
    twin = CARDS.get(text + "2")
    return [CARDS[text], *([twin] if twin is not None and CARDS[text] < FIRST_JOKER else [])]


def _points(group: Group, rules: Rules) -> int:
    """As the whole meld that the cards are by the rules, else as part of one."""
    if group.doubled:
        _check_doubled(group, rules)
    for one in group.cards:
        _check_stand(one, rules)
        if one.end:
            _check_end(one, group, rules)
    if not any(one.end for one in group.cards):
        found = readings(rules, tuple((one.card, one.stand) for one in group.cards))
        worths = {_points_read(reading, rules) for reading in found}
        if len(worths) > 1:
            raise BadCards(group.cards[0].place, gettext("Say of the ace whether it is low or high, such as AH low."))
        if worths:
            return worths.pop()
    return sum(rules.tabled_points(one.card, one.stand, _is_low(one, group, rules)) for one in group.cards)


def _points_read(reading: Reading, rules: Rules) -> int:
    """What the cards of a whole meld are worth, counted once."""
    return sum(meld_points(rules, put_down(rules, reading, Seat(0))._replace(doubled=0)))


def _is_low(one: Written, group: Group, rules: Rules) -> bool:
    """Of an ace in a part of a meld: whether it is said to be, or next to the two; in a ring, only where it is first.

    What an undeclared joker beside them stands for does not matter.
    """
    if one.end or one.rank != _ACE or rules.options.ace_in_runs == "high":
        return one.end == LOW
    others = [other for other in group.cards if other.suit is not None or other.rank < JOKER_RANK]
    ranks = {other.rank for other in others}
    return len({other.suit for other in others}) == 1 and _TWO in ranks and not (rules.ring and _KING in ranks)


def _check_doubled(group: Group, rules: Rules) -> None:
    if not rules.options.four_at_once_doubles:
        raise BadCards(group.cards[0].place, gettext("By these rules nothing counts double."))
    if len(group.cards) != 4 or len({one.rank for one in group.cards}) != 1:
        raise BadCards(group.cards[0].place, gettext("Only four cards of one rank count double."))


def _check_stand(one: Written, rules: Rules) -> None:
    is_wild = bool(rules.wilds & BIT[one.card])
    if one.stand is not None and not is_wild:
        raise BadCards(one.place, gettext("{card} stands for no other card.").format(card=one.text))
    represents = rules.options.joker_on_table == "represented" and is_wild and RANK[one.card] == JOKER_RANK
    if represents and one.stand is None:
        message = gettext("Say what the joker stands for, such as X=8H, or X=8 in a set.")
        raise BadCards(one.place, message)


def _check_end(one: Written, group: Group, rules: Rules) -> None:
    """Low and high are said of an ace in a run, at an end that these rules have."""
    in_a_run = one.suit is not None and all(other is one or other.rank != _ACE for other in group.cards)
    if one.rank != _ACE or (one.end == LOW and not in_a_run):
        raise BadCards(one.place, gettext("Only an ace in a run is low or high."))
    no_such_end = {LOW: "high", HIGH: "low"}[one.end]
    if rules.options.ace_in_runs == no_such_end and in_a_run and (one.end == LOW or len(group.cards) > 1):
        raise BadCards(one.place, gettext("By these rules no run has its ace at this end."))
