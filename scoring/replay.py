"""Ratings played again from the games alone: whether that leads to what is stored."""

from collections import Counter
from collections.abc import Iterator
from uuid import UUID

from django.db.models import Prefetch

from games.models import Seat
from players.models import Player
from scoring.ledger import Held, least_games, season_of
from scoring.models import ALL_TIME, Board, RatingChange, RatingCount, Standing
from scoring.outcomes import countable_games, outcome_of
from scoring.places import Rated, rated_players
from scoring.skills import Skill

Changes = dict[tuple[UUID, UUID], Rated]
Holdings = dict[tuple[str, UUID], Held]


def faults_of(pool: str) -> list[str]:
    """What is stored of a pool and does not follow from its games, or is missing; nothing, if all is well."""
    changes, held = replayed(pool)
    return [*_change_faults(pool, changes), *_standing_faults(pool, held), *_count_faults(pool)]


def replayed(pool: str) -> tuple[Changes, Holdings]:
    """What follows from the games: each change by game and player, and what everybody holds by season and player."""
    changes: Changes = {}
    held: Holdings = {}
    skills: dict[UUID, Skill] = {}
    seats = Prefetch("seats", Seat.objects.order_by("seat"))
    for game in countable_games(pool).prefetch_related(seats).iterator(chunk_size=500):
        outcome = outcome_of(game, game.seats.all())
        if outcome is None or game.finished_at is None:
            continue
        after = rated_players(outcome, skills)
        for player, rated in after.items():
            skills[player] = rated.skill
            changes[game.id, player] = rated
            for season in (ALL_TIME, season_of(game.finished_at)):
                games = held[season, player].games if (season, player) in held else 0
                held[season, player] = Held(rated.skill, games + 1)
    return changes, held


def _change_faults(pool: str, changes: Changes) -> Iterator[str]:
    stored = {
        (row.game_id, row.player_id): Rated(row.place, Skill(row.mu_before, row.sigma_before), Skill(row.mu, row.sigma))
        for row in RatingChange.objects.filter(pool=pool).iterator()
    }
    for game, player in sorted(changes.keys() | stored.keys()):
        if changes.get((game, player)) != stored.get((game, player)):
            yield f"{pool}: game {game} did to {player} something else than is stored"


def _standing_faults(pool: str, held: Holdings) -> Iterator[str]:
    rows = Standing.objects.filter(board__pool=pool, until=None).select_related("board")
    erased = set(Player.objects.filter(erased_at__isnull=False).values_list("pk", flat=True))
    stored = {(row.board.season, row.player_id): row for row in rows}
    for key in sorted(held.keys() | stored.keys()):
        row, right = stored.get(key), held.get(key)
        if row is None or right is None:
            yield f"{pool}: {key} stands where nothing follows from games" if row else f"{pool}: {key} is missing"
            continue
        is_listed = right.games >= least_games(key[0]) and key[1] not in erased
        if (Held(Skill(row.mu, row.sigma), row.games), row.rating, row.is_listed) != (
            right,
            right.skill.rating,
            is_listed,
        ):
            yield f"{pool}: {key} stands elsewhere than follows from games"


def _count_faults(pool: str) -> Iterator[str]:
    for board in Board.objects.filter(pool=pool):
        listed = Standing.objects.filter(board=board, until=None, is_listed=True).values_list("rating", flat=True)
        counted = Counter(dict(RatingCount.objects.filter(board=board, players__gt=0).values_list("rating", "players")))
        if counted != Counter(listed):
            yield f"{board}: the counts are not those of the rows"
        if board.players != len(listed):
            yield f"{board}: {board.players} players, but {len(listed)} rows"
