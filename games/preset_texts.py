"""What each preset is called, and what is special about it, for players to read.

English now; whole sentences, so that they can be keys of a catalogue of translations.
"""

from collections.abc import Mapping

TITLES: Mapping[str, str] = {
    "pagat": "500 Rum",
    "classic": "Classic 500 Rum",
    "browser": "Browser game for two",
    "bicycle": "Bicycle rules",
    "five_ten_fifteen": "Five, ten, fifteen",
    "wikipedia": "Wikipedia rules",
    "new_meld_only": "Deep takes for new melds",
    "must_use": "Use what you take",
    "new_meld": "Takes for new melds",
    "must_discard": "Out by a discard",
    "floating": "Floating",
    "unplayable_discard": "Unplayable last discard",
    "out_to_win": "Go out to win",
    "top_call": "Call the latest discard",
    "no_call": "No calls",
    "quick": "Quick game",
    "joker_swap": "Joker swap",
    "ranked": "Ranked game",
    "rummy_5000": "5000 Rummy",
    "rummy_2500": "2500 Rummy",
    "rummy_1500": "1500 Rummy",
    "persian": "Persian Rummy",
}

SUMMARIES: Mapping[str, str] = {
    "pagat": "Two wild jokers a pack, the pile to be taken as deep as you like, and Rummy to be called on "
    "what others overlook.",
    "classic": "500 Rum as it was before the jokers came: no wild cards, everything else the same.",
    "browser": "Two players, no jokers, no calls, and more than 500 points to win.",
    "bicycle": "No jokers, no calls, and even the top card of the pile is only for those who table it at once.",
    "five_ten_fifteen": "Easy adding: small cards 5, ten to king 10, aces and jokers 15, and a low ace 5.",
    "wikipedia": "Bicycle rules with small cards 5, and the player who goes out past the target wins.",
    "new_meld_only": "No jokers; deep cards only for new melds, out by a discard only, and calls for the "
    "latest discard.",
    "must_use": "The top card of the pile, too, must be tabled by whoever takes it.",
    "new_meld": "Whatever is taken from the pile has to go into a new meld.",
    "must_discard": "The deal ends only by a discard: keep one card for it.",
    "floating": "Who tables the last card goes on without cards, until a last discard ends the deal.",
    "unplayable_discard": "Floating, and the last discard must be a card that fits nowhere on the table.",
    "out_to_win": "Past the target is not enough: to win you must go out, too.",
    "top_call": "Rummy is called on the latest discard only, to lay it off and score it.",
    "no_call": "500 Rum with jokers and without calling.",
    "quick": "500 Rum to 200 points.",
    "joker_swap": "Whoever holds the card that a joker stands for may swap it in and play the joker again.",
    "ranked": "No jokers and no calls: the rules under which ratings are compared.",
    "rummy_5000": "A face-up card says how many cards you get, the dealer's says which rank is wild, and "
    "5000 points win.",
    "rummy_2500": "5000 Rummy to 2500 points.",
    "rummy_1500": "5000 Rummy to 1500 points.",
    "persian": "Two pairs of partners, jokers as a rank of their own, double points for four at once, and two deals.",
}


def preset_title(name: str) -> str:
    """The preset's name for people, as `Classic 500 Rum`; KeyError for no preset."""
    return TITLES[name]


def preset_summary(name: str) -> str:
    """One sentence: what is special about the preset; KeyError for no preset."""
    return SUMMARIES[name]
