"""The standings of a pool while games are rated or taken back: read, changed in memory, and written in one go."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import NamedTuple, TypeVar
from uuid import UUID

from django.db.models import F

from players.models import Player
from scoring.models import ALL_TIME, Board, Pool, RatingCount, Standing
from scoring.skills import ALGORITHM, Skill

LEAST_GAMES, LEAST_GAMES_OF_MONTH = 10, 5
"""So many games a player needs for a rating that is not provisional, and to be listed; and for a month's board."""
_AT_ONCE = 500
Key = tuple[str, UUID]
T = TypeVar("T")


class Held(NamedTuple):
    """A player's skill after the last game of a season, and the number of games."""

    skill: Skill
    games: int


def least_games(season: str) -> int:
    """How many games it takes to be listed."""
    return LEAST_GAMES if season == ALL_TIME else LEAST_GAMES_OF_MONTH


def season_of(at: datetime) -> str:
    """The month in UTC, as `2026-11`."""
    return f"{at:%Y-%m}"


class Ledger:
    """Who holds what on the boards of a locked pool, by season and player."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._rows: dict[Key, Standing] = {}
        self._held: dict[Key, Held | None] = {}
        self._known: set[Key] = set()

    def load(self, seasons: Collection[str], player_ids: Iterable[UUID]) -> None:
        """Read what these players hold in these seasons and altogether, unless it was read before."""
        wanted = {(season, player) for season in {*seasons, ALL_TIME} for player in player_ids} - self._known
        for players in _portions(sorted({player for _, player in wanted}), _AT_ONCE):
            rows = Standing.objects.filter(board__pool=self._pool, player__in=players, until=None)
            for row in rows.filter(board__season__in={season for season, _ in wanted}).select_related("board"):
                key = row.board.season, row.player_id
                if key in wanted:
                    self._rows[key], self._held[key] = row, Held(Skill(row.mu, row.sigma), row.games)
        self._known |= wanted

    def held(self, season: str, player_id: UUID) -> Held | None:
        """What the player holds now; None before the first game."""
        assert (season, player_id) in self._known, "read first"
        return self._held.get((season, player_id))

    def put(self, season: str, player_id: UUID, held: Held | None) -> None:
        """The player holds this from now on."""
        self._held[season, player_id] = held

    def write(self, now: datetime) -> None:
        """Replace the standings that have changed, and count who is listed anew."""
        changed = [key for key, held in self._held.items() if _holds(self._rows.get(key)) != held]
        if not changed:
            return
        self._pool.number += 1
        self._pool.at = now
        boards = self._boards({season for season, _ in changed})
        replaced = [self._rows[key] for key in changed if key in self._rows]
        erased = _erased({player for _, player in changed})
        made = [
            self._standing(boards[season], player, held, player in erased)
            for season, player in changed
            if (held := self._held[season, player]) is not None
        ]
        for rows in _portions(replaced, _AT_ONCE):
            Standing.objects.filter(pk__in=[row.pk for row in rows]).update(until=self._pool.number, replaced_at=now)
        Standing.objects.bulk_create(made, batch_size=_AT_ONCE)
        count_listed(gone=replaced, come=made)

    def _standing(self, board: Board, player_id: UUID, held: Held, is_erased: bool) -> Standing:
        return Standing(
            board=board,
            player_id=player_id,
            mu=held.skill.mu,
            sigma=held.skill.sigma,
            rating=held.skill.rating,
            games=held.games,
            is_listed=held.games >= least_games(board.season) and not is_erased,
            since=self._pool.number,
            algorithm=ALGORITHM,
        )

    def _boards(self, seasons: Collection[str]) -> dict[str, Board]:
        return {season: Board.objects.get_or_create(pool=self._pool, season=season)[0] for season in sorted(seasons)}


def count_listed(*, gone: Iterable[Standing], come: Iterable[Standing]) -> None:
    """Count these standings out and in, in a locked pool."""
    by_rating: Counter[tuple[int, int]] = Counter()
    for rows, sign in ((gone, -1), (come, 1)):
        for row in rows:
            if row.is_listed:
                by_rating[row.board_id, row.rating] += sign
    by_board: Counter[int] = Counter()
    for (board_id, rating), more in sorted(by_rating.items()):
        if more and not RatingCount.objects.filter(board=board_id, rating=rating).update(players=F("players") + more):
            RatingCount.objects.create(board_id=board_id, rating=rating, players=more)
        by_board[board_id] += more
    for board_id, more in by_board.items():
        if more:
            Board.objects.filter(pk=board_id).update(players=F("players") + more)


def _holds(row: Standing | None) -> Held | None:
    return None if row is None else Held(Skill(row.mu, row.sigma), row.games)


def _erased(player_ids: Collection[UUID]) -> set[UUID]:
    found: set[UUID] = set()
    for ids in _portions(sorted(player_ids), _AT_ONCE):
        found |= set(Player.objects.filter(pk__in=ids, erased_at__isnull=False).values_list("pk", flat=True))
    return found


def _portions(items: Iterable[T], size: int) -> Iterator[list[T]]:
    rest = iter(items)
    while portion := list(islice(rest, size)):
        yield portion
