"""Under which options a part of the rules means anything: the conditions that `rules_chapters` uses."""

from collections.abc import Callable

from engine import Options

Condition = Callable[[Options], bool]


def where(name: str, *values: object) -> Condition:
    """True for options in which that option has one of the values."""
    return lambda options: getattr(options, name) in values


def unless(name: str, *values: object) -> Condition:
    """True for options in which that option has none of the values."""
    return lambda options: getattr(options, name) not in values


def both(first: Condition, second: Condition) -> Condition:
    """True where the two conditions are."""
    return lambda options: first(options) and second(options)


def either(first: Condition, second: Condition) -> Condition:
    """True where one of the two conditions is."""
    return lambda options: first(options) or second(options)


def always(_: Options) -> bool:
    """True for all options."""
    return True


def one_pack(options: Options) -> bool:
    """True where no number of players that may play needs a second pack (2.1)."""
    return options.max_players < options.second_pack_from < 9


def second_pack(options: Options) -> bool:
    """True where the second pack is worth a word."""
    return not one_pack(options)


FIXED_HANDS = where("hand_sizes", "fixed")
UPCARD_HANDS = where("hand_sizes", "upcard")
TWO_MAY_PLAY = both(FIXED_HANDS, where("min_players", 2))
MORE_MAY_PLAY = both(FIXED_HANDS, unless("max_players", 2))

JOKERS = unless("jokers_per_pack", 0)
RANK_JOKERS = both(JOKERS, where("joker_role", "rank"))
WILD_JOKERS = where("wild", "jokers")
WILD_RANK = where("wild", "dealer_upcard")
WILDS = unless("wild", "none")
SUITLESS_WILDS = both(WILDS, where("set_suits", "distinct"))
LOW_ACES = unless("ace_in_runs", "high")
TWO_ENDS = either(WILDS, where("ace_in_runs", "both", "corner"))

DEEP = unless("deep_card", "never")
FREE_TOP = where("top_card", "free")
OBLIGES = either(DEEP, unless("top_card", "free"))
OWN_MELDS = where("lay_off", "own")

LAST_CARD_TABLED = unless("go_out", "discard")
FLOATS = where("go_out", "float", "unplayable")
UNPLAYABLE = where("go_out", "unplayable")
RESHUFFLES = where("stock_out", "reshuffle")
CALLS = unless("call", "off")
PILE_CALLS = where("call", "pile")

PARTNERS = where("partners", True)
PARTNERS_OWN_MELDS = both(PARTNERS, OWN_MELDS)
PARTNERS_COLLECT = both(PARTNERS, where("out_collects", True))
HAS_TARGET = unless("target", None)
