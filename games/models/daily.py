"""The daily deal: one of each day in UTC, the same for everybody, and the attempts at it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.game import Game
from players.ids import uuid7


class DailyDeal(models.Model):
    """The deal of one day. The seed is secret until `closed_at`; `commitment`, its SHA-256, is public from the start.

    Who starts an attempt, and who closes the day, holds the lock of its row. At `opened_at` all its games were open.
    """

    date = models.DateField(primary_key=True)
    seed = models.BinaryField()
    commitment = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["date"], name="daily_not_opened", condition=Q(opened_at=None))]

    def __str__(self) -> str:
        return f"daily deal of {self.date}"


class ResultCount(models.Model):
    """How many on the board of a day have a result: what ranks are counted from."""

    day = models.ForeignKey(DailyDeal, models.CASCADE, related_name="counts", db_index=False)
    difference = models.IntegerField()
    turns = models.PositiveIntegerField()
    players = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "difference", "turns"], name="result_count_once")]

    def __str__(self) -> str:
        return f"{self.difference} in {self.turns}: {self.players}"


class Attempt(models.Model):
    """One game of a daily deal. A player's first is ranked: it is listed on the board if it was played to its end.

    `points` are the player's in the deal, `difference` those less the computer player's, `turns` those that the player
    began; null where the attempt was not played to its end. One that was declared void is not ranked any more.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    day = models.ForeignKey(DailyDeal, models.PROTECT, related_name="attempts", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="attempts", db_index=False)
    game = models.OneToOneField(Game, models.PROTECT, related_name="attempt")
    is_ranked = models.BooleanField()
    is_listed = models.BooleanField(default=False)
    points = models.IntegerField(null=True)
    difference = models.IntegerField(null=True)
    turns = models.PositiveIntegerField(null=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "day"], name="attempt_ranked_once", condition=Q(is_ranked=True)),
            models.UniqueConstraint(
                fields=["day", "player"], name="attempt_running_once", condition=Q(finished_at=None)
            ),
            models.CheckConstraint(
                name="attempt_listed_when_played",
                condition=Q(is_listed=False)
                | Q(is_ranked=True, difference__isnull=False, turns__isnull=False, finished_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                F("day"), F("difference").desc(), F("turns"), F("id"), name="attempt_board", condition=Q(is_listed=True)
            ),
            models.Index(fields=["player", "day", "id"], name="attempt_of_player"),
        ]

    def __str__(self) -> str:
        return f"attempt of {self.player_id}"
