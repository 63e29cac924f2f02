"""How closely a player looks. Weaker players overlook things and hope; they throw no dice about what they see."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Attention:
    """What a player notices.

    `pile_depth`: how many cards of the pile, from the top, it considers taking. `deeper_chance`: how often it looks
    through the whole pile all the same. `overlooks`: the chance that it stops looking for lay-offs, each time there is
    one; `misses_calls`: the same for a call. `optimism`: how many times too likely it takes a card to come that it
    hopes for. `counts_cards`: it knows which cards can no longer come. `sees_swaps`: it swaps wilds out (4.8).
    `fears_table`, `fears_hands`: it does not discard what fits the table; what others could use with the pile and the
    cards they hold. `risk_aversion`: the share of its points that a useless card in the hand is taken to cost before
    anybody is near to going out. `tables_wilds`: False only in a player made to measure what wilds are worth.
    """

    pile_depth: int
    deeper_chance: float = 0.0
    overlooks: float = 0.0
    misses_calls: float = 0.0
    optimism: float = 1.0
    counts_cards: bool = False
    sees_swaps: bool = False
    fears_table: bool = False
    fears_hands: bool = False
    risk_aversion: float = 0.0
    tables_wilds: bool = True


NOVICE = Attention(pile_depth=1, deeper_chance=0.1, overlooks=0.25, misses_calls=0.5, optimism=2.5)
CASUAL = Attention(pile_depth=3, misses_calls=0.2, optimism=1.5, sees_swaps=True, fears_table=True, risk_aversion=0.3)
CLUB = Attention(pile_depth=104, counts_cards=True, sees_swaps=True, fears_table=True, fears_hands=True)
CLUB_WITHOUT_JOKERS = replace(CLUB, tables_wilds=False)
