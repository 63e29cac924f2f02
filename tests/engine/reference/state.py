"""What a position is, from docs/notation.md's JSON and back."""

from dataclasses import dataclass, field
from typing import Any

from tests.engine.reference.rules import Rules, rules_for

Played = tuple[str, str | None]
"""A card on the table and what it stands for: None for itself, `9` in a set, `8H` in a run."""


class Refused(Exception):
    """A move that is not accepted, with its code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Meld:
    kind: str
    cards: tuple[Played, ...]
    by: tuple[int, ...]
    owner: int
    doubled: frozenset[str] = frozenset()


@dataclass(frozen=True)
class State:
    rules: Rules = field(compare=False)
    dealer: int
    turn: int
    phase: str
    hands: tuple[frozenset[str], ...]
    stock: tuple[str, ...]
    pile: tuple[str, ...]
    melds: tuple[Meld, ...]
    wild_rank: str | None
    scores: tuple[int, ...]
    deal_number: int = 1
    taken: tuple[str, ...] = ()
    obliged: frozenset[str] = frozenset()
    by_call: bool = False
    tabled: bool = False
    callers: frozenset[int] = frozenset()
    calls: tuple[tuple[int, str], ...] = ()
    last_discard_by: int | None = None
    quiet_turns: int = 0
    reshuffled: int = 0
    out: int | None = None
    ended: str | None = None


def played(text: str) -> Played:
    card, _, stands = text.partition("=")
    return card, stands or None


def played_text(card: Played) -> str:
    return card[0] if card[1] is None else f"{card[0]}={card[1]}"


def _meld(value: dict[str, Any]) -> Meld:
    return Meld(
        value["kind"],
        tuple(played(text) for text in value["cards"]),
        tuple(value["by"]),
        value["owner"],
        frozenset(value.get("doubled", ())),
    )


def load(position: dict[str, Any]) -> State:
    """The state that a complete, legal position describes (what it leaves out as docs/notation.md says)."""
    players = len(position["hands"])
    dealer = position.get("dealer", 0)
    return State(
        rules=rules_for(position.get("rules", "pagat"), players),
        dealer=dealer,
        turn=position.get("turn", (dealer + 1) % players),
        phase=position.get("phase", "draw"),
        hands=tuple(frozenset(hand) for hand in position["hands"]),
        stock=tuple(position.get("stock", ())),
        pile=tuple(position.get("pile", ())),
        melds=tuple(_meld(meld) for meld in position.get("melds", ())),
        wild_rank=position.get("wild_rank"),
        scores=tuple(position.get("scores", [0] * players)),
        deal_number=position.get("deal_number", 1),
        taken=tuple(position.get("taken", ())),
        obliged=frozenset(position.get("obliged", ())),
        by_call=position.get("by_call", False),
        tabled=position.get("tabled", False),
        callers=frozenset(position.get("callers", ())),
        calls=tuple((int(seat), text) for seat, text in position.get("calls", {}).items()),
        last_discard_by=position.get("last_discard_by"),
        quiet_turns=position.get("quiet_turns", 0),
        reshuffled=position.get("reshuffled", 0),
        out=position.get("out"),
        ended=position.get("ended"),
    )


def dump(state: State) -> dict[str, Any]:
    """The position without `rules` and `totals`; sets are sorted, so that two of them can be compared."""
    return {
        "dealer": state.dealer,
        "turn": state.turn,
        "phase": state.phase,
        "hands": [sorted(hand) for hand in state.hands],
        "stock": list(state.stock),
        "pile": list(state.pile),
        "melds": [_meld_json(number + 1, meld) for number, meld in enumerate(state.melds)],
        "taken": list(state.taken),
        "obliged": sorted(state.obliged),
        "by_call": state.by_call,
        "tabled": state.tabled,
        "callers": sorted(state.callers),
        "calls": {str(seat): text for seat, text in sorted(state.calls)},
        "last_discard_by": state.last_discard_by,
        "wild_rank": state.wild_rank,
        "quiet_turns": state.quiet_turns,
        "reshuffled": state.reshuffled,
        "deal_number": state.deal_number,
        "out": state.out,
        "ended": state.ended,
        "scores": list(state.scores),
    }


def _meld_json(number: int, meld: Meld) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": number,
        "kind": meld.kind,
        "cards": [played_text(card) for card in meld.cards],
        "by": list(meld.by),
        "owner": meld.owner,
    }
    return {**found, "doubled": sorted(meld.doubled)} if meld.doubled else found
