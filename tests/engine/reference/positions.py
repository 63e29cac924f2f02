"""Random small positions under random rules, dense in cards that fit together."""

from random import Random
from typing import Any

from tests.engine.reference.cards import RANKS, SUITS, is_joker, is_wild, pack
from tests.engine.reference.dealing import can_be_dealt
from tests.engine.reference.melds import fits_as_itself, fits_as_wild, in_answer_order, is_legal, shapes
from tests.engine.reference.rules import PRESETS, Rules, all_options, impossible, rules_for
from tests.engine.reference.state import Played, State, played_text

CHOICES: dict[str, list[Any]] = {
    "min_players": [2, 3, 4],
    "max_players": [2, 4, 8],
    "hand_sizes": ["fixed", "upcard"],
    "partners": [False, False, True],
    "second_pack_from": [3, 3, 5, 9],
    "jokers_per_pack": [0, 1, 2, 3, 4],
    "wild": ["jokers", "none", "dealer_upcard"],
    "joker_role": ["wild", "rank"],
    "min_naturals": [0, 1, 2],
    "wild_swap": ["off", "reuse", "reuse"],
    "set_suits": ["distinct", "any"],
    "ace_in_runs": ["both", "low", "high", "corner"],
    "top_card": ["free", "must_use", "new_meld"],
    "deep_card": ["use", "new_meld", "never"],
    "lay_off": ["anyone", "own"],
    "call": ["pile", "top_lay_off", "off"],
    "call_priority": ["first", "clockwise"],
    "go_out": ["any", "discard", "float", "unplayable"],
    "playable_last_discard": ["refused", "callable"],
    "stock_out": ["play_on", "end", "reshuffle"],
    "reshuffles": [0, 1, 2],
    "stock_out_counts_hand": [True, False],
    "pips": ["face", "five"],
    "ace_low_points": [1, 5],
    "joker_on_table": ["fixed", "represented"],
    "wild_ace_points": [None, 200],
    "bonus_cards": [{}, {"QS": 40, "AC": 25}, {"X1": 50}, {"7H2": 30, "7H": 20}],
    "four_at_once_doubles": [True, False],
    "out_bonus": [0, 25],
    "out_collects": [True, False],
    "winner": ["highest", "went_out", "must_go_out"],
    "next_dealer": ["left", "winner"],
    "deal_limit": [None, 1, 3],
    "target": [None, 50, 500],
    "target_reached": ["at_least", "more_than"],
}
THEMES: list[dict[str, Any]] = [
    {},
    {"call": "top_lay_off"},
    {"call_priority": "clockwise", "call": "pile"},
    {"call_priority": "clockwise", "call": "top_lay_off"},
    {"go_out": "unplayable", "playable_last_discard": "callable"},
    {"go_out": "unplayable", "playable_last_discard": "callable", "call_priority": "clockwise"},
    {"go_out": "float"},
    {"wild_swap": "reuse", "wild": "jokers", "jokers_per_pack": 3},
    {"wild": "dealer_upcard", "wild_swap": "reuse"},
    {"top_card": "new_meld", "deep_card": "new_meld"},
    {"stock_out": "reshuffle"},
]
"""What random options would bring together too seldom."""
SEED = bytes(range(32))


def random_rules(rng: Random, possible: bool = True) -> dict[str, Any]:
    """A preset with some of its options changed, such that it can be played, or whether or not it can."""
    while True:
        rules: dict[str, Any] = {"preset": rng.choice(sorted(PRESETS))}
        for option in rng.sample(sorted(CHOICES), rng.choice([0, 3, 6, 12])):
            rules[option] = rng.choice(CHOICES[option])
        rules |= rng.choice(THEMES)
        if not possible:
            return rules
        if rules.get("wild") == "dealer_upcard":
            rules |= {"hand_sizes": "upcard", "wild_points": 100, "jokers_per_pack": 0}
        if not impossible(all_options(rules)):
            return rules


def random_position(rng: Random) -> dict[str, Any]:
    """A position in the draw or the play phase, complete enough to be played from."""
    chosen = random_rules(rng)
    options = all_options(chosen)
    players = rng.randint(options["min_players"], min(options["max_players"], 5))
    rules = rules_for(chosen, players)
    rules.bonus_cards = {code: points for code, points in rules.bonus_cards.items() if code in pack(rules)}
    chosen["bonus_cards"] = rules.bonus_cards
    if not can_be_dealt(rules):
        return random_position(rng)
    wild_rank = rng.choice(RANKS) if rules.wild == "dealer_upcard" else None
    cards = _dense(rng, rules, wild_rank)
    turn = rng.randrange(players)
    melds = _melds(rng, rules, wild_rank, cards)
    fewest = 0 if rules.go_out in ("float", "unplayable") else 1
    hands = [[cards.pop() for _ in range(rng.randint(fewest, 3))] for _ in range(players)]
    hands[turn] = [cards.pop() for _ in range(rng.choice([fewest, 1, 2, 3, 4, 5, 6]))]
    position: dict[str, Any] = {
        "rules": chosen,
        "dealer": rng.randrange(players),
        "turn": turn,
        "phase": "draw",
        "wild_rank": wild_rank,
        "melds": melds,
        "hands": hands,
        "pile": [cards.pop() for _ in range(min(len(cards), rng.choice([0, 1, 1, 2, 2, 3, 4, 5])))],
        "stock": [cards.pop() for _ in range(min(len(cards), rng.choice([0, 1, 2, 3])))],
        "quiet_turns": rng.choice([0, 0, 3 * players - 1]),
        "scores": [rng.randrange(-50, 480) for _ in range(players)],
        "deal_number": rng.choice([1, 3]),
    }
    if rng.random() < 0.6:
        _into_the_play_phase(rng, rules, wild_rank, position, cards)
    return position


def random_long_meld(rng: Random) -> tuple[dict[str, Any], str]:
    """A hand that holds a long meld, or nearly one, and the move that puts it down, with some declarations."""
    chosen = random_rules(rng)
    options = all_options(chosen) | {"go_out": "any", "bonus_cards": {}}
    players = rng.choice([options["min_players"], options["max_players"]])
    rules = rules_for(options, players)
    if not can_be_dealt(rules):
        return random_long_meld(rng)
    wild_rank = rng.choice(RANKS) if rules.wild == "dealer_upcard" else None
    cards = pack(rules)
    rng.shuffle(cards)
    shown = [shape for shape in shapes(rules, rng.choice([4, 5, 8, 10, 12, 13, 13, 13])) if shape[0] == "run"]
    kind, places = rng.choice(shown or list(shapes(rules, 3)))
    state = State(rules, 0, 0, "draw", (), (), (), (), wild_rank, ())
    filled = _filled(rng, state, kind, places, cards) or tuple((card, None) for card in cards[:3])
    held = [card for card, _ in filled]
    spare = [card for card in cards if card not in held][:2]
    silent = rng.choice([0.2, 1.0, 1.0])
    texts = [played_text((card, None if rng.random() < silent else stands)) for card, stands in filled]
    turn_about = rng.randrange(len(texts))
    rng.choice([lambda: None, lambda: rng.shuffle(texts), texts.reverse])()
    if rng.random() < 0.3:
        texts = texts[turn_about:] + texts[:turn_about]
    hands = [[*held, *spare], *[[] for _ in range(players - 1)]]
    rules_of_position = {**chosen, "go_out": "any", "playable_last_discard": "refused", "bonus_cards": {}}
    position = {"rules": rules_of_position, "turn": 0, "phase": "play", "hands": hands, "wild_rank": wild_rank}
    return position, "meld " + " ".join(texts)


def _dense(rng: Random, rules: Rules, wild_rank: str | None) -> list[str]:
    """The pack, to be drawn from the end, where cards of a few ranks and of one suit are, and some wilds."""
    ranks, suit = set(rng.sample(RANKS, 2)), rng.choice(SUITS)
    start, wilds = rng.randrange(len(RANKS)), rng.choice([0.2, 0.5, 0.9])
    near = {RANKS[(start + n) % len(RANKS)] for n in range(6)}

    def depth(card: str) -> float:
        wanted = card[0] in ranks or (not is_joker(card) and card[1] == suit and card[0] in near)
        if is_wild(rules, wild_rank, card) or is_joker(card):
            wanted = rng.random() < wilds
        return rng.random() + (1.0 if wanted else 0.0)

    weights = {card: depth(card) for card in pack(rules)}
    return sorted(weights, key=lambda card: weights[card])


def _melds(rng: Random, rules: Rules, wild_rank: str | None, cards: list[str]) -> list[dict[str, Any]]:
    """Up to three legal melds, made of cards that are removed from `cards`."""
    found: list[dict[str, Any]] = []
    bare = State(rules, 0, 0, "draw", (), (), (), (), wild_rank, ())
    for _ in range(rng.choice([0, 1, 2, 2, 3])):
        size = rng.choice([3, 3, 3, 3, 4, 4, 4, 5, 12])
        near = cards[-30:] if size < 6 else cards
        usable = [
            (kind, filled) for kind, places in shapes(rules, size) if (filled := _filled(rng, bare, kind, places, near))
        ]
        usable = [(kind, filled) for kind, filled in usable if is_legal(rules, kind, filled)]
        if not usable:
            continue
        kind, filled = rng.choice(usable)
        for card, _ in filled:
            cards.remove(card)
        filled = in_answer_order(kind, filled)
        owner = rng.randrange(rules.players)
        meld: dict[str, Any] = {
            "id": len(found) + 1,
            "kind": kind,
            "cards": [played_text(card) for card in filled],
            "by": [rng.choice([owner, rng.randrange(rules.players)]) for _ in filled],
            "owner": owner,
        }
        if rules.four_at_once_doubles and kind == "set" and len(filled) == 4 and rng.random() < 0.5:
            meld["doubled"] = [card for card, _ in filled]
        found.append(meld)
    return found


def _filled(rng: Random, state: State, kind: str, places: list[str], cards: list[str]) -> tuple[Played, ...] | None:
    free, found = list(cards), list[Played]()
    for place in places:
        naturals = [card for card in free if fits_as_itself(state.rules, kind, card, place)]
        if kind == "set" and state.rules.set_suits == "distinct":
            naturals = [card for card in naturals if is_joker(card) or card[1] not in {used[1] for used, _ in found}]
        wilds = [card for card in free if fits_as_wild(state, kind, card, place)]
        pick = rng.choice(wilds) if wilds and (not naturals or rng.random() < 0.2) else None
        if pick is None and not naturals:
            return None
        entry = (rng.choice(naturals), None) if pick is None else (pick, place)
        free.remove(entry[0])
        found.append(entry)
    return tuple(found)


def _into_the_play_phase(
    rng: Random, rules: Rules, wild_rank: str | None, position: dict[str, Any], cards: list[str]
) -> None:
    """The same in the play phase: drawn from the stock, or with cards taken of which one may be obliged."""
    hand = position["hands"][position["turn"]]
    if not hand:
        hand.append(cards.pop())
    position["phase"] = "play"
    count = rng.choice([0, 0, 1, 2, 3])
    if count and len(hand) >= count and not (count > 1 and rules.deep_card == "never"):
        position["taken"] = hand[:count]
        if count > 1 or rules.top_card != "free":
            position["obliged"] = hand[:1]
    if rules.wild_swap == "reuse" and rng.random() < 0.2:
        freed = [card for card in hand if is_wild(rules, wild_rank, card)]
        position["obliged"] = sorted({*position.get("obliged", []), *freed[:1]})
    position["tabled"] = bool(position["melds"]) and rng.random() < 0.3
