"""What things are worth to a player, in points. The numbers were found by measuring (`python -m
bots.arena`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """How a player weighs what it sees.

    `unseen`, `in_pile`, `in_other_hand`: how likely a card there is to come to hand in time to be used.
    `seed`: the worth of a lone card for each point of its own and each chance of a mate. `draw`: what a card
    from the stock brings. `hold`: the points of naturals that a wild should bring along while nobody is near
    to going out. `out`, `out_per_card`: what going out is worth beyond the cards tabled, and for each card it
    leaves with an opponent. `given`: what a card that fits the table costs beyond its points when it is
    discarded. `safety`: how much of what a discard may give to the others counts. `nearness`: how likely an
    opponent with so many cards (the last: with that many or more) is to end the deal before one's next turn.
    `last_round`, `no_stock`: how likely the deal is to go on for a round when the stock does not suffice for it,
    and when there is none.
    """

    unseen: float = 0.1
    in_pile: float = 0.15
    in_other_hand: float = 0.05
    seed: float = 0.02
    draw: float = 8.0
    hold: float = 35.0
    out: float = 12.0
    out_per_card: float = 1.5
    given: float = 5.0
    safety: float = 0.7
    nearness: tuple[float, ...] = (0.9, 0.45, 0.3, 0.2, 0.12, 0.08, 0.05)
    last_round: float = 0.4
    no_stock: float = 0.1


TUNED = Weights()
