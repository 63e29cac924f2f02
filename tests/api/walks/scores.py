"""The lists of ratings, leaderboards, daily deals and score sheets, as those of games in `tests/api/walks/lists.py`."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model

import engine
from games.daily import today
from games.models import Game
from games.services.create import GameWish, SeatWish, create_game
from games.services.daily import start_attempt
from players.models import Player
from scoring.models import Board, Pool, RatingChange, Standing
from scoring.sheets.models import Member, SheetChange
from scoring.sheets.services.sheets import create_sheet
from scoring.skills import ALGORITHM, BEGINNER
from tests.api.walks.lists import MOST, START, Listing, copied, instant_of, row_id
from tests.service.games.table import guest

POOL, SEASON = "classic.fast", "2026-11"
_SHARING = 60
"""So many players have the same rating, or difference of points."""
_ALIKE = 5
"""So many of them have needed as many turns."""
_AT_FIRST: dict[str, Any] = {
    **BEGINNER._asdict(),
    "rating": BEGINNER.rating,
    "since": 0,
    "algorithm": ALGORITHM,
}


def lists_of_scores(player: Player, now: datetime) -> Iterator[Listing]:
    """All of them, of what belongs to the player."""
    pool = Pool.objects.create(key=POOL, number=1, at=now)
    yield _history(player, pool)
    yield _boards(player, pool)
    yield _board(pool)
    yield _daily_board()
    yield from _sheets(player)


def _history(player: Player, pool: Pool) -> Listing:
    wish = GameWish(engine.options_from("classic"), [SeatWish()] * 2)
    game: Game = create_game(owner=player, wish=wish, now=START).game
    skill = {"mu_before": BEGINNER.mu, "sigma_before": BEGINNER.sigma, "mu": BEGINNER.mu, "sigma": BEGINNER.sigma}
    change = RatingChange(pool=pool, player=player, place=1, number=2, algorithm=ALGORITHM, **skill)

    def make(number: int) -> list[Model]:
        at = instant_of(number)
        return [
            copied(game, id=row_id(number), finished_at=at),
            copied(change, id=number + MOST, game_id=row_id(number), finished_at=at),
        ]

    path = f"players/{player.pk}/ratings/{POOL}/history"
    return Listing("listRatingHistory", path, make, row_id, "game", falls=True)


def _boards(player: Player, pool: Pool) -> Listing:
    """More seasons than there are months; how one is called tells its place. On each the player stands alone."""
    season = "{:07}".format
    board, standing = Board(pool=pool), Standing(player=player, games=1, is_listed=False, **_AT_FIRST)

    def make(number: int) -> list[Model]:
        key = number + MOST
        return [copied(board, id=key, season=season(number)), copied(standing, id=key, board_id=key)]

    return Listing("listLeaderboards", "leaderboards", make, season, "season", falls=True)


def _board(pool: Pool) -> Listing:
    """A board as it stood at the start of the walk: with all rows of then, those included that are written later."""
    other, board = guest("Listed"), Board.objects.create(pool=pool, season=SEASON)
    standing = Standing(board=board, games=9, is_listed=True, **_AT_FIRST)

    def place(number: int) -> UUID:
        return row_id(MOST - number)

    def make(number: int) -> list[Model]:
        row = {"id": number + MOST, "player_id": place(number), "rating": number // _SHARING}
        return [copied(other, id=place(number)), copied(standing, **row)]

    return Listing("listLeaderboardRows", f"leaderboards/{POOL}.{SEASON}", make, place, "player.id", falls=True)


def _daily_board() -> Listing:
    """That of a day on which many have done the same, and some with fewer turns."""
    other, day = guest("Listed"), today(START)
    attempt = start_attempt(day=day, player=other, now=START)

    def place(number: int) -> UUID:
        return row_id(MOST - number)

    def make(number: int) -> list[Model]:
        done = {"difference": number // _SHARING, "turns": (MOST - number) // _ALIKE, "points": 0}
        row = {"id": place(number), "player_id": place(number), "game_id": place(number), "finished_at": START}
        made = copied(attempt, **row, **done, is_listed=True)
        return [copied(other, id=place(number)), copied(attempt.game, id=place(number)), made]

    path = f"daily/{day}/leaderboard"
    return Listing("listDailyRows", path, make, place, "player.id", falls=True)


def _sheets(player: Player) -> Iterator[Listing]:
    options, names = engine.options_from("quick"), ["Ada", "Ben"]
    sheet = create_sheet(owner=player, name="Friday", options=options, names=names, now=START).sheet
    member, change = Member.objects.get(sheet=sheet), SheetChange.objects.get(sheet=sheet)

    def make(number: int) -> list[Model]:
        return [copied(sheet, id=row_id(number)), copied(member, id=number + MOST, sheet_id=row_id(number))]

    def changed(number: int) -> list[Model]:
        return [copied(change, number=number)]

    yield Listing("listScoreSheets", "score-sheets", make, row_id, falls=True)
    path = f"score-sheets/{sheet.pk}/history"
    yield Listing("listSheetHistory", path, changed, int, "number", falls=True, lasting=True)
