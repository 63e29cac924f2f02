"""What one entry of a deal comes to by the rules. Knows no rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

import engine
from engine import Options
from engine.rules import rules_for
from players.errors import DomainError, malformed
from scoring.sheets.cards import BadCards, Group, Written, hand_out, held_points, read_groups, read_hand, tabled_points

JSON = dict[str, Any]
FORMS = ("points", "tabled", "left", "tabled_cards", "left_cards")
"""What may be entered for a seat: net points; or tabled and left, each as points or as cards."""


@dataclass
class _Seat:
    """A seat's entry on its way to points."""

    given: Mapping[str, Any]
    place: str
    groups: list[Group] = field(default_factory=list)
    hand: list[Written] = field(default_factory=list)
    melded: int = 0
    held: int = 0

    @property
    def is_net(self) -> bool:
        """Whether the score was entered as it is."""
        return self.given["points"] is not None

    @property
    def cards(self) -> list[Written]:
        return [*(card for group in self.groups for card in group.cards), *self.hand]


def result_of(options: Options, players: int, content: Mapping[str, Any]) -> list[JSON]:
    """Of each seat `score`, and what it is made of: `melded`, `held` (None where net points were entered), `bonus`.

    `content` has deal_number, went_out, wild_rank and, for each seat, all of `FORMS`, None for what was not said.
    Raises `bad_request` with a pointer into the content.
    """
    out = content["went_out"]
    if len(content["seats"]) != players:
        raise malformed("/seats", gettext("There is one entry for each of the {count} seats.").format(count=players))
    if out is not None and out >= players:
        raise malformed("/went_out", gettext("There is no such seat."))
    seats = [_Seat(given, f"/seats/{number}") for number, given in enumerate(content["seats"])]
    for seat in seats:
        _check_form(seat)
    try:
        _count(seats, options, players, content["wild_rank"])
    except BadCards as bad:
        raise malformed(bad.place, str(bad)) from None
    if out is not None:
        _check_out(seats, options, out)
    return _results(seats, options, out)


def _check_form(seat: _Seat) -> None:
    said = [name for name in FORMS if seat.given[name] is not None]
    problem = None
    if not said:
        problem = gettext("Say the points, or what was tabled and left.")
    elif seat.is_net and len(said) > 1:
        problem = gettext("Net points are said alone.")
    elif {"tabled", "tabled_cards"} <= set(said) or {"left", "left_cards"} <= set(said):
        problem = gettext("Say it as points or as cards, not both.")
    if problem:
        raise malformed(seat.place, problem)


def _count(seats: Sequence[_Seat], options: Options, players: int, wild_rank: str | None) -> None:
    """Fill in `melded` and `held`. Raises `BadCards`, `bad_request`."""
    for seat in seats:
        seat.groups = read_groups(seat.given["tabled_cards"] or "", f"{seat.place}/tabled_cards")
        seat.hand = read_hand(seat.given["left_cards"] or "", f"{seat.place}/left_cards")
    cards = [card for seat in seats for card in seat.cards]
    has_wild_rank = options.wild == "dealer_upcard"
    if wild_rank is not None and not has_wild_rank:
        raise malformed("/wild_rank", gettext("By these rules no rank is wild."))
    if wild_rank is None and has_wild_rank and cards:
        raise malformed("/wild_rank", gettext("Say which rank was wild."))
    rules = rules_for(options, players, None if wild_rank is None else engine.RANKS.index(wild_rank))
    hand_out(cards, rules)
    for seat in seats:
        seat.melded = tabled_points(seat.groups, rules) + (seat.given["tabled"] or 0)
        seat.held = held_points(seat.hand, rules) + (seat.given["left"] or 0)


def _check_out(seats: Sequence[_Seat], options: Options, out: int) -> None:
    if seats[out].held or seats[out].hand:
        raise malformed(seats[out].place, gettext("Who went out has no cards left."))
    own = engine.side_of(options, len(seats), out)
    unknown = [seat for number, seat in enumerate(seats) if number not in own and seat.is_net]
    if options.out_collects and not seats[out].is_net and unknown:
        raise malformed(unknown[0].place, gettext("Say what was left: who went out scores it."))


def _results(seats: Sequence[_Seat], options: Options, out: int | None) -> list[JSON]:
    bonuses = engine.out_bonuses(options, [seat.held for seat in seats], out)
    counts = out is not None or options.stock_out_counts_hand  # 10.2
    results: list[JSON] = []
    for seat, bonus in zip(seats, bonuses, strict=True):
        if seat.is_net:
            results.append({"melded": None, "held": None, "bonus": 0, "score": seat.given["points"]})
            continue
        held = seat.held if counts else 0
        results.append({"melded": seat.melded, "held": held, "bonus": bonus, "score": seat.melded - held + bonus})
    return results


def results_of(options: Options, players: int, contents: Sequence[Mapping[str, Any]]) -> list[list[JSON]]:
    """The results of all entries by other rules than they were made by. Raises `bad_request` where one has none."""
    try:
        return [result_of(options, players, content) for content in contents]
    except DomainError as error:
        text = gettext("An entry cannot be counted by these rules: {why}").format(why=error.detail)
        raise malformed("/rules", text) from None
