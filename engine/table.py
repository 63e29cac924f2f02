"""The state of a deal as immutable values: what everybody sees (`Table`), everything (`Deal`), what a seat may know.

Nothing here decides anything; `play` and the moves do.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from engine.cards import BIT, Card, Seat
from engine.melds import Meld
from engine.options import Options
from engine.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.moves.call import Call
    from engine.tabling import Openings

Phase = Literal["draw", "play", "over"]
Ended = Literal["out", "declined", "no_take", "quiet", "stock_end"]
DRAW: Phase = "draw"
PLAY: Phase = "play"
OVER: Phase = "over"


class Layout:
    """The melds on the table in the order in which they were put down: meld 1 is `layout[0]`.

    Immutable; `openings` keeps what `tabling.openings` once found for a seat (None: for all), for it is asked often.
    """

    __slots__ = ("melds", "openings")

    def __init__(self, melds: tuple[Meld, ...] = ()) -> None:
        self.melds = melds
        self.openings: dict[Seat | None, Openings] = {}

    def __len__(self) -> int:
        return len(self.melds)

    def __iter__(self) -> Iterator[Meld]:
        return iter(self.melds)

    @overload
    def __getitem__(self, index: int) -> Meld: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Meld, ...]: ...
    def __getitem__(self, index: int | slice) -> Meld | tuple[Meld, ...]:
        return self.melds[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self.melds == other.melds

    def __hash__(self) -> int:
        return hash(self.melds)

    def __repr__(self) -> str:
        return f"Layout({self.melds!r})"

    def with_meld(self, meld_id: int, meld: Meld) -> Layout:
        """With meld number `meld_id` (from 1) changed, or a new one where that is the next number."""
        return Layout((*self.melds[: meld_id - 1], meld, *self.melds[meld_id:]))


NO_MELDS = Layout()


class Table:
    """Everything about a deal that every viewer may know. Immutable; `changed` gives a copy.

    `pile` is oldest first; `taken` the cards taken from the pile in this turn, in their order there; `obliged` a mask;
    `window` the seats for which the open call window was opened, () when none is open; `known` a mask a seat of the
    cards that everybody knows to be in that hand; `quiet_turns` counts for 8.7.
    """

    rules: Rules
    dealer: Seat
    turn: Seat
    phase: Phase
    pile: tuple[Card, ...]
    melds: Layout
    taken: tuple[Card, ...]
    obliged: int
    by_call: bool
    tabled: bool
    window: tuple[Seat, ...]
    last_discard_by: Seat | None
    quiet_turns: int
    reshuffled: int
    deal_number: int
    scores: tuple[int, ...]
    stock_count: int
    card_counts: tuple[int, ...]
    known: tuple[int, ...]
    out: Seat | None
    ended: Ended | None

    def __init__(self, **parts: Any) -> None:
        self.__dict__.update(parts)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Table does not change")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        return f"Table({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def changed(self, changes: Mapping[str, Any] = MappingProxyType({}), /, **more: Any) -> Table:
        """The table with some parts replaced, given as for `dict`: `changed({"turn": 1}, phase="draw")`."""
        table: Table = object.__new__(Table)
        object.__setattr__(table, "__dict__", {**self.__dict__, **changes, **more})
        return table

    @property
    def options(self) -> Options:
        """The options the game is played by."""
        return self.rules.options

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.rules.players

    @property
    def wild_rank(self) -> int | None:
        """The rank that is wild in this deal (0 ace … 12 king), 5000 Rummy only."""
        return self.rules.wild_rank

    @property
    def single(self) -> int:
        """6.6: the mask of the card that was taken alone in this turn, 0 where there is none."""
        taken = self.taken
        return BIT[taken[0]] if len(taken) == 1 else 0

    @property
    def owes_new_meld(self) -> int:
        """6.1, 6.2: the mask of the card that only a new meld will discharge; 9.2: a called card may go anywhere."""
        if not self.taken or self.by_call:
            return 0
        options = self.rules.options
        rule = options.top_card if len(self.taken) == 1 else options.deep_card
        return BIT[self.taken[0]] if rule == "new_meld" else 0

    @property
    def can_reshuffle(self) -> bool:
        """8.8: whether a draw from the empty stock would make a new one."""
        options = self.rules.options
        return options.stock_out == "reshuffle" and self.reshuffled < options.reshuffles and len(self.pile) > 1

    @property
    def is_contested(self) -> bool:
        """8.4, 9.11: the open window decides whether a last discard ends the deal."""
        by = self.last_discard_by
        return bool(self.window) and by is not None and self.card_counts[by] == 0

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return Seat((seat + 1) % self.rules.players)


class Deal(NamedTuple):
    """One deal at a moment, secrets included. Only `play` makes the next one; see `observe` for what may be shown.

    `hands` are masks; `stock` is in the order of drawing; `callers` the seats that have still to answer in the open
    window; `calls` the calls kept until nearer seats have answered; `seed` the deal's 32 secret bytes (None in a
    position); `reshuffle` the order of the next reshuffle where a case dictates it.
    """

    table: Table
    hands: tuple[int, ...]
    stock: tuple[Card, ...]
    callers: tuple[Seat, ...] = ()
    calls: tuple[tuple[Seat, Call], ...] = ()
    seed: bytes | None = None
    reshuffle: tuple[Card, ...] | None = None


class Observation(NamedTuple):
    """What one viewer may know: the table, and of a seat its own hand (`seat` None: a spectator, no hand).

    `may_call`: this seat has still to answer in the open window. `held`: nobody draws, because a call or a last discard
    awaits its decision (9.8, 9.11).
    """

    table: Table
    seat: Seat | None
    hand: int
    may_call: bool
    held: bool


def observe(deal: Deal, seat: Seat | None) -> Observation:
    """The allow-list: what the seat (None: a spectator) may know of the deal."""
    table = deal.table
    hand = 0 if seat is None else deal.hands[seat]
    if not table.window:
        return Observation(table, seat, hand, False, False)
    return Observation(table, seat, hand, seat in deal.callers, table.is_contested or bool(deal.calls))
