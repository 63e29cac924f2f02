"""A deal as JSON-ready data for storage: lossless but for the seed, compact, and secret.

Unlike a position it is not meant to be read by people, and it keeps what no rule depends on (known cards, the window).
"""

from __future__ import annotations

from typing import Any

from engine.cards import Seat
from engine.melds import Meld
from engine.moves import Call
from engine.options import Options
from engine.rules import rules_for
from engine.table import Deal, Layout, Table

_PLAIN = [
    "dealer",
    "turn",
    "phase",
    "by_call",
    "tabled",
    "last_discard_by",
    "quiet_turns",
    "reshuffled",
    "deal_number",
    "stock_count",
    "out",
    "ended",
]
_LISTS = ["pile", "taken", "window", "scores", "card_counts"]


def snapshot_of(deal: Deal) -> dict[str, Any]:
    """The deal without its options and its seed, which are stored beside it. Masks are hexadecimal texts."""
    table = deal.table
    return {
        **{name: getattr(table, name) for name in _PLAIN},
        **{name: list(getattr(table, name)) for name in _LISTS},
        "players": table.players,
        "wild_rank": table.wild_rank,
        "obliged": f"{table.obliged:x}",
        "known": [f"{mask:x}" for mask in table.known],
        "hands": [f"{mask:x}" for mask in deal.hands],
        "stock": list(deal.stock),
        "callers": list(deal.callers),
        "calls": [[seat, call.card, call.meld, call.end] for seat, call in deal.calls],
        "melds": [
            [meld.kind, meld.of, meld.start, list(meld.cards), list(meld.by), meld.owner, f"{meld.doubled:x}"]
            for meld in table.melds
        ],
    }


def deal_from_snapshot(data: dict[str, Any], options: Options, *, seed: bytes | None) -> Deal:
    """The deal that `snapshot_of` stored. Kept calls take no step more than passes: both are secret."""
    table = Table(
        rules=rules_for(options, data["players"], data["wild_rank"]),
        melds=Layout(tuple(_meld(*parts) for parts in data["melds"])),
        obliged=int(data["obliged"], 16),
        known=tuple(int(mask, 16) for mask in data["known"]),
        **{name: data[name] for name in _PLAIN},
        **{name: tuple(data[name]) for name in _LISTS},
    )
    return Deal(
        table,
        hands=tuple(int(mask, 16) for mask in data["hands"]),
        stock=tuple(data["stock"]),
        callers=tuple(data["callers"]),
        calls=tuple([(Seat(seat), Call(*parts)) for seat, *parts in data["calls"]]),
        seed=seed,
    )


def _meld(kind: Any, of: int, start: int, cards: list[str], by: list[Seat], owner: Seat, doubled: str) -> Meld:
    return Meld(kind, of, start, tuple(cards), tuple(by), owner, int(doubled, 16))
