"""Shuffles and deals (docs/notation.md, Deals; rules 2 and 13.1): the same for ever from the same seed."""

from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import (
    CODES,
    PRESETS,
    RANKS,
    Deal,
    ImpossibleRules,
    Options,
    Seat,
    card_of,
    codes,
    commitment,
    first_dealer,
    next_deal,
    next_dealer,
    options_from,
    position_from,
    reshuffled,
    shuffled_pack,
    start_deal,
)

SEED = bytes(range(32))
CLASSIC, PAGAT = PRESETS["classic"], PRESETS["pagat"]
ONE_PACK = (
    "TD 3H 5H 4D 4S 3C 9H 6D 9S 2H 6S 4C JH 2C 9D TH KD 7H 6C 6H 7D AH KC KH 8D KS "
    "5C JD 2S AC 2D 9C 7C QD 5D 8S JC AD 8C QS TS 8H 4H AS TC 3D QC JS QH 7S 3S 5S"
)


def texts(cards: tuple[int, ...]) -> list[str]:
    return [CODES[card] for card in cards]


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(card_of, text.split()))


# The test vectors of the notation


def test_the_seed_is_committed_to() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_one_pack_without_jokers() -> None:
    assert texts(shuffled_pack(CLASSIC, 2, SEED)) == ONE_PACK.split()


def test_two_packs_with_two_jokers_each() -> None:
    found = texts(shuffled_pack(PAGAT, 5, SEED))
    assert " ".join(found[:10]) == "X3 JD2 TS2 4S2 KS TS TD2 JC 4D2 TC2"
    assert " ".join(found[-3:]) == "X4 4S 9S2"
    digest = sha256(" ".join(found).encode()).hexdigest()
    assert digest == "82e1a1753bfc93a6eef455fad87d1251f7dca6712668ea40cc57720fd799b751"


def test_the_first_dealer() -> None:
    assert [first_dealer(players, SEED) for players in (2, 4, 8)] == [0, 2, 6]


def test_the_first_reshuffle() -> None:
    assert texts(reshuffled(cards("6S 4D 7D KC 2H 9S"), SEED, 1)) == ["7D", "6S", "9S", "KC", "4D", "2H"]


def test_a_reshuffle_in_play_follows_the_seed() -> None:
    """8.8: the pile but its top, oldest first, under the number of the reshuffle."""
    deal = start_deal(options_from({"preset": "ranked", "stock_out": "reshuffle", "reshuffles": 2}), 2, SEED)
    pile = cards("6S 4D 7D KC 2H 9S QC")
    for done in (0, 1):
        emptied = deal._replace(table=deal.table.changed(pile=pile, stock_count=0, reshuffled=done), stock=())
        after = engine.play(emptied, emptied.table.turn, engine.parse_move("draw"))
        order = reshuffled(pile[:-1], SEED, done + 1)
        assert after.stock == order[1:]
        assert after.hands[deal.table.turn] == deal.hands[deal.table.turn] | 1 << order[0]
        assert after.table.pile == pile[-1:]
        assert after.table.reshuffled == done + 1


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        start_deal(CLASSIC, 2, bytes(length))


@given(st.binary(min_size=32, max_size=32), st.integers(2, 8), st.sampled_from(sorted(PRESETS)))
def test_every_shuffle_is_the_pack_in_another_order(seed: bytes, players: int, preset: str) -> None:
    options = PRESETS[preset]
    pack = shuffled_pack(options, players, seed)
    assert len(pack) == options.pack_size(players) == len(set(pack))
    assert all(options.has_card(CODES[card], players) for card in pack)
    assert 0 <= first_dealer(players, seed) < players


def test_every_card_comes_to_every_place_equally_often() -> None:
    """No proof, but a shuffle that favours places would show: 2,000 packs, 52 places each."""
    places = [0] * 52
    for number in range(2_000):
        places[shuffled_pack(CLASSIC, 2, number.to_bytes(32, "big")).index(card_of("AS"))] += 1
    expected = 2_000 / 52
    assert sum((count - expected) ** 2 / expected for count in places) < 95  # chi-square, 51 degrees: 1 in 5,000


# 2.2: hands of one size


def dealt(options: Options, players: int, **more: int) -> Deal:
    return start_deal(options, players, SEED, **more)  # type: ignore[arg-type]


def test_2_2_one_card_at_a_time_beginning_with_eldest() -> None:
    deal = dealt(CLASSIC, 3, dealer=1)
    pack = ONE_PACK.split()
    assert deal.table.turn == 2
    assert set(codes(deal.hands[2])) == set(pack[0:21:3])
    assert set(codes(deal.hands[0])) == set(pack[1:21:3])
    assert set(codes(deal.hands[1])) == set(pack[2:21:3])
    assert texts(deal.table.pile) == pack[21:22]
    assert texts(deal.stock) == pack[22:]


@pytest.mark.parametrize(
    ("changes", "players", "each"),
    [
        ({}, 2, 13),
        ({}, 3, 7),
        ({}, 8, 7),
        ({"hand_size_two": 3}, 2, 3),
        ({"hand_size_two": 15}, 2, 15),
        ({"hand_size": 3}, 4, 3),
        ({"hand_size": 15}, 3, 15),
        ({"hand_size": 15}, 6, 15),
        ({"hand_size_two": 3}, 3, 7),
    ],
)
def test_2_2_hand_sizes(changes: dict[str, int], players: int, each: int) -> None:
    deal = dealt(options_from({"preset": "classic", **changes}), players)
    assert deal.table.card_counts == (each,) * players
    assert deal.table.stock_count == deal.table.options.pack_size(players) - players * each - 1
    assert len(deal.table.pile) == 1


def test_2_1_the_second_pack() -> None:
    assert [CLASSIC.packs(players) for players in range(2, 9)] == [1, 1, 1, 2, 2, 2, 2]
    assert PAGAT.pack_size(4) == 54
    assert PAGAT.pack_size(5) == 108
    never = options_from({"preset": "classic", "second_pack_from": 9})
    assert {never.packs(players) for players in range(2, 9)} == {1}
    assert options_from({"preset": "classic", "second_pack_from": 3}).packs(3) == 2


def test_2_1_jokers() -> None:
    for jokers in range(5):
        options = options_from({"preset": "no_call", "jokers_per_pack": jokers, "wild": "jokers" if jokers else "none"})
        for players, packs in ((4, 1), (5, 2)):
            held = [code for code in texts(shuffled_pack(options, players, SEED)) if code[0] == "X"]
            assert sorted(held) == [f"X{number}" for number in range(1, packs * jokers + 1)]


def test_2_3_too_few_cards_are_refused_at_the_deal_too() -> None:
    with pytest.raises(ImpossibleRules) as refused:
        dealt(options_from({"preset": "classic", "second_pack_from": 9}), 8)
    assert refused.value.options == ("hand_size", "second_pack_from", "jokers_per_pack")


def test_2_3_one_stock_card_is_enough() -> None:
    options = options_from({"preset": "classic", "hand_size": 10, "second_pack_from": 9})
    assert dealt(options, 5).table.stock_count == 1
    with pytest.raises(ImpossibleRules):
        dealt(options_from({"preset": "classic", "hand_size": 10, "second_pack_from": 9, "min_players": 6}), 6)


# 2.4: dealers


def test_2_4_the_first_dealer_is_drawn_from_the_seed() -> None:
    assert [dealt(CLASSIC, players).table.dealer for players in (2, 4, 8)] == [0, 2, 6]
    assert dealt(CLASSIC, 4, dealer=3).table.dealer == 3


def ended(options: Options, *, out: int | None, dealer: int) -> Deal:
    """A deal of three that is over; seat `out` has gone out, or nobody."""
    hands = [["2C"], ["3C"], ["4C"]]
    if out is not None:
        hands[out] = []
    end = {"out": out, "ended": "declined" if out is None else "out", "phase": "over"}
    rules = {**engine.options_json(options)}
    return position_from({"rules": rules, "hands": hands, "dealer": dealer, "scores": [10, 20, 30], **end})


@pytest.mark.parametrize(
    ("rule", "out", "dealer", "following"),
    [("left", 0, 1, 2), ("left", 2, 2, 0), ("left", None, 0, 1), ("winner", 0, 1, 0), ("winner", None, 1, 2)],
)
def test_2_4_the_next_dealer(rule: str, out: int | None, dealer: int, following: int) -> None:
    deal = ended(options_from({"preset": "classic", "next_dealer": rule}), out=out, dealer=dealer)
    assert next_dealer(deal) == following
    after = next_deal(deal, SEED)
    assert after.table.dealer == following
    assert after.table.turn == (following + 1) % 3


def test_the_next_deal_carries_the_totals() -> None:
    deal = ended(CLASSIC, out=1, dealer=0)
    after = next_deal(deal, SEED)
    assert after.table.scores == engine.totals(deal) == (8, 20, 26)
    assert after.table.deal_number == 2
    assert after.seed == SEED
    assert (after.table.quiet_turns, after.table.reshuffled, after.table.last_discard_by) == (0, 0, None)


def test_there_is_no_next_deal_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        next_deal(dealt(CLASSIC, 2), SEED)


# 13.1: as many cards as the upcard says


@pytest.mark.parametrize("players", range(2, 9))
def test_13_1_each_hand_is_dealt_by_its_upcard(players: int) -> None:
    options = PRESETS["rummy_5000"]
    pack = texts(shuffled_pack(options, players, SEED))
    deal = dealt(options, players)
    for step in range(1, players + 1):
        seat = (deal.table.dealer + step) % players
        upcard, more = pack[0], {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10}.get(pack[0][0]) or int(pack[0][0])
        assert codes(deal.table.known[seat]) == (upcard,)
        assert set(codes(deal.hands[seat])) == set(pack[: more + 1])
        pack = pack[more + 1 :]
    assert texts(deal.table.pile) == pack[:1]
    assert texts(deal.stock) == pack[1:]
    assert deal.table.wild_rank == RANKS.index(upcard[0])


def test_13_2_the_wild_rank_is_the_dealers() -> None:
    deal = dealt(PRESETS["rummy_5000"], 3)
    (upcard,) = codes(deal.table.known[deal.table.dealer])
    assert set(codes(deal.table.rules.wilds)) == {upcard[0] + suit for suit in "CDHS"}


def test_13_1_hands_by_upcard_without_a_wild_rank() -> None:
    options = options_from({"preset": "classic", "hand_sizes": "upcard"})
    deal = dealt(options, 4)
    assert deal.table.wild_rank is None
    assert len(set(deal.table.card_counts)) > 1


# 2.5: the same for ever


def test_2_5_the_same_seed_deals_the_same() -> None:
    deals = [dealt(PAGAT, 4), dealt(PAGAT, 4)]
    assert deals[0] == deals[1]
    others = [start_deal(PAGAT, 4, number.to_bytes(32, "big")) for number in range(50)]
    assert len({deal.stock for deal in others}) == 50
    assert {deal.table.dealer for deal in others} == {0, 1, 2, 3}


def test_2_5_labels_are_independent() -> None:
    """The shuffle, the dealer and each reshuffle draw from streams of their own."""
    orders = [reshuffled(tuple(range(20)), SEED, number) for number in range(1, 10)]
    assert all(first != second for first, second in pairwise(orders))
    assert len(set(orders)) == 9


def test_a_deal_from_a_given_pack() -> None:
    pack = cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D")
    options = options_from({"preset": "classic", "hand_size_two": 3})
    deal = engine.deal_from_pack(options, 2, pack, Seat(1))
    assert [codes(hand) for hand in deal.hands] == [("2C", "4C", "6C"), ("3C", "5C", "7C")]
    assert texts(deal.table.pile) == ["8C"]
    assert deal.seed is None
