"""The rows of ratings and boards. All of them can be made again from games (`manage.py rebuild_ratings`)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game

ALL_TIME = "all"


class Pool(models.Model):
    """Games that are rated together. Its row is the lock under which they are, one after the other.

    `number` counts the changes of its standings, `at` is when the last was made. The last game that was rated ended at
    `last_finished_at`. Standings that were replaced up to `kept_from` may be gone.
    """

    key = models.CharField(max_length=24, primary_key=True)
    number = models.BigIntegerField(default=0)
    at = models.DateTimeField()
    last_finished_at = models.DateTimeField(null=True)
    last_game = models.UUIDField(null=True)
    kept_from = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return self.key


class RatingChange(models.Model):
    """What one game did to one player's rating; games follow one another by their end, then by their id.

    `place` is the player's among the sides, 1 for the first; `number` says the how manieth game of the pool it was.
    """

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="changes")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes")
    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    finished_at = models.DateTimeField()
    place = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    algorithm = models.CharField(max_length=30)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="rating_change_once")]
        indexes = [
            models.Index(fields=["pool", "finished_at", "game"], name="rating_in_order"),
            models.Index(fields=["player", "pool", "-finished_at", "-game"], name="rating_history"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.game_id}"


class Board(models.Model):
    """A leaderboard: those who have played in a pool, in a month (`2026-11`) or ever (`all`). `players` are listed."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="boards")
    season = models.CharField(max_length=7)
    players = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "season"], name="board_once")]

    def __str__(self) -> str:
        return f"{self.pool_id}.{self.season}"


class Standing(models.Model):
    """A player's rating after the last game of a season, as it stood from the pool's change `since` until `until`.

    That which counts now has no `until`; the one of `all` is the player's rating. Those that were replaced are kept for
    a while, so that who reads a board page by page reads it as it stood. `games` are those of the season; with enough
    of them the player `is_listed`.
    """

    board = models.ForeignKey(Board, models.CASCADE, related_name="standings")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="standings")
    mu = models.FloatField()
    sigma = models.FloatField()
    rating = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()
    is_listed = models.BooleanField()
    since = models.BigIntegerField()
    until = models.BigIntegerField(null=True)
    replaced_at = models.DateTimeField(null=True)
    algorithm = models.CharField(max_length=30)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "board"], name="standing_once", condition=Q(until=None)),
        ]
        indexes = [
            models.Index(fields=["board", "-rating", "player"], name="standing_order", condition=Q(is_listed=True)),
            models.Index(fields=["replaced_at"], name="standing_old", condition=Q(until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"


class RatingCount(models.Model):
    """How many who are listed on a board now have a rating: what ranks are counted from."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="counts")
    rating = models.PositiveSmallIntegerField()
    players = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["board", "rating"], name="rating_count_once")]

    def __str__(self) -> str:
        return f"{self.rating}: {self.players}"
