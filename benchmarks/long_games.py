"""Games of the same cards, some at their beginning and some after 2,000 moves. Imported when Django is set up."""

from dataclasses import replace
from random import Random

from django.db import connection, transaction
from django.utils import timezone

import engine
from benchmarks.tables import Table, begun, chosen, play, two_people
from games import after_commit, store
from games.models import Deal, Entry
from games.services import deals
from games.store import GameState
from players.ids import uuid7

LATE = 2000
"""So many moves, at least, have gone before in the long games."""
MOVES = 20
"""So many of each game are compared, from the first of a deal on."""
OPTIONS = replace(engine.PRESETS["ranked"], target=20_000)
SEED = bytes(range(32))


def comparable_games(copies: int) -> tuple[list[list[str]], list[list[str]]]:
    """The requests of games that begin, and of as many that go on: the same moves with the same cards."""
    pattern = _long_game()
    late = [_copy(pattern) for _ in range(copies)]
    early = [_of_these_cards() for _ in range(copies)]
    return [table.moves(Random(2), MOVES) for table in early], [table.moves(Random(2), MOVES) for table in late]


def _of_these_cards() -> Table:
    deals.new_seed = lambda: SEED
    return begun(OPTIONS, Random(1))


@transaction.atomic
def _long_game() -> GameState:
    """A game of many deals, at the beginning of one of the same cards and the same dealer as its first."""
    table, rng = _of_these_cards(), Random(1)
    state = store.lock(table.state.game.id)
    first_dealer, number = state.playing.table.dealer, 0
    while True:
        deals.new_seed = lambda: SEED if _is_late(state, first_dealer) else rng.randbytes(32)
        while state.game.deal_number == number or not number:
            number = number or state.game.deal_number
            play(state, *chosen(state.playing, rng))
        number = state.game.deal_number
        after_commit.write_and_ring(state, timezone.now())
        if state.playing.seed == SEED:
            return state


def _is_late(state: GameState, dealer: int) -> bool:
    """Whether the next deal is to be the one that is compared."""
    return state.game.version > LATE and state.playing.table.left_of(state.playing.table.dealer) == dealer


@transaction.atomic
def _copy(pattern: GameState) -> Table:
    """The same game between other people, its log included."""
    people, says = two_people()
    old_id, game = pattern.game.pk, type(pattern.game).objects.get(pk=pattern.game.pk)
    game.pk, game.owner = uuid7(), people[0]
    game.save(force_insert=True)
    for seat, player in zip(pattern.seats, people, strict=True):
        type(seat).objects.create(game=game, seat=seat.seat, player=player, created_at=game.created_at)
    for model in (Entry, Deal):
        columns = [f'"{field.column}"' for field in model._meta.concrete_fields if field.name not in ("id", "game")]
        names, name = ", ".join(columns), model._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f'INSERT INTO "{name}" ("game_id", {names}) SELECT %s, {names} FROM "{name}" WHERE "game_id" = %s',
                [game.pk, old_id],
            )
    return Table(store.load(game.pk), says)
