"""Fills every list of the API with very many rows: copies of one row each, made by the database."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

START = datetime(2020, 1, 1, tzinfo=UTC)
_AT = "timestamptz '2020-01-01Z' + n * interval '1 second'"
_ID = "('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid"


def row_id(number: int) -> UUID:
    """The id of the copy of this number, from 1."""
    return UUID(int=UUID("01990000-0000-7000-8000-000000000000").int + number)


def copied(row: Any, count: int, **columns: str) -> None:
    """So many copies of a row, `n` from 1 on, in which these columns are SQL; a key that counts itself goes on."""
    from django.db import connection

    all_columns = [field.column for field in row._meta.concrete_fields if field.get_internal_type() != "BigAutoField"]
    named = ", ".join(f'"{name}"' for name in all_columns)
    chosen = ", ".join(columns.get(name, f'"{name}"') for name in all_columns)
    table, key = row._meta.db_table, row._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({named})"
            f" SELECT {chosen} FROM {table}, generate_series(1, %s) AS series(n) WHERE {table}.{key} = %s",
            [count, row.pk],
        )


BOARD, _POOL = "classic.fast.all", "classic.fast"


def rating_of(number: int, count: int) -> int:
    """That of the player of this number, the first the best; there are 2,000 ratings."""
    return 3000 - (number - 1) * 2000 // count


def fill_board(player: Any, game: Any, count: int) -> None:
    """A leaderboard of so many players, who are there, and of one player so many changes of a rating."""
    from django.db import connection

    from scoring.models import Board, Pool, RatingChange, RatingCount, Standing

    pool = Pool.objects.create(key=_POOL, number=1, at=START)
    board = Board.objects.create(pool=pool, season="all", players=count)
    skill = {"mu": 25.0, "sigma": 3.0, "algorithm": "none"}
    # Of a player who is not listed: a pattern, and the rating whose history is read.
    pattern = Standing.objects.create(board=board, player=player, rating=0, games=99, is_listed=False, since=1, **skill)
    copied(pattern, count, player_id=_ID, is_listed="true", rating=f"3000 - (n - 1)::bigint * 2000 / {count}")
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {RatingCount._meta.db_table} (board_id, rating, players)"
            f" SELECT board_id, rating, count(*) FROM {Standing._meta.db_table} WHERE is_listed GROUP BY 1, 2"
        )
    change = RatingChange.objects.create(
        pool=pool, player=player, game=game, finished_at=START, place=1, number=1, mu_before=25, sigma_before=3, **skill
    )
    copied(change, count, game_id=_ID, finished_at=_AT, number="n")


DAY = START.date()


def result_of(number: int, count: int) -> tuple[int, int]:
    """Difference and turns of the player of this number on the day's board, the first the best; there are 5,000."""
    done = (number - 1) * 500
    return 250 - done // count, 10 + done % count * 10 // count


def fill_daily_board(player: Any, game: Any, count: int) -> None:
    """A day of which so many players, who are there, have played the deal."""
    from django.db import connection

    from games.models import Attempt, DailyDeal, ResultCount

    day = DailyDeal.objects.create(
        date=DAY, seed=bytes(32), commitment="0" * 64, made_at=START, closed_at=START, opened_at=START
    )
    done = {"points": 0, "difference": 0, "turns": 0, "started_at": START, "finished_at": START}
    pattern = Attempt.objects.create(day=day, player=player, game=game, is_ranked=False, **done)
    copied(
        pattern,
        count,
        id=_ID,
        player_id=_ID,
        game_id=_ID,
        is_ranked="true",
        is_listed="true",
        difference=f"250 - (n - 1)::bigint * 500 / {count}",
        turns=f"10 + mod((n - 1)::bigint * 500, {count}) * 10 / {count}",
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {ResultCount._meta.db_table} (day_id, difference, turns, players)"
            f" SELECT day_id, difference, turns, count(*) FROM {Attempt._meta.db_table}"
            " WHERE is_listed GROUP BY 1, 2, 3"
        )


def fill(count: int) -> dict[str, Any]:
    """A player with so many games, events, friends and namesakes; a game with so many moves, deals and offers."""
    from django.db import connection

    from engine import options_from
    from games.models import Entry, Game, Kind, Offer, Seat
    from games.services.bots import run_bots
    from games.services.create import GameWish, SeatWish, create_game
    from players.models import PlayerEvent, PlayerEventCount, Tie, TokenKind
    from players.services import create_guest, issue_token

    player, other = (create_guest(name=name, now=START) for name in ("Ada", "Ben"))
    _, secret = issue_token(player=player, kind=TokenKind.GUEST, now=datetime.now(UTC))
    options = options_from({"preset": "pagat", "deal_limit": 1})
    wish = GameWish(options, [SeatWish("club")] * 2, start=True)
    game = create_game(owner=player, wish=wish, now=START).game
    game = run_bots(game_id=game.id, clock=lambda: START).game
    # The cards of a finished game are not looked at in lists, and would fill the disk.
    Game.objects.filter(id=game.id).update(snapshot=None, options={"preset": "pagat"})
    Seat.objects.filter(game=game).update(bot_level="", outcome="won", finished_at=START)
    for seat, who in enumerate((player, other)):
        Seat.objects.filter(game=game, seat=seat).update(player=who)

    with connection.cursor() as cursor:  # what the copies refer to is there
        cursor.execute("SET session_replication_role = replica")
    copied(game, count, id=_ID, created_at=_AT, finished_at=_AT)
    for seat in Seat.objects.filter(game=game):
        copied(seat, count, game_id=_ID, created_at=_AT, finished_at=_AT)
    # In no list, and no part of an export: its record would be very long.
    long_id = row_id(count + 1)
    long_game = f"'{long_id}'::uuid"
    copied(game, 1, id=long_game, visibility="'unlisted'", owner_id=f"'{other.pk}'::uuid", version=str(count))
    move = Entry.objects.filter(game=game, kind=Kind.MOVE).earliest("version")
    copied(move, count, game_id=long_game, version="n")
    copied(game.deals.get(), count, game_id=long_game, number="n", version="n")
    offer = Offer.objects.create(
        game=game, kind="pause", seat=0, made_at_version=1, answers={"1": "declined"}, status="declined",
        made_at=START, expires_at=START,
    )  # fmt: skip
    copied(offer, count, id=_ID, game_id=long_game, made_at=_AT)
    copied(other, count, id=_ID, created_at=_AT)
    tie = Tie.objects.create(player=player, other=other, kind="friend", created_at=START)
    copied(tie, count, other_id=_ID)
    told = PlayerEvent.objects.create(player=player, number=0, type="game_over", game=game.id, at=datetime.now(UTC))
    copied(told, count, number="n")
    PlayerEventCount.objects.update_or_create(player=player, defaults={"told": count})
    fill_board(player, game, count)
    fill_daily_board(player, game, count)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {"player": player.pk, "secret": secret, "game": long_id, "ties": tie.pk}
