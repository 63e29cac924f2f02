"""A wish to play, which waits for others who wish the same."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Visibility, no_clock
from players.ids import uuid7


class SeekStatus(models.TextChoices):
    """Where a seek stands."""

    OPEN = "open"
    MATCHED = "matched"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class SeekBots(models.TextChoices):
    """When bots fill the seats for which nobody has come: never, when the seek runs out, or at once."""

    NEVER = "never"
    ON_EXPIRY = "on_expiry"
    AT_ONCE = "at_once"


class Seek(models.Model):
    """One player's wish. Whatever changes one holds the lock of the lobby (`games.services.lobby`).

    `pool` is a digest of all that must be the same for all at the table. `rating` is that of the player when the seek
    was made or renewed. `closed_at` is null while it is open, and what the indexes of the open ones ask for.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeks")
    pool = models.CharField(max_length=64)
    preset = models.CharField(max_length=40)
    options = models.JSONField()
    clock = models.JSONField(default=no_clock)
    rated = models.BooleanField(default=False)
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC)
    min_seats = models.PositiveSmallIntegerField()
    max_seats = models.PositiveSmallIntegerField()
    rating = models.IntegerField()
    min_rating = models.IntegerField(null=True)
    max_rating = models.IntegerField(null=True)
    bots = models.CharField(max_length=9, choices=SeekBots.choices, default=SeekBots.NEVER)
    bot_level = models.CharField(max_length=20, blank=True)
    status = models.CharField(max_length=9, choices=SeekStatus.choices, default=SeekStatus.OPEN)
    game = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="seek_seats", condition=Q(min_seats__gte=2, max_seats__lte=8, min_seats__lte=models.F("max_seats"))
            ),
            models.CheckConstraint(
                name="seek_open_or_closed",
                condition=Q(status=SeekStatus.OPEN, closed_at=None)
                | ~Q(status=SeekStatus.OPEN) & Q(closed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="seek_matched_to_a_game",
                condition=Q(status=SeekStatus.MATCHED, game__isnull=False)
                | ~Q(status=SeekStatus.MATCHED) & Q(game=None),
            ),
            models.CheckConstraint(name="seek_bots_of_a_level", condition=Q(bots=SeekBots.NEVER) ^ ~Q(bot_level="")),
        ]
        indexes = [
            models.Index(fields=["pool", "id"], name="seek_pool", condition=Q(closed_at=None)),
            models.Index(fields=["-id"], name="seek_newest", condition=Q(closed_at=None)),
            models.Index(fields=["expires_at"], name="seek_due", condition=Q(closed_at=None)),
            models.Index(fields=["closed_at"], name="seek_closed", condition=Q(closed_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"seek {self.id}"
