"""Texts of 4 kB that look like a game's snapshot: made once, as this is not what is measured."""

import json
from random import Random

LENGTH, COUNT = 4096, 64
_CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def _text(seed: int) -> str:
    rng = Random(seed)
    piles = [rng.sample(_CARDS, len(_CARDS)) for _ in range(20)]
    return json.dumps(piles)[:LENGTH]


_TEXTS = [_text(seed) for seed in range(COUNT)]


def snapshot(version: int) -> str:
    """The snapshot of this version; those that follow one another differ."""
    return _TEXTS[version % COUNT]
