"""What a watcher of the table knows to be in each hand, kept from what is done openly alone."""

from engine import Deal, card_of, mask_of
from engine.cards import RANK, played
from engine.moves import Discard, LayOff, NewMeld, Swap
from tests.engine.random_play import Step


class Watcher:
    """Sees the moves of a deal and remembers the cards that went face up into a hand and have not left it."""

    def __init__(self, deal: Deal) -> None:
        self.hands = [0] * deal.table.players
        if deal.table.options.hand_sizes == "upcard":
            self.hands = [_upcard(deal, seat) for seat in range(deal.table.players)]

    @property
    def known(self) -> tuple[int, ...]:
        """The known cards of each hand, as masks."""
        return tuple(self.hands)

    def see(self, step: Step) -> None:
        """A move was made; cards that were taken from the pile, by a call too, are face up."""
        for seat, count in enumerate(step.after.table.card_counts):
            taken = _taken(step) if count > step.before.table.card_counts[seat] else 0
            self.hands[seat] |= taken
        match step.move:
            case NewMeld(cards):
                self.hands[step.seat] &= ~sum(1 << played(text)[0] for text in cards)
            case LayOff(card):
                self.hands[step.seat] &= ~(1 << played(card)[0])
            case Swap(card, wild):
                self.hands[step.seat] = self.hands[step.seat] & ~mask_of([card]) | mask_of([wild])
            case Discard(card):
                self.hands[step.seat] &= ~(1 << card_of(card))
            case _:
                pass


def _taken(step: Step) -> int:
    """The cards that left the pile for a hand; a reshuffle empties the pile too, but into the stock."""
    if step.move.type == "draw":
        return 0
    return sum(1 << card for card in step.before.table.pile[len(step.after.table.pile) :])


def _upcard(deal: Deal, seat: int) -> int:
    """13.1: the card dealt face up to the seat, which the deal's public part holds from the start."""
    known = deal.table.known[seat]
    assert known.bit_count() == 1
    rank = RANK[known.bit_length() - 1]
    assert deal.table.card_counts[seat] == 1 + (11 if rank == 0 else min(rank + 1, 10))
    return known
