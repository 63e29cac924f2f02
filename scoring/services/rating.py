"""Games are rated, each pool's in the order in which they ended.

What ratings are follows from the games alone: where one was overtaken by a later one, or is declared void, all from its
place on is rated anew. Nobody who holds a game's row waits for a pool, so no two wait for each other.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet

from games.models import Game, Seat
from players import doorbell
from scoring.ledger import Held, Ledger, season_of
from scoring.models import ALL_TIME, Pool, RatingChange, Standing
from scoring.outcomes import countable_games, outcome_of, players_of
from scoring.places import Outcome, rated_players
from scoring.skills import ALGORITHM, Skill

BATCH = 100
"""So many games are rated in one transaction."""
PATIENCE = timedelta(seconds=5)
KEPT_FOR = timedelta(days=8)
"""So long it can be told how a board stood: longer than a cursor is good for."""


def rate_games(*, pool: str, now: datetime, waits: bool = False) -> int:
    """Rate all games of this pool that are to be rated. Returns how many were looked at.

    None, if another is about it just now, unless that is to be waited for.
    """
    done = 0
    while looked_at := _rate_next(pool, now, waits):
        done += looked_at
    return done


def ring_for_late_games(*, now: datetime) -> int:
    """Ring again for the pools in which games should have been rated a while ago. Returns for how many."""
    late = Game.objects.filter(unscored_at__lte=now - PATIENCE).order_by("pool").values_list("pool", flat=True)
    pools = list(late.distinct())
    for pool in pools:
        doorbell.ring("scoring.tasks.rate_games", pool)
    return len(pools)


def forget_old_standings(*, now: datetime) -> int:
    """Delete the standings that were replaced long ago. Returns how many."""
    old = Standing.objects.filter(until__isnull=False, replaced_at__lte=now - KEPT_FOR)
    gone = 0
    for pool in Pool.objects.filter(boards__standings__in=old).distinct():
        rows = old.filter(board__pool=pool)
        last = rows.order_by("-until").values_list("until", flat=True)[0]
        Pool.objects.filter(pk=pool.pk, kept_from__lt=last).update(kept_from=last)
        gone += rows.filter(until__lte=last).delete()[0]
    return gone


@transaction.atomic
def take_all_back(*, pool: str) -> None:
    """Rate the whole pool anew from its first game; nothing is rated yet when this returns."""
    locked = Pool.objects.select_for_update().get(key=pool)
    countable_games(pool).order_by().update(unscored_at=locked.at)
    locked.changes.all().delete()
    locked.boards.all().delete()
    locked.last_finished_at = locked.last_game = None
    locked.number += 1
    locked.kept_from = locked.number
    locked.save()


@transaction.atomic
def _rate_next(key: str, now: datetime, waits: bool) -> int:
    """The next games of the pool, the first first. Returns how many it was."""
    if not _due(key).exists():
        return 0
    pool = _locked(key, now, waits)
    if pool is None:
        return 0
    ledger, games = Ledger(pool), _locked_games(key)
    while games and _is_behind(pool, games[0]):
        _take_back(pool, games[0], ledger, now)
        games = _locked_games(key)
    for game in games:
        outcome = outcome_of(game, game.seats.all())
        if outcome is not None:
            _rate(pool, game, outcome, ledger)
    ledger.write(now)
    pool.save()
    Game.objects.filter(id__in=[game.id for game in games]).update(unscored_at=None)
    return len(games)


_SEATS = Prefetch("seats", Seat.objects.order_by("seat"))


def _due(key: str) -> QuerySet[Game]:
    return Game.objects.filter(pool=key, unscored_at__isnull=False).order_by("finished_at", "id")


def _locked_games(key: str) -> list[Game]:
    """Locked until it is noted that they are rated: who declares one void waits, or is seen."""
    return list(_due(key).select_for_update(of=("self",)).prefetch_related(_SEATS)[:BATCH])


def _locked(key: str, now: datetime, waits: bool) -> Pool | None:
    """The pool's row; None while another holds it and is not waited for: that one sees what is due, or the sweep."""
    Pool.objects.get_or_create(key=key, defaults={"at": now})
    return Pool.objects.select_for_update(skip_locked=not waits).filter(key=key).first()


def _is_behind(pool: Pool, game: Game) -> bool:
    """Whether something that came later was rated before this game, or this game itself."""
    if pool.last_finished_at is None or pool.last_game is None or game.finished_at is None:
        return False
    return (game.finished_at, game.id) <= (pool.last_finished_at, pool.last_game)


def _take_back(pool: Pool, first: Game, ledger: Ledger, now: datetime) -> None:
    """Let everybody hold what they held before this game; what was rated from there on is to be rated anew."""
    later = Q(finished_at__gt=first.finished_at) | Q(finished_at=first.finished_at, game_id__gte=first.id)
    changes = pool.changes.filter(later).order_by("-finished_at", "-game_id")
    taken = list(changes.values_list("player_id", "finished_at", "mu_before", "sigma_before"))
    ledger.load({season_of(finished_at) for _, finished_at, *_ in taken}, {player_id for player_id, *_ in taken})
    for player_id, finished_at, mu, sigma in taken:
        before = Skill(mu, sigma)
        for season in (ALL_TIME, season_of(finished_at)):
            held = ledger.held(season, player_id)
            assert held is not None, "who has played holds something"
            left = Held(before, held.games - 1) if held.games > 1 else None
            ledger.put(season, player_id, left)
    Game.objects.filter(id__in=changes.values("game_id"), unscored_at=None).update(unscored_at=now)
    changes.delete()
    last = pool.changes.order_by("-finished_at", "-game_id").first()
    pool.last_finished_at, pool.last_game = (last.finished_at, last.game_id) if last else (None, None)


def _rate(pool: Pool, game: Game, outcome: Outcome, ledger: Ledger) -> None:
    """Rate a game that came after all that are rated."""
    assert game.finished_at is not None, "the game is over"
    season, players = season_of(game.finished_at), players_of(outcome)
    ledger.load([season], players)
    skills = {player: held.skill for player in players if (held := ledger.held(ALL_TIME, player)) is not None}
    after = rated_players(outcome, skills)
    changes = []
    for player, new in after.items():
        number = _games(ledger, ALL_TIME, player) + 1
        ledger.put(ALL_TIME, player, Held(new.skill, number))
        ledger.put(season, player, Held(new.skill, _games(ledger, season, player) + 1))
        changes.append(
            RatingChange(
                pool=pool,
                player_id=player,
                game=game,
                finished_at=game.finished_at,
                place=new.place,
                number=number,
                mu_before=new.before.mu,
                sigma_before=new.before.sigma,
                mu=new.skill.mu,
                sigma=new.skill.sigma,
                algorithm=ALGORITHM,
            )
        )
    RatingChange.objects.bulk_create(changes)
    pool.last_finished_at, pool.last_game = game.finished_at, game.id


def _games(ledger: Ledger, season: str, player_id: UUID) -> int:
    held = ledger.held(season, player_id)
    return 0 if held is None else held.games
