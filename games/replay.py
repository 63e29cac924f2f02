"""A game played again from its log: whether that leads to what is stored of it, and how it stood on the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from uuid import UUID

import engine
from games import store
from games.models import Deal, Entry, Game, Kind, Status
from games.results import result_fields
from games.store import GameState

_PORTION = 50


@dataclass(frozen=True)
class Reshuffle:
    """A new stock, made of the pile but for its top: both with the next or the oldest card first."""

    number: int
    pile: tuple[engine.Card, ...]
    stock: tuple[engine.Card, ...]


def faults_of(game_id: UUID) -> list[str]:
    """What is wrong with a stored game; nothing, if its entries replay to its snapshot and its scores."""
    state = store.load(game_id)
    rows = list(state.game.deals.order_by("number"))
    try:
        finals = engine.replay(stored_record(state.game, rows))
    except ValueError as error:
        return [f"cannot be replayed: {error}"]
    return [*_number_faults(state.game), *_deal_faults(rows, finals), *_end_faults(state, finals)]


def stored_record(game: Game, rows: list[Deal]) -> engine.GameRecord:
    """The record of a game from its rows."""
    moves: dict[int, list[tuple[engine.Seat, engine.Move]]] = {row.number: [] for row in rows}
    for entry in moves_that_count(game):
        moves[entry.deal_number].append(_played(entry))
    deals = [engine.DealRecord(bytes(row.seed), engine.Seat(row.dealer), tuple(moves[row.number])) for row in rows]
    return engine.GameRecord(engine.options_from(game.options), game.seat_count, tuple(deals))


def moves_that_count(game: Game, deal_number: int | None = None) -> list[Entry]:
    """The moves of the game or of one deal, in order, without those that were taken back."""
    entries = Entry.objects.filter(game=game, kind__in=(Kind.MOVE, Kind.UNDONE)).order_by("version")
    if deal_number is not None:
        entries = entries.filter(deal_number=deal_number)
    counting: list[Entry] = []
    for entry in entries.only("version", "deal_number", "kind", "seat", "text", "move", "undone_to"):
        if entry.undone_to is None:
            counting.append(entry)
        while entry.undone_to is not None and counting and counting[-1].version > entry.undone_to:
            counting.pop()
    return counting


def newest_first(game: Game, deal_number: int) -> Iterator[Entry]:
    """The moves of a deal that count and all its undos, the newest first; read in portions, as they are asked for."""
    entries = Entry.objects.filter(game=game, deal_number=deal_number, kind__in=(Kind.MOVE, Kind.UNDONE))
    entries = entries.only("version", "kind", "seat", "move", "undone_to").order_by("-version")
    counts_to = before = game.version + 1
    while portion := list(entries.filter(version__lt=before)[:_PORTION]):
        for entry in portion:
            if entry.undone_to is not None:
                counts_to = min(counts_to, entry.undone_to)
            if entry.undone_to is not None or entry.version <= counts_to:
                yield entry
        before = portion[-1].version


def reshuffles_of(state: GameState, row: Deal) -> list[Reshuffle]:
    """The reshuffles of a deal (8.8), in order; of one that goes on, secret."""
    if state.options.stock_out != "reshuffle":
        return []
    seed, found = bytes(row.seed), []
    deal = engine.start_deal(state.options, len(state.seats), seed, dealer=engine.Seat(row.dealer))
    for entry in moves_that_count(state.game, row.number):
        before, deal = deal, engine.play(deal, *_played(entry))
        if deal.table.reshuffled > before.table.reshuffled:
            number, cards = deal.table.reshuffled, before.table.pile[:-1]
            found.append(Reshuffle(number, cards, engine.reshuffled(cards, seed, number)))
    return found


def deal_at(state: GameState, version: int) -> engine.Deal:
    """The deal that goes on, as it stood after the entry of this version."""
    now, table = state.playing, state.playing.table
    assert now.seed is not None, "a stored deal has a seed"
    deal = engine.start_deal(
        state.options,
        len(state.seats),
        now.seed,
        dealer=table.dealer,
        deal_number=table.deal_number,
        scores=table.scores,
    )
    for entry in moves_that_count(state.game, table.deal_number):
        if entry.version <= version:
            deal = engine.play(deal, *_played(entry))
    return deal


def _played(entry: Entry) -> tuple[engine.Seat, engine.Move]:
    return engine.Seat(entry.seat or 0), engine.parse_move(entry.text)


def _number_faults(game: Game) -> Iterator[str]:
    versions = list(game.entries.order_by("version").values_list("version", flat=True))
    if versions != list(range(1, game.version + 1)):
        yield f"{len(versions)} entries at version {game.version}"


def _deal_faults(rows: list[Deal], finals: list[engine.Deal]) -> Iterator[str]:
    for row, final in zip(rows, finals, strict=True):
        scores, totals = engine.deal_scores(final), engine.totals(final)
        replayed = (scores and list(scores), totals and list(totals), final.table.out, final.table.ended)
        if replayed != (row.scores, row.totals, row.out, row.ended or None):
            yield f"deal {row.number} replays to {replayed}"
        if row.results is not None and row.results != result_fields(final):
            yield f"deal {row.number} has other results than follow from its log"
        if engine.commitment(bytes(row.seed)) != row.commitment:
            yield f"deal {row.number} has another commitment"
    for (row, next_row), final in zip(pairwise(rows), finals, strict=False):
        if next_row.dealer != engine.next_dealer(final):
            yield f"deal {next_row.number} has another dealer than follows from deal {row.number}"


def _end_faults(state: GameState, finals: list[engine.Deal]) -> Iterator[str]:
    game = state.game
    if finals and finals[-1] != state.deal:
        yield "the snapshot is not what the entries replay to"
    if game.status == Status.VOIDED:  # whatever it came to
        return
    winners = list(engine.winners(finals[-1])) if finals else []
    if bool(winners) != (game.status == Status.FINISHED):
        yield f"{game.status}, but the winners are {winners}"
    if game.result and game.result["winners"] != winners:
        yield f"the result names {game.result['winners']}, the rules {winners}"
