"""What a viewer sees, may do and is told depends on nothing that the viewer cannot know."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

import engine
from engine import PRESETS, Deal, IllegalMove, Move, Observation, Seat, legal_moves, observe, settle, start_deal
from tests.engine.hidden_cards import reshuffled_secrets
from tests.engine.mutations import mutations
from tests.engine.option_values import random_options
from tests.engine.random_play import GAMES, walk
from tests.engine.sizes import SECRECY_DEALS_EACH, SIZED

pytestmark = SIZED

FIRST_MOVES = 200
LOOKED_AT = 0.15
SEED = bytes(range(32))


def told(seen: Observation, move: Move) -> tuple[object, ...]:
    """The move as it would be carried out, or everything that the refusal says."""
    try:
        return ("ok", settle(seen, move))
    except IllegalMove as refusal:
        return refusal.code, refusal.clause, {name: str(fact) for name, fact in refusal.facts.items()}, str(refusal)


def check_secrecy(deal: Deal, viewer: Seat | None, rng: Random) -> bool:
    """Whether there was something to hide; it makes no difference to the viewer."""
    other = reshuffled_secrets(deal, viewer, rng)
    seen, seen_otherwise = observe(deal, viewer), observe(other, viewer)
    assert seen == seen_otherwise
    moves = list(islice(legal_moves(seen), FIRST_MOVES))
    assert moves == list(islice(legal_moves(seen_otherwise), FIRST_MOVES))
    for move in mutations(deal, viewer or Seat(0), moves, rng):
        assert told(seen, move) == told(seen_otherwise, move)
    return other != deal


def check_deal_is_secret(deal: Deal, rng: Random) -> Counter[str]:
    """Over one random deal: how often secrets were changed, and waiting calls among them."""
    seen: Counter[str] = Counter()
    for moment in (deal, *(step.after for step in walk(deal, rng))):
        if rng.random() < LOOKED_AT or moment == deal or moment.calls or moment.table.is_contested:
            for viewer in (None, *map(Seat, range(deal.table.players))):
                seen["secrets"] += check_secrecy(moment, viewer, rng)
            seen["calls"] += bool(moment.calls)
    return seen


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_hidden_cards_make_no_difference(preset: str, players: int) -> None:
    for number in range(SECRECY_DEALS_EACH):
        rng = Random(f"{preset} {players} {number}")
        assert check_deal_is_secret(start_deal(PRESETS[preset], players, rng.randbytes(32)), rng)["secrets"]


@pytest.mark.parametrize("call", ["pile", "top_lay_off"])
@pytest.mark.parametrize("last_discard", ["refused", "callable"])
def test_waiting_calls_make_no_difference(call: str, last_discard: str) -> None:
    """9.8: what others have called, or whether they have passed, is not seen while a call waits."""
    options = replace(
        PRESETS["pagat"],
        call=call,
        call_priority="clockwise",
        go_out="unplayable",
        playable_last_discard=last_discard,
    )
    seen: Counter[str] = Counter()
    for number in range(6 * SECRECY_DEALS_EACH):
        rng = Random(f"{call} {last_discard} {number}")
        seen += check_deal_is_secret(start_deal(options, 5, rng.randbytes(32)), rng)
    assert seen["calls"]


@pytest.mark.parametrize("number", range(20 * SECRECY_DEALS_EACH))
def test_random_options_hide_as_much(number: int) -> None:
    rng = Random(f"secrecy {number}")
    players = rng.randint(2, 8)
    check_deal_is_secret(start_deal(random_options(rng, players), players, rng.randbytes(32)), rng)


# The allow-list


def test_an_observation_holds_these_fields_alone() -> None:
    assert Observation._fields == ("table", "seat", "hand", "may_call", "held")


def test_a_table_holds_these_parts_alone() -> None:
    deal = start_deal(PRESETS["pagat"], 3, SEED)
    assert set(vars(observe(deal, None).table)) == {
        "rules",
        *("dealer", "turn", "phase", "pile", "melds", "taken", "obliged", "by_call", "tabled", "window"),
        *("last_discard_by", "quiet_turns", "reshuffled", "deal_number", "scores", "stock_count"),
        *("card_counts", "known", "out", "ended"),
    }


def test_a_spectator_has_no_hand_and_no_moves() -> None:
    seen = observe(start_deal(PRESETS["pagat"], 3, SEED), None)
    assert (seen.seat, seen.hand, seen.may_call) == (None, 0, False)
    assert not legal_moves(seen)
    for text in ("draw", "pass", "decline", "discard KD", "call KD", "meld 2C 3C 4C"):
        assert engine.parse_move(text) not in legal_moves(seen)


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    deal = start_deal(PRESETS["classic"], 3, SEED)
    for seat in map(Seat, range(3)):
        shown = repr(observe(deal, seat))
        hidden = {str(hand) for other, hand in enumerate(deal.hands) if other != seat}
        assert observe(deal, seat).hand == deal.hands[seat]
        assert not any(mask in shown for mask in hidden)
        assert str(deal.stock) not in shown
        assert "seed" not in shown


def test_what_was_taken_openly_is_known_until_it_leaves_the_hand() -> None:
    deal = engine.position_from(
        {
            "rules": "classic",
            "turn": 0,
            "hands": [["KH", "KS", "2D"], ["9C", "9D"]],
            "stock": ["5C", "6C"],
            "pile": ["KD", "4H", "8S"],
        }
    )
    for seat, text in ((0, "take KD"), (0, "meld KD KH KS"), (0, "discard 4H")):
        deal = engine.play(deal, Seat(seat), engine.parse_move(text))
    assert [engine.codes(known) for known in deal.table.known] == [("8S",), ()]


def test_a_drawn_card_is_known_to_nobody_else() -> None:
    deal = start_deal(PRESETS["classic"], 2, SEED)
    after = engine.play(deal, deal.table.turn, engine.parse_move("draw"))
    assert after.table.known == (0, 0)
    assert check_secrecy(after, None, Random(1))
