"""Another world that looks the same to a viewer: the cards that the viewer never saw have changed places in it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

import engine
from engine.cards import CARDS, CODES, Card
from games.models import Entry, Game
from games.snapshots import encode
from games.store import GameState
from tests.api.secrecy.answers import taken_back

Places = Mapping[Card, Card]


@contextmanager
def exchanged(state: GameState, hidden: Iterable[str], rng: Random) -> Iterator[int]:
    """Within, the game's rows are of the other world. How many of the hidden cards have changed places is given.

    They have done so from the shuffle on: in the hands and the stock, in what was dealt and drawn, and in the pack that
    the seed gives. So the log leads to the deal in both worlds.
    """
    places = _other_places(hidden, rng)
    real = engine.shuffled_pack
    seed = state.playing.seed

    def pack(options: engine.Options, players: int, its_seed: bytes) -> Any:
        cards = real(options, players, its_seed)
        return tuple(places.get(card, card) for card in cards) if its_seed == seed else cards

    with taken_back(), patch("engine.dealing.shuffled_pack", pack), patch("engine.shuffled_pack", pack):
        _write(state, places)
        yield len(places)


def _other_places(hidden: Iterable[str], rng: Random) -> Places:
    """None stays where it is, if there are two."""
    cards = sorted(CARDS[code] for code in hidden)
    rng.shuffle(cards)
    return dict(zip(cards, [*cards[1:], *cards[:1]], strict=True)) if len(cards) > 1 else {}


def _write(state: GameState, places: Places) -> None:
    deal = state.playing
    hands = tuple(_moved(engine.codes(hand), places) for hand in deal.hands)
    changed = deal._replace(
        hands=tuple(sum(1 << CARDS[code] for code in hand) for hand in hands),
        stock=tuple(places.get(card, card) for card in deal.stock),
    )
    Game.objects.filter(id=state.game.id).update(snapshot=encode(changed, state.deal_version))
    rows = Entry._base_manager.filter(game=state.game, version__gte=state.deal_version)
    for row in rows.only("hands", "drawn"):
        told = {
            "hands": {seat: _moved(hand, places) for seat, hand in row.hands.items()},
            "drawn": "".join(_moved([row.drawn], places)) if row.drawn else "",
        }
        rows.filter(pk=row.pk).update(**told)


def _moved(codes: Any, places: Places) -> list[str]:
    """The cards that are in the places of these, in pack order."""
    cards = (CARDS[code] for code in codes)
    return [CODES[card] for card in sorted(places.get(card, card) for card in cards)]
