"""What each preset is called, and what is special about it, for players to read.

Whole sentences: they are the keys of the catalogues of translations.
"""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

TITLES: Mapping[str, str] = {
    "pagat": _("500 Rum"),
    "classic": _("Classic 500 Rum"),
    "browser": _("Browser game for two"),
    "bicycle": _("Bicycle rules"),
    "five_ten_fifteen": _("Five, ten, fifteen"),
    "wikipedia": _("Wikipedia rules"),
    "new_meld_only": _("Deep takes for new melds"),
    "must_use": _("Use what you take"),
    "new_meld": _("Takes for new melds"),
    "must_discard": _("Out by a discard"),
    "floating": _("Floating"),
    "unplayable_discard": _("Unplayable last discard"),
    "out_to_win": _("Go out to win"),
    "top_call": _("Call the latest discard"),
    "no_call": _("No calls"),
    "quick": _("Quick game"),
    "joker_swap": _("Joker swap"),
    "ranked": _("Ranked game"),
    "rummy_5000": _("5000 Rummy"),
    "rummy_2500": _("2500 Rummy"),
    "rummy_1500": _("1500 Rummy"),
    "persian": _("Persian Rummy"),
}

SUMMARIES: Mapping[str, str] = {
    "pagat": _(
        "Two wild jokers a pack, the pile to be taken as deep as you like, and Rummy to be called on "
        "what others overlook."
    ),
    "classic": _("500 Rum as it was before the jokers came: no wild cards, everything else the same."),
    "browser": _("Two players, no jokers, no calls, and more than 500 points to win."),
    "bicycle": _("No jokers, no calls, and even the top card of the pile is only for those who table it at once."),
    "five_ten_fifteen": _("Easy adding: small cards 5, ten to king 10, aces and jokers 15, and a low ace 5."),
    "wikipedia": _("Bicycle rules with small cards 5, and the player who goes out past the target wins."),
    "new_meld_only": _(
        "No jokers; deep cards only for new melds, out by a discard only, and calls for the latest discard."
    ),
    "must_use": _("The top card of the pile, too, must be tabled by whoever takes it."),
    "new_meld": _("Whatever is taken from the pile has to go into a new meld."),
    "must_discard": _("The deal ends only by a discard: keep one card for it."),
    "floating": _("Who tables the last card goes on without cards, until a last discard ends the deal."),
    "unplayable_discard": _("Floating, and the last discard must be a card that fits nowhere on the table."),
    "out_to_win": _("Past the target is not enough: to win you must go out, too."),
    "top_call": _("Rummy is called on the latest discard only, to lay it off and score it."),
    "no_call": _("500 Rum with jokers and without calling."),
    "quick": _("500 Rum to 200 points."),
    "joker_swap": _("Whoever holds the card that a joker stands for may swap it in and play the joker again."),
    "ranked": _("No jokers and no calls: the rules under which ratings are compared."),
    "rummy_5000": _(
        "A face-up card says how many cards you get, the dealer's says which rank is wild, and 5000 points win."
    ),
    "rummy_2500": _("5000 Rummy to 2500 points."),
    "rummy_1500": _("5000 Rummy to 1500 points."),
    "persian": _(
        "Two pairs of partners, jokers as a rank of their own, double points for four at once, and two deals."
    ),
}


def preset_title(name: str) -> str:
    """The preset's name for people, as `Classic 500 Rum`; KeyError for no preset."""
    return gettext(TITLES[name])


def preset_summary(name: str) -> str:
    """One sentence: what is special about the preset; KeyError for no preset."""
    return gettext(SUMMARIES[name])
