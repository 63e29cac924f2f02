"""Random score sheets: rules, seats, and deals entered in every form, beside what they were made of."""

from random import Random
from typing import Any

import engine
from scoring.sheets.entries import FORMS
from tests.scoring.sheets.calculator import RANKS, Card, Meld, SeatEntry

JSON = dict[str, Any]
SUITS = "CDHS"
PRESETS = (
    *("pagat", "classic", "five_ten_fifteen", "wikipedia", "out_to_win", "quick", "rummy_1500", "persian", "browser"),
)


def random_rules(chance: Random) -> engine.Options:
    """Rules with changes of whatever has to do with points."""
    preset = chance.choice(PRESETS)
    changes: JSON = {"preset": preset}
    maybe: JSON = {
        "pips": chance.choice(("face", "five")),
        "ace_points": chance.randint(1, 200),
        "ace_low_points": chance.randint(1, 200),
        "out_bonus": chance.choice((0, 25, 500)),
        "out_collects": chance.random() < 0.5,
        "stock_out_counts_hand": chance.random() < 0.5,
        "next_dealer": chance.choice(("left", "winner")),
        "winner": chance.choice(("highest", "went_out", "must_go_out")),
        "target_reached": chance.choice(("at_least", "more_than")),
        "bonus_cards": {"QS": 40, "2C": -7},
        "deal_limit": chance.randint(1, 9),
        "target": chance.choice((50, 100, 200, 500)),
    }
    if engine.PRESETS[preset].wild == "jokers":
        maybe |= {"joker_points": chance.randint(0, 200), "joker_on_table": chance.choice(("fixed", "represented"))}
    if preset == "rummy_1500":
        maybe |= {"wild_points": chance.randint(0, 400)}
    changes |= {name: value for name, value in maybe.items() if chance.random() < 0.4}
    return engine.options_from(changes)


class RandomDeal:
    """One deal of a sheet: `seats` are what was meant, `content` how it was entered; all get the same if it is even."""

    def __init__(
        self, number: int, options: engine.Options, players: int, chance: Random, *, is_even: bool = False
    ) -> None:
        self.number, self.options, self.chance = number, options, chance
        self.rules = engine.options_json(options)
        self.out = chance.choice([None, *range(players)])
        has_wild_rank = options.wild == "dealer_upcard"
        self.wild_rank = chance.choice(RANKS) if has_wild_rank else None
        packs = options.packs(players)
        self.free = [rank + suit + twin for twin in ("", "2")[:packs] for suit in SUITS for rank in RANKS]
        self.jokers = [f"X{number + 1}" for number in range(packs * options.jokers_per_pack)]
        chance.shuffle(self.jokers)
        self.is_even = is_even
        self.seats = [self._seat(seat) for seat in range(players)]
        self.content = {
            "deal_number": number,
            "went_out": self.out,
            "wild_rank": self.wild_rank,
            "seats": [self._entered(seat) for seat in self.seats],
        }

    def _seat(self, number: int) -> SeatEntry:
        chance, goes_out = self.chance, number == self.out
        if self.is_even:
            return SeatEntry(net=50)
        form = chance.choice(
            ("numbers", "cards", "cards") if self.options.out_collects else ("net", "numbers", "cards")
        )
        if form == "net":
            return SeatEntry(net=chance.randint(-200, 200))
        if form == "numbers":
            return SeatEntry(tabled=chance.randint(0, 150), left=0 if goes_out else chance.randint(0, 90))
        melds = [meld for meld in (self._meld() for _ in range(chance.randint(0, 3))) if meld]
        hand = [] if goes_out else [self._take(chance.choice(self.free)) for _ in range(chance.randint(0, 5))]
        return SeatEntry(melds=melds, hand=hand)

    def _take(self, code: str) -> str:
        self.free.remove(code)
        return code

    def _meld(self) -> Meld | None:
        """A run, a set, or a single card laid off."""
        kind = self.chance.choice(("run", "set", "ace", "jokers"))
        if kind == "jokers" and self.options.joker_role == "rank" and len(self.jokers) >= 4:
            return Meld([Card(self.jokers.pop()) for _ in range(4)], double=True)
        if kind == "ace":
            aces = [code for code in self.free if code[0] == "A"]
            low = self.options.ace_in_runs != "high"
            return Meld([Card(self._take(self.chance.choice(aces)), low=low)]) if aces else None
        return self._run() if kind == "run" else self._set()

    def _run(self) -> Meld | None:
        suit, length = self.chance.choice(SUITS), self.chance.randint(3, 5)
        start = self.chance.randint(1 if self.options.ace_in_runs == "high" else 0, 14 - length)
        codes = [RANKS[at % 13] + suit for at in range(start, start + length)]
        if any(code not in self.free for code in codes):
            return None
        cards = [Card(self._take(code), low=code[0] == "A" and start == 0) for code in codes]
        return Meld(self._with_joker(cards))

    def _set(self) -> Meld | None:
        rank = self.chance.choice(RANKS)
        codes = [rank + suit for suit in SUITS if rank + suit in self.free][: self.chance.choice((3, 4))]
        if len(codes) < 3:
            return None
        double = len(codes) == 4 and self.options.four_at_once_doubles
        cards = [Card(self._take(code)) for code in codes]
        return Meld(cards if double else self._with_joker(cards, alone=True), double)

    def _with_joker(self, cards: list[Card], *, alone: bool = False) -> list[Card]:
        """Perhaps with a joker in the place of one of them, which stands for a rank alone in a set."""
        if self.options.wild == "jokers" and self.jokers and self.chance.random() < 0.5:
            at = self.chance.randrange(len(cards))
            code = cards[at].code
            self.free.append(code)
            cards[at] = Card(self.jokers.pop(), code[0] if alone else code, cards[at].low)
        return cards

    def _entered(self, seat: SeatEntry) -> JSON:
        entered: JSON = dict.fromkeys(FORMS)
        if seat.net is not None:
            return entered | {"points": seat.net}
        if not seat.melds and not seat.hand:
            return entered | {"tabled": seat.tabled, "left": seat.left}
        melds = self.chance.choice((", ", "; ", "\n")).join(self._meld_text(meld) for meld in seat.melds)
        return entered | {"tabled_cards": melds, "left_cards": " ".join(seat.hand)}

    def _meld_text(self, meld: Meld) -> str:
        words = []
        for card in meld.cards:
            code = card.code.replace("T", "10") if self.chance.random() < 0.3 else card.code
            words.append(f"{code}={card.stands}" if card.stands else code)
            says = len(meld.cards) == 1 or self.chance.random() < 0.3  # of a whole run it is seen
            words += ["low"] if card.low and says else []
        text = " ".join([*words, *(["double"] if meld.double else [])])
        return text.lower() if self.chance.random() < 0.2 else text
