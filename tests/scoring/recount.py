"""A game's scores counted once more from its log, by code that knows the rule book and nothing of the engine."""

from collections.abc import Iterator
from typing import Any

from games.models import Deal, Entry, Game

TENS = "TJQK"
Play = dict[str, Any]


class DealCount:
    """One deal, followed through its log: what lies on the table, who put each card there, what is in the hands."""

    def __init__(self, rules: Play, players: int, wild_rank: str | None) -> None:
        self.rules, self.players = rules, players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.melds: list[Play] = []
        self.tabled_by: dict[str, int] = {}
        self.doubled: set[str] = set()
        self.wild_rank = wild_rank

    def follow(self, entry: Entry) -> None:
        """Take in an entry, in the order of the log."""
        for seat, cards in entry.hands.items():
            self.hands[int(seat)] = list(cards)
        changes = entry.outcome.get("changes", {})
        self.wild_rank = changes.get("wild_rank", self.wild_rank)
        move, seat = entry.move or {}, entry.seat
        if move.get("type") in ("meld", "lay_off", "swap") or (move.get("type") == "call" and "meld" in move):
            for text in move.get("cards", [move.get("card")]):
                self.tabled_by[_code(text)] = seat or 0
        if move.get("type") == "swap":
            self.doubled.discard(move["wild"])
        if "melds" in changes:
            self.melds = changes["melds"]
        if move.get("type") == "meld" and self.rules["four_at_once_doubles"] and len(move["cards"]) == 4:
            new = self.melds[-1]
            if new["kind"] == "set":  # 14.3
                self.doubled |= {_code(text) for text in new["cards"]}

    def melded(self, seat: int) -> int:
        """10.1: all that the seat has tabled."""
        return sum(points for _, by, points in self.tabled() if by == seat)

    def tabled(self) -> Iterator[tuple[str, int, int]]:
        """Each card on the table as played, who tabled it, its points."""
        for meld in self.melds:
            for place, text in enumerate(meld["cards"]):
                is_low = meld["kind"] == "run" and place == 0 and _shown_rank(text) == "A"  # 3.3
                points = self.points(text, on_table=True, is_low=is_low)
                yield text, self.tabled_by[_code(text)], points * (2 if _code(text) in self.doubled else 1)

    def held(self, seat: int) -> int:
        """10.2: all that is left in the hand."""
        return sum(self.points(card) for card in self.hands[seat])

    def points(self, text: str, on_table: bool = False, is_low: bool = False) -> int:
        """Section 3: what one card counts."""
        rules, code = self.rules, _code(text)
        bonus = rules["bonus_cards"]
        for name in (code, code[:2]):  # 3.6
            if name in bonus and code[0] != "X":
                return int(bonus[name])
        if code in bonus:
            return int(bonus[code])
        if code[0] == "X":
            stands = _shown_rank(text)
            if on_table and rules["joker_on_table"] == "represented" and stands != "X":
                return self.rank_points(stands, is_low)
            return int(rules["joker_points"])  # 3.2
        if code[0] == self.wild_rank:  # 13.3
            of_aces = rules["wild_ace_points"] if code[0] == "A" else None
            return int(rules["wild_points"] if of_aces is None else of_aces)
        return self.rank_points(code[0], is_low)

    def rank_points(self, rank: str, is_low: bool) -> int:
        """3.1 and 3.3."""
        if rank == "A":
            return int(self.rules["ace_low_points" if is_low else "ace_points"])
        if rank in TENS:
            return 10
        return 5 if self.rules["pips"] == "five" else int(rank)


def _code(text: str) -> str:
    return text.partition("=")[0]


def _shown_rank(text: str) -> str:
    code, _, stands = text.partition("=")
    return (stands or code)[0]


def counts_of(game: Game) -> list[DealCount]:
    """Every deal of a game in which nothing was taken back, at its end."""
    counts: dict[int, DealCount] = {}
    wild_rank = None  # what is told is what changes, also from one deal to the next
    for entry in Entry.objects.filter(game=game, deal_number__gt=0).order_by("version"):
        number = entry.deal_number
        if number not in counts:
            counts[number] = DealCount(game.options, game.seat_count, wild_rank)
        counts[number].follow(entry)
        wild_rank = counts[number].wild_rank
    return [counts[number] for number in sorted(counts)]


def recounted(game: Game) -> list[list[Play]]:
    """For each deal and seat what its row should say: melded, left, bonus, score, total, went out."""
    totals, told = [0] * game.seat_count, []
    for count, deal in zip(counts_of(game), Deal.objects.filter(game=game).order_by("number"), strict=True):
        rules, told_deal = game.options, []
        do_hands_count = deal.ended == "out" or rules["stock_out_counts_hand"]
        for seat in range(game.seat_count):
            bonus = 0
            if seat == deal.out:  # 10.3
                others = [other for other in range(game.seat_count) if other != seat]
                if rules["partners"]:
                    others = [other for other in others if (other - seat) % 2]
                bonus = rules["out_bonus"] + rules["out_collects"] * sum(map(count.held, others))
            melded, left = count.melded(seat), count.held(seat) * do_hands_count
            totals[seat] += melded - left + bonus
            told_deal.append(
                {
                    "seat": seat,
                    "melded": melded,
                    "left": left,
                    "bonus": bonus,
                    "score": melded - left + bonus,
                    "total": totals[seat],
                    "went_out": seat == deal.out,
                }
            )
        told.append(told_deal)
    return told


def winners_of(game: Game, told: list[list[Play]]) -> list[int]:
    """Section 11, asked after each deal: who has won when first somebody has."""
    rules, seats = game.options, range(game.seat_count)
    sides = [[0, 2], [1, 3]] if rules["partners"] else [[seat] for seat in seats]
    for number, deal in enumerate(told, 1):
        of_side = {tuple(side): sum(deal[seat]["total"] for seat in side) for side in sides}
        most = max(of_side.values())
        best = [side for side, total in of_side.items() if total == most]
        out = next((side for side in of_side for seat in side if deal[seat]["went_out"]), None)
        if rules["deal_limit"] is not None and number >= rules["deal_limit"]:
            return sorted(seat for side in best for seat in side)
        if rules["target"] is None:
            continue

        def reached(total: int) -> bool:
            needed = rules["target"] + (rules["target_reached"] == "more_than")
            return total >= needed

        if rules["winner"] in ("went_out", "must_go_out") and out is not None and reached(of_side[out]):
            return sorted(out)
        if rules["winner"] != "must_go_out" and len(best) == 1 and reached(most):
            return sorted(best[0])
    return []
