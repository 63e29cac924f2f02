"""Positions as JSON (docs/notation.md, "Positions"): a deal at a moment with everything that a rule can depend on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import BIT, CODES, RANKS, Seat, codes, played
from engine.errors import PROBLEM, BadNotation, BadPosition, IllegalMove, ImpossibleRules
from engine.melds import Meld
from engine.moves import Call
from engine.notation import move_text, parse_move
from engine.options import options_json
from engine.playing import settle
from engine.position_parts import (
    MAX_COUNT,
    Part,
    cards_part,
    flag,
    hands_part,
    melds_part,
    number,
    seat_or_null,
    seats_part,
)
from engine.presets import options_from
from engine.rules import Rules, rules_for
from engine.scoring import totals
from engine.table import DRAW, OVER, PLAY, Deal, Layout, Table, observe

_KEYS = [
    "rules",
    "dealer",
    "turn",
    "phase",
    "hands",
    "stock",
    "pile",
    "melds",
    "taken",
    "obliged",
    "by_call",
    "tabled",
    "callers",
    "calls",
    "last_discard_by",
    "wild_rank",
    "quiet_turns",
    "reshuffled",
    "deal_number",
    "out",
    "ended",
    "scores",
    "totals",
]
_PHASES = (DRAW, PLAY, OVER)
_ENDED = ("out", "declined", "no_take", "quiet", "stock_end")


def position_from(value: object) -> Deal:
    """The deal of a position. BadPosition names the key that is wrong; docs/notation.md says what may be left out."""
    if not isinstance(value, Mapping):
        raise BadPosition("position", "A position is an object.")
    for key in value:
        if key not in _KEYS:
            raise BadPosition(str(key)[:60], "A position has no such key.")
    return _Reader(value).deal()


class _Reader:
    """Reads one position, part by part."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self.value = value
        self.rules = self._rules()
        self.players = self.rules.players
        self.seen = 0

    def _rules(self) -> Rules:
        value = self.value
        hands = hands_part(value.get("hands"))
        try:
            options = options_from("pagat" if value.get("rules") is None else value["rules"])
        except ImpossibleRules as error:
            raise BadPosition("rules", PROBLEM, problem=error) from error
        if not options.min_players <= len(hands) <= options.max_players:
            raise BadPosition("hands", "{players} players cannot play by these rules.", players=len(hands))
        try:
            options.check_players(len(hands))
        except ImpossibleRules as error:
            raise BadPosition("rules", PROBLEM, problem=error) from error
        wild_rank = value.get("wild_rank")
        if wild_rank is not None and (not isinstance(wild_rank, str) or wild_rank not in tuple(RANKS)):
            raise BadPosition("wild_rank", "It has to be a rank or null.")
        if wild_rank is not None and options.wild != "dealer_upcard":
            raise BadPosition("wild_rank", "No rank is wild by these rules.")
        return rules_for(options, len(hands), None if wild_rank is None else RANKS.index(wild_rank))

    def deal(self) -> Deal:
        """The whole position."""
        part = self._part
        hands = [self._cards("hands", hand) for hand in self.value["hands"]]
        stock = self._cards("stock")
        pile = self._cards("pile")
        melds = melds_part(part("melds"))
        self._claim("melds", [played(text)[0] for meld in melds for text in meld.cards])
        dealer = number(part("dealer"), 0, 0, self.players - 1)
        turn = number(part("turn"), (dealer + 1) % self.players, 0, self.players - 1)
        held = {*hands[turn], *(played(text)[0] for meld in melds for text in meld.cards)}
        phase = self._choice("phase", _PHASES) or DRAW
        window = seats_part(part("callers"))
        table = Table(
            rules=self.rules,
            dealer=Seat(dealer),
            turn=Seat(turn),
            phase=phase,
            pile=tuple(pile),
            melds=Layout(tuple(melds)),
            taken=tuple(self._held("taken", held)),
            obliged=sum(BIT[card] for card in self._held("obliged", {*hands[turn]})),
            by_call=flag(part("by_call")),
            tabled=flag(part("tabled")),
            window=window,
            last_discard_by=seat_or_null(part("last_discard_by")),
            quiet_turns=number(part("quiet_turns"), 0, 0, MAX_COUNT),
            reshuffled=number(part("reshuffled"), 0, 0, MAX_COUNT),
            deal_number=number(part("deal_number"), 1, 1, MAX_COUNT),
            scores=self._scores(),
            stock_count=len(stock),
            card_counts=tuple(len(hand) for hand in hands),
            known=(0,) * self.players,
            out=seat_or_null(part("out")),
            ended=self._choice("ended", _ENDED),
        )
        deal = Deal(table, tuple(sum(BIT[card] for card in hand) for hand in hands), tuple(stock), window)
        deal = self._with_calls(self._with_known(deal))
        self._check(deal)
        return deal

    def _part(self, key: str) -> Part:
        return Part(self.rules, key, self.value.get(key))

    def _choice(self, key: str, choices: tuple[Any, ...]) -> Any:
        value = self.value.get(key)
        if value is not None and value not in choices:
            raise BadPosition(key, "It has to be one of {choices}.", choices=", ".join(choices))
        return value

    def _cards(self, key: str, value: object = None) -> list[int]:
        cards = cards_part(Part(self.rules, key, self.value.get(key) if value is None else value))
        self._claim(key, cards)
        return cards

    def _claim(self, key: str, cards: list[int]) -> None:
        """No card may occur twice."""
        for card in cards:
            if self.seen & BIT[card]:
                raise BadPosition(key, "{card} occurs twice.", card=CODES[card])
            self.seen |= BIT[card]

    def _held(self, key: str, held: set[int]) -> list[int]:
        """Cards of the play phase, which must be among those held."""
        cards = cards_part(self._part(key))
        if len(set(cards)) < len(cards):
            raise BadPosition(key, "A card occurs twice.")
        if cards and self.value.get("phase") != PLAY:
            raise BadPosition(key, "It is there in the play phase only.")
        for card in cards:
            if card not in held:
                raise BadPosition(key, "{card} is not where it should be.", card=CODES[card])
        return cards

    def _scores(self) -> tuple[int, ...]:
        value = self.value.get("scores")
        if value is None:
            return (0,) * self.players
        fits = isinstance(value, list) and len(value) == self.players
        if not fits or not all(type(score) is int and abs(score) <= MAX_COUNT for score in value):
            raise BadPosition("scores", "It has to be one whole number a seat.")
        return tuple(value)

    def _with_known(self, deal: Deal) -> Deal:
        """What was taken from the pile in this turn is known to all; what happened before, a position does not say."""
        table = deal.table
        taken = sum(BIT[card] for card in table.taken) & deal.hands[table.turn]
        known = tuple(taken if seat == table.turn else 0 for seat in range(self.players))
        return deal._replace(table=table.changed(known=known))

    def _with_calls(self, deal: Deal) -> Deal:
        value = self.value.get("calls")
        if value is None or value == {}:
            return deal
        by = deal.table.last_discard_by
        if not isinstance(value, Mapping) or deal.table.options.call_priority != "clockwise" or by is None:
            raise BadPosition("calls", "Calls wait only with call_priority clockwise, after a discard.")
        calls = []
        for text, call in value.items():
            if text not in map(str, range(self.players)) or int(text) in (*deal.callers, by):
                raise BadPosition("calls", "{text} is no seat that can have called.", text=f"{text!r:.20}")
            calls.append((Seat(int(text)), self._call(deal, int(text), call)))
        window = tuple(sorted({*deal.callers, *(seat for seat, _ in calls)}))
        return deal._replace(table=deal.table.changed(window=window), calls=tuple(calls))

    def _call(self, deal: Deal, seat: int, text: object) -> Call:
        try:
            call = parse_move(text) if isinstance(text, str) else None
            if isinstance(call, Call):
                seen = observe(deal, Seat(seat))._replace(may_call=True)
                settled = settle(seen, call)
                assert isinstance(settled, Call)
                return settled
        except (BadNotation, IllegalMove) as error:
            raise BadPosition("calls", PROBLEM, problem=error) from error
        raise BadPosition("calls", "A call is a text.")

    def _check(self, deal: Deal) -> None:
        """What belongs together must be there together."""
        table = deal.table
        if (table.phase == OVER) != (table.ended is not None):
            raise BadPosition("ended", "It is said when, and only when, the phase is over.")
        if (table.out is not None) != (table.ended == "out"):
            raise BadPosition("out", "It has to be the seat that went out, when the deal ended so.")
        window = bool(deal.callers or deal.calls)
        if window and (table.phase != DRAW or not table.pile or table.last_discard_by is None):
            raise BadPosition("callers", "A window is open only after a discard, in the draw phase.")
        if window and (table.options.call == "off" or table.last_discard_by in deal.callers):
            raise BadPosition("callers", "This is not a seat that may call.")
        if table.by_call and not table.taken:
            raise BadPosition("by_call", "A call takes cards.")


def position_of(deal: Deal) -> dict[str, Any]:
    """The complete position, JSON-ready. It holds every secret of the deal but its seed."""
    table = deal.table
    after = totals(deal)
    rank = table.wild_rank
    return {
        "rules": options_json(table.options),
        "dealer": table.dealer,
        "turn": table.turn,
        "phase": table.phase,
        "hands": [list(codes(hand)) for hand in deal.hands],
        "stock": [CODES[card] for card in deal.stock],
        "pile": [CODES[card] for card in table.pile],
        "melds": [meld_json(number, meld) for number, meld in enumerate(table.melds, 1)],
        "taken": [CODES[card] for card in table.taken],
        "obliged": list(codes(table.obliged)),
        "by_call": table.by_call,
        "tabled": table.tabled,
        "callers": list(deal.callers),
        "calls": {str(seat): move_text(call) for seat, call in deal.calls},
        "last_discard_by": table.last_discard_by,
        "wild_rank": None if rank is None else RANKS[rank],
        "quiet_turns": table.quiet_turns,
        "reshuffled": table.reshuffled,
        "deal_number": table.deal_number,
        "out": table.out,
        "ended": table.ended,
        "scores": list(table.scores),
        "totals": None if after is None else list(after),
    }


def meld_json(number: int, meld: Meld) -> dict[str, Any]:
    """A meld as in a position: id, kind, cards, by, owner, and `doubled` where some cards count double."""
    value: dict[str, Any] = {
        "id": number,
        "kind": meld.kind,
        "cards": list(meld.cards),
        "by": list(meld.by),
        "owner": meld.owner,
    }
    if meld.doubled:
        value["doubled"] = list(codes(meld.doubled))
    return value
