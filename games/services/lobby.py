"""Who of those who seek plays with whom. Tables are made one after the other, so that nobody sits down at two."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from games.chance import in_random_order
from games.models import Game, Seek, SeekBots, SeekStatus
from games.services.create import GameWish, SeatWish, make_game
from games.snapshots import options_of
from players import bell
from players.models import Player
from players.selectors import blocked_pairs, kept_apart
from players.services import tell_player

MOST_LOOKED_AT = 100
"""So many who wait in a pool, the first of them, are looked at for one table."""
_LOCK = 500_500


def lock_lobby() -> None:
    """Until the transaction ends nobody else changes a seek. It is the first lock of those who do.

    One lock, because a player may wait in several pools and is to get one game. SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def seat_if_possible(seek: Seek, now: datetime) -> bool:
    """Begin a game with this open seek, if there are enough others, the largest table first. The lobby is locked."""
    waiting = _waiting(seek, now)
    apart = _apart(waiting)
    for count in range(seek.max_seats, seek.min_seats - 1, -1):
        fitting = _fitting(waiting, count)
        # From each of them on: who is nobody's match must not keep the others from one another.
        for first in range(len(fitting) - count + 2):
            table = _table(seek, fitting[first:], count, apart)
            if len(table) == count:
                _begin(table, 0, now)
                return True
    return False


def seat_with_bots(seek: Seek, now: datetime) -> None:
    """Begin the smallest game that this open seek allows, with bots at the seats left over. The lobby is locked.

    When a seek runs out, others who wait for the same and would play with such bots then, are taken along.
    """
    along: list[Seek] = []
    if seek.bots == SeekBots.ON_EXPIRY:
        along = [one for one in _waiting(seek, now) if (one.bots, one.bot_level) == (seek.bots, seek.bot_level)]
    table = _table(seek, _fitting(along, seek.min_seats), seek.min_seats, _apart(along))
    _begin(table, seek.min_seats - len(table), now)


def close(seeks: Sequence[Seek], status: SeekStatus, now: datetime, game_id: UUID | None = None) -> None:
    """Write that these open seeks are closed, and wake those who wait for it. The lobby is locked."""
    for seek in seeks:
        seek.status, seek.closed_at, seek.game = status, now, game_id
        transaction.on_commit(partial(bell.ring, seek.id))
    Seek.objects.filter(id__in=[seek.id for seek in seeks]).update(status=status, closed_at=now, game=game_id)


def _waiting(seek: Seek, now: datetime) -> list[Seek]:
    """Those who could sit at a table with this one, the first who came first."""
    others = Seek.objects.filter(pool=seek.pool, closed_at=None, expires_at__gt=now, player__is_active=True)
    others = others.filter(min_seats__lte=seek.max_seats, max_seats__gte=seek.min_seats)
    others = others.filter(Q(min_rating=None) | Q(min_rating__lte=seek.rating))
    others = others.filter(Q(max_rating=None) | Q(max_rating__gte=seek.rating))
    if seek.min_rating is not None:
        others = others.filter(rating__gte=seek.min_rating)
    if seek.max_rating is not None:
        others = others.filter(rating__lte=seek.max_rating)
    others = others.exclude(player_id__in={seek.player_id, *kept_apart(seek.player_id)})
    return list(others.select_related("player").order_by("id")[:MOST_LOOKED_AT])


def _apart(seeks: Sequence[Seek]) -> set[frozenset[UUID]]:
    return blocked_pairs({seek.player_id for seek in seeks})


def _fitting(seeks: Sequence[Seek], count: int) -> list[Seek]:
    return [seek for seek in seeks if seek.min_seats <= count <= seek.max_seats]


def _table(seek: Seek, others: Sequence[Seek], count: int, apart: set[frozenset[UUID]]) -> list[Seek]:
    """The seek, and of the others, in their order, those who can sit with all before them; up to so many."""
    table = [seek]
    for other in others:
        if len(table) < count and all(_suits(one, other, apart) for one in table):
            table.append(other)
    return table


def _suits(one: Seek, other: Seek, apart: set[frozenset[UUID]]) -> bool:
    """Whether they are two people who do not avoid each other, each of a rating that the other asks for."""
    pair = frozenset((one.player_id, other.player_id))
    return len(pair) == 2 and pair not in apart and _wants(one, other.rating) and _wants(other, one.rating)


def _wants(seek: Seek, rating: int) -> bool:
    low, high = seek.min_rating, seek.max_rating
    return (low is None or low <= rating) and (high is None or rating <= high)


def _begin(table: Sequence[Seek], bots: int, now: datetime) -> None:
    """Their game, all at seats by chance; the other seeks of these players are cancelled."""
    first, ids = min(table, key=lambda seek: seek.id), [seek.player_id for seek in table]
    players: list[Player | None] = in_random_order([*(seek.player for seek in table), *[None] * bots])
    wish = GameWish(
        options=options_of(first.options),
        seats=[SeatWish() if player else SeatWish(bot_level=first.bot_level) for player in players],
        visibility=first.visibility,
        clock=first.clock,
        rated=first.rated,
        start=True,
    )
    game: Game = make_game(owner=first.player, wish=wish, players=players, now=now).game
    close(table, SeekStatus.MATCHED, now, game.id)
    others = Seek.objects.filter(player_id__in=ids, closed_at=None)
    close(list(others), SeekStatus.CANCELLED, now)
    for seek in table:
        tell_player(
            player_id=seek.player_id, news="seek_matched", now=now, game_id=game.id, facts={"seek": str(seek.id)}
        )
