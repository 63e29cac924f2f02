"""The order in which the rules are told: chapters of sentences, each with its clause in docs/rules.md.

An `Option` stands for the sentence of its value in `option_texts`; a `Sentence` does not depend on a value.
Both may be limited to options under which they mean something.
"""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from engine import OPTIONS, Options
from games import rules_conditions as when
from games.option_texts import option_text
from games.rules_conditions import Condition


@dataclass(frozen=True)
class Sentence:
    """A sentence of a clause."""

    clause: str
    words: str
    told: Condition = when.always

    def text(self, options: Options) -> str:
        """The sentence, the same for all options."""
        return gettext(self.words)


@dataclass(frozen=True)
class Option:
    """The sentence for an option's value."""

    name: str
    told: Condition = when.always

    @property
    def clause(self) -> str:
        """The clause in which the option works."""
        return OPTIONS[self.name].clause

    def text(self, options: Options) -> str:
        """The sentence for the value that the option has here."""
        return option_text(self.name, getattr(options, self.name))


Part = Sentence | Option

CHAPTERS: dict[str, tuple[Part, ...]] = {
    _("Setting up"): (
        Option("min_players"),
        Option("max_players"),
        Sentence("2.1", _("One pack of 52 cards is used."), when.one_pack),
        Option("second_pack_from", when.second_pack),
        Option("jokers_per_pack"),
        Option("hand_size_two", when.TWO_MAY_PLAY),
        Option("hand_size", when.MORE_MAY_PLAY),
        Sentence("2.2", _("Cards are dealt one at a time, clockwise from the dealer's left."), when.FIXED_HANDS),
        Sentence("2.2", _("The card after the hands is turned up to begin the pile, the rest are the stock.")),
        Sentence("2.4", _("The first dealer is drawn by lot.")),
        Option("next_dealer"),
        Option("hand_sizes"),
        Option("partners"),
    ),
    _("Points of the cards"): (
        Option("pips"),
        Sentence("3.1", _("Jack, queen and king count 10.")),
        Option("joker_points", when.JOKERS),
        Option("joker_on_table", when.WILD_JOKERS),
        Option("ace_points"),
        Option("ace_low_points", when.LOW_ACES),
        Option("bonus_cards"),
        Option("wild_points", when.WILD_RANK),
        Option("wild_ace_points", when.WILD_RANK),
        Option("four_at_once_doubles"),
    ),
    _("Melds"): (
        Sentence("4.1", _("A set is three or more cards of one rank.")),
        Option("set_suits"),
        Sentence("4.2", _("A run is three or more cards of one suit in sequence, thirteen at most.")),
        Option("ace_in_runs"),
        Option("wild"),
        Sentence("4.3", _("A wild card may stand for any card, even for one that lies on the table."), when.WILDS),
        Sentence("4.3", _("Its player declares for good what it stands for."), when.WILDS),
        Option("joker_role", when.RANK_JOKERS),
        Sentence("4.4", _("In a set, a wild card takes up no suit."), when.SUITLESS_WILDS),
        Sentence("4.5", _("The declaration may be left out if the cards can be read in one way only."), when.WILDS),
        Option("min_naturals", when.WILDS),
        Sentence("4.7", _("Cards on the table stay where they are, and melds never merge.")),
        Option("wild_swap", when.WILDS),
    ),
    _("A turn"): (
        Sentence("5.1", _("A turn has three phases: draw, play, discard.")),
        Sentence("5.2", _("A player draws the top card of the stock, or takes from the pile.")),
        Sentence("5.3", _("Then the player may meld and lay off as much as the rules allow, or not at all.")),
        Sentence("5.4", _("The turn ends with one discard, face up on the pile.")),
        Sentence("5.4", _("It also ends when the player tables the last card."), when.LAST_CARD_TABLED),
        Sentence("5.5", _("The turn passes to the left.")),
        Sentence("5.6", _("A move is refused if the turn could not end legally after it.")),
    ),
    _("Taking from the pile"): (
        Option("top_card"),
        Option("deep_card"),
        Sentence("6.3", _("The other cards taken may be tabled or kept."), when.DEEP),
        Sentence("6.4", _("A take after which the card could not be tabled so is refused."), when.OBLIGES),
        Sentence("6.5", _("The card must be tabled before the turn may end."), when.OBLIGES),
        Sentence("6.6", _("Whoever took the top card alone may not discard it in the same turn."), when.FREE_TOP),
        Sentence("6.8", _("The whole pile may be taken."), when.DEEP),
    ),
    _("Laying off"): (
        Option("lay_off"),
        Sentence("7.1", _("The same holds for swaps and calls."), when.OWN_MELDS),
        Sentence("7.1", _("A partner's melds are not one's own."), when.PARTNERS_OWN_MELDS),
        Sentence("7.2", _("A card laid off counts for the player who laid it off.")),
        Sentence("7.3", _("A card that fits several melds goes to the one its player names, for good.")),
        Sentence("7.4", _("If a card fits both ends of a run, its player says which."), when.TWO_ENDS),
    ),
    _("Going out and the end of a deal"): (
        Option("go_out"),
        Sentence("8.3", _("A floating player holds no cards and draws at the next turn as usual."), when.FLOATS),
        Sentence("8.3", _("One who then keeps cards after the discard plays on as before."), when.FLOATS),
        Option("playable_last_discard", when.UNPLAYABLE),
        Option("stock_out"),
        Option("reshuffles", when.RESHUFFLES),
        Sentence(
            "8.7",
            _("The deal also ends after three times round the table with no stock card drawn and none tabled."),
        ),
    ),
    _("Calling Rummy"): (
        Option("call"),
        Sentence("9.2", _("The caller takes the card and all above it, and must table the card."), when.PILE_CALLS),
        Sentence("9.2", _("The caller may table more and discards."), when.PILE_CALLS),
        Sentence("9.2", _("Then the turn passes to the caller's left."), when.PILE_CALLS),
        Sentence("9.7", _("The card turned up at the deal is no discard and cannot be called."), when.CALLS),
        Option("call_priority", when.CALLS),
        Sentence("9.8", _("Whoever may call may also pass."), when.CALLS),
        Option("call_window", when.CALLS),
    ),
    _("Scoring a deal"): (
        Sentence("10.1", _("Players score the cards they tabled less the cards left in their hands.")),
        Sentence("10.1", _("Scores may be negative.")),
        Option("stock_out_counts_hand"),
        Option("out_bonus"),
        Option("out_collects"),
        Sentence("10.3", _("Only the hands of opponents are collected."), when.PARTNERS_COLLECT),
    ),
    _("Winning the game"): (
        Option("target"),
        Option("target_reached", when.HAS_TARGET),
        Option("winner", when.HAS_TARGET),
        Option("deal_limit"),
        Sentence("11.6", _("Here a side counts as one player."), when.PARTNERS),
    ),
    _("Leaving the table"): (
        Sentence("15.1", _("When a player leaves, a computer player takes over or the game is abandoned.")),
        Sentence("15.1", _("The table's settings say which; cards on the table keep counting for the seat.")),
    ),
}
