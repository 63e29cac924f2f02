"""One sentence for every value of every option, for players to read, in their language.

The sentences are whole, with named placeholders: they are the keys of the catalogues of translations.
What an option does is in docs/rules.md; in which clause, `engine.OPTIONS` knows.
"""

from collections.abc import Iterable, Mapping
from typing import cast

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

ANY = "any other value"
"""The key of the sentence for every value that has none of its own; `{value}` is that value."""


def counted(one: str, many: str) -> tuple[str, str]:
    """A sentence that depends on the number in it, in its two English forms; marks it for translation."""
    return one, many


TEXTS: Mapping[str, Mapping[object, str | tuple[str, str]]] = {
    # Players, packs, deal
    "min_players": {ANY: counted("At least {value} player is needed.", "At least {value} players are needed.")},
    "max_players": {ANY: counted("At most {value} player can join.", "At most {value} players can join.")},
    "second_pack_from": {
        9: _("One pack of 52 cards is used, however many play."),
        ANY: counted(
            "One pack of 52 cards is used, and a second one from {value} player on.",
            "One pack of 52 cards is used, and a second one from {value} players on.",
        ),
    },
    "jokers_per_pack": {
        0: _("There are no jokers."),
        1: _("Each pack has one joker."),
        ANY: counted("Each pack has {value} joker.", "Each pack has {value} jokers."),
    },
    "hand_size_two": {
        ANY: counted("Two players are dealt {value} card each.", "Two players are dealt {value} cards each.")
    },
    "hand_size": {
        ANY: counted(
            "Three or more players are dealt {value} card each.", "Three or more players are dealt {value} cards each."
        )
    },
    "hand_sizes": {
        "fixed": _("All players are dealt the same number of cards."),
        "upcard": _(
            "Each player in turn, eldest first and the dealer last, is dealt one card face up and "
            "then as many more face down as that card says: two to ten their number, jack, queen and king ten, "
            "an ace eleven."
        ),
    },
    "next_dealer": {
        "left": _("After each deal the player to the dealer's left deals."),
        "winner": _("After each deal the player who went out deals, or the player to the dealer's left if nobody did."),
    },
    # Melds and wild cards
    "wild": {
        "jokers": _("Jokers are wild."),
        "dealer_upcard": _(
            "All cards of the same rank as the dealer's face-up card are wild in that deal; "
            "one that is played as itself is a natural card."
        ),
        "none": _("No card is wild."),
    },
    "joker_role": {
        "wild": _("A joker takes the place of another card."),
        "rank": _("Jokers are a rank of their own: they make sets among themselves and nothing else."),
    },
    "min_naturals": {
        0: _("A meld may consist of wild cards only."),
        1: _("A meld needs at least one natural card."),
        ANY: counted("A meld needs at least {value} natural card.", "A meld needs at least {value} natural cards."),
    },
    "wild_swap": {
        "off": _("A wild card on the table is never replaced."),
        "reuse": _(
            "In the play phase of a turn a player may replace a wild card on the table by the very "
            "card that it stands for (in a set by a card of the rank that would fit) and must table the wild "
            "card again in that turn."
        ),
    },
    "set_suits": {
        "distinct": _("The natural cards of a set are of different suits, and a set has at most four cards."),
        "any": _("Suits may repeat in a set, and a set may grow to four cards for each pack in play."),
    },
    "ace_in_runs": {
        "both": _("An ace is low (A-2-3) or high (Q-K-A) in a run, and nothing goes beyond it."),
        "low": _("An ace is always low in a run (A-2-3)."),
        "high": _("An ace is always high in a run (Q-K-A)."),
        "corner": _("Runs go round the corner (Q-K-A-2-3); an ace is low only as the first card of a run."),
    },
    # Taking, laying off, calling
    "top_card": {
        "free": _("The top card of the pile may be taken freely."),
        "must_use": _("The top card of the pile may be taken only to table it in the same turn."),
        "new_meld": _("The top card of the pile may be taken only to table it in a new meld in the same turn."),
    },
    "deep_card": {
        "use": _(
            "A card below the top may be taken, with all cards above it, if it is melded or laid off in the same turn."
        ),
        "new_meld": _(
            "A card below the top may be taken, with all cards above it, if it goes into a new meld in the same turn."
        ),
        "never": _("Cards below the top of the pile cannot be taken."),
    },
    "lay_off": {
        "anyone": _("In their turn players may lay cards off on every meld on the table."),
        "own": _("In their turn players may lay cards off on melds that they started themselves."),
    },
    "call": {
        "pile": _(
            "After a discard, until the next player draws, any player but the discarder may call Rummy "
            "on a card of the pile that can be tabled with the table, that card and the cards above it alone."
        ),
        "top_lay_off": _(
            "After a discard, until the next player draws, any player but the discarder may call "
            "Rummy on that discard and lay it off; the caller scores it and the turn goes on as before."
        ),
        "off": _("Nobody may call Rummy."),
    },
    "call_priority": {
        "first": _("The first call counts."),
        "clockwise": _("If several players call, the one nearest to the discarder clockwise gets the card."),
    },
    "call_window": {
        0: _("The next player need not wait for calls."),
        1: _("While something can be called, the next player waits for one second."),
        ANY: counted(
            "While something can be called, the next player waits for up to {value} second.",
            "While something can be called, the next player waits for up to {value} seconds.",
        ),
    },
    # How a deal ends
    "go_out": {
        "any": _("A player goes out by tabling or discarding the last card, and the deal ends at once."),
        "discard": _("A player goes out by discarding the last card; the last card cannot be tabled."),
        "float": _("A player goes out by discarding the last card; one who tables the last card floats."),
        "unplayable": _(
            "A player goes out by discarding a last card that fits nowhere on the table; one who "
            "tables the last card floats."
        ),
    },
    "playable_last_discard": {
        "refused": _("A last card that its player could lay off cannot be discarded."),
        "callable": _(
            "A last card that its player could lay off may be discarded; if another player calls it "
            "the discarder floats, and otherwise the deal ends."
        ),
    },
    "stock_out": {
        "play_on": _(
            "When the stock is empty a player takes from the pile or declines to draw, which ends "
            "the deal; if no take is legal the deal ends by itself."
        ),
        "end": _("The deal ends with the turn in which the last card of the stock is drawn."),
        "reshuffle": _(
            "When a player draws from the empty stock, the pile without its top card is shuffled into a new stock."
        ),
    },
    "reshuffles": {
        0: _("The pile is reshuffled in no deal: a player takes from it or declines to draw, which ends the deal."),
        1: _(
            "The pile is reshuffled once in a deal; afterwards a player takes from the pile or declines to "
            "draw, which ends the deal."
        ),
        ANY: counted(
            "The pile is reshuffled up to {value} time in a deal; afterwards a player takes from the pile "
            "or declines to draw, which ends the deal.",
            "The pile is reshuffled up to {value} times in a deal; afterwards a player takes from the pile "
            "or declines to draw, which ends the deal.",
        ),
    },
    "stock_out_counts_hand": {
        True: _("Cards in the hand count against a player however the deal ended."),
        False: _("Cards in the hand do not count when the deal ended without anybody going out."),
    },
    # Points
    "pips": {
        "face": _("Two to ten count their number."),
        "five": _("Two to nine count 5, a ten counts 10."),
    },
    "ace_points": {
        1: _("An ace counts 1 point in a set, high in a run and in the hand."),
        ANY: counted(
            "An ace counts {value} point in a set, high in a run and in the hand.",
            "An ace counts {value} points in a set, high in a run and in the hand.",
        ),
    },
    "ace_low_points": {
        1: _("A low ace, next to the two in a run, counts 1 point."),
        ANY: counted(
            "A low ace, next to the two in a run, counts {value} point.",
            "A low ace, next to the two in a run, counts {value} points.",
        ),
    },
    "joker_points": {
        1: _("A joker counts 1 point."),
        ANY: counted("A joker counts {value} point.", "A joker counts {value} points."),
    },
    "joker_on_table": {
        "fixed": _("A joker counts the same on the table and in the hand."),
        "represented": _("A joker on the table counts what the card that it stands for would count."),
    },
    "wild_points": {
        None: _("A card of the wild rank has no points of its own."),
        1: _("A card of the wild rank counts 1 point, also when it is played as itself."),
        ANY: counted(
            "A card of the wild rank counts {value} point, also when it is played as itself.",
            "A card of the wild rank counts {value} points, also when it is played as itself.",
        ),
    },
    "wild_ace_points": {
        None: _("A wild ace counts as much as any card of a wild rank."),
        1: _("Where aces are wild an ace counts 1 point."),
        ANY: counted(
            "Where aces are wild an ace counts {value} point.", "Where aces are wild an ace counts {value} points."
        ),
    },
    "bonus_cards": {
        "": _("No single card has points of its own."),
        ANY: _("These cards have points of their own, on the table and in the hand: {value}."),
    },
    "four_at_once_doubles": {
        False: _("A set of four counts the points of its cards."),
        True: _(
            "A set of four that is put down in one meld counts double; a set of three that grows to four does not."
        ),
    },
    "out_bonus": {
        0: _("There are no extra points for going out."),
        1: _("The player who goes out scores 1 extra point."),
        ANY: counted(
            "The player who goes out scores {value} extra point.",
            "The player who goes out scores {value} extra points.",
        ),
    },
    "out_collects": {
        False: _("The cards left in other hands are nobody's gain."),
        True: _("The player who goes out also scores the cards left in the other hands."),
    },
    # Winning
    "partners": {
        False: _("Everybody plays for themselves."),
        True: _(
            "Four players form two sides, seats 0 and 2 against seats 1 and 3; a side's score is the sum "
            "of its players'."
        ),
    },
    "target": {
        None: _("There is no number of points to reach."),
        ANY: counted("The target is {value} point.", "The target is {value} points."),
    },
    "target_reached": {
        "at_least": _("A player has reached the target with a total that equals it or is above."),
        "more_than": _("A player has reached the target only with a total above it."),
    },
    "winner": {
        "highest": _(
            "When anybody has reached the target after a deal, the highest total wins; if it is "
            "shared, another deal is played."
        ),
        "went_out": _(
            "When anybody has reached the target after a deal, the player who went out wins if they "
            "have reached it, and otherwise the highest total; if that is shared, another deal is played."
        ),
        "must_go_out": _(
            "A player wins only by going out in a deal after which they have reached the target; "
            "otherwise another deal is played."
        ),
    },
    "deal_limit": {
        None: _("The number of deals is not limited."),
        1: _("The game ends after one deal; the highest total wins, and a shared one is a shared win."),
        ANY: counted(
            "The game ends after {value} deal at the latest; the highest total wins then, and a shared "
            "one is a shared win.",
            "The game ends after {value} deals at the latest; the highest total wins then, and a shared "
            "one is a shared win.",
        ),
    },
}


def option_text(name: str, value: object) -> str:
    """What that value of that option means, in one sentence; KeyError for a name that is no option.

    >>> option_text("jokers_per_pack", 2)
    'Each pack has 2 jokers.'
    """
    if name == "bonus_cards":
        value = _bonus_text(value)
    words = TEXTS[name].get(value) or TEXTS[name][ANY]
    said = gettext(words) if isinstance(words, str) else ngettext(*words, cast(int, value))
    return said.format(value=value)


def _bonus_text(bonus: object) -> str:
    """The cards with points of their own as `QS 40, 2C 0`; empty for none. Takes a mapping or pairs."""
    pairs: Iterable[tuple[str, int]] = bonus.items() if isinstance(bonus, Mapping) else bonus or ()  # type: ignore[assignment]
    return ", ".join(f"{card} {points}" for card, points in pairs)
