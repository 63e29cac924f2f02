"""Many games asked for at once: the order, and of each game what came of it."""

from django.conf import settings
from django.db import models

from games.models.game import Game
from players.ids import uuid7


class BulkStatus(models.TextChoices):
    """Where an order stands."""

    QUEUED = "queued"
    DONE = "done"
    FAILED = "failed"


class BulkJob(models.Model):
    """An order of games, carried out by a worker and kept for some days. `is_atomic`: all of them or none.

    It has `failed` where it is atomic and one of its games was refused, or where the worker has failed too often.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="bulk_jobs")
    status = models.CharField(max_length=6, choices=BulkStatus.choices, default=BulkStatus.QUEUED)
    is_atomic = models.BooleanField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="bulk_due", condition=models.Q(status=BulkStatus.QUEUED))]

    def __str__(self) -> str:
        return f"bulk job {self.id}"


class BulkItem(models.Model):
    """One game of an order as it is wanted; then the game, or the code of its refusal."""

    job = models.ForeignKey(BulkJob, models.CASCADE, related_name="items")
    number = models.PositiveSmallIntegerField()
    wish = models.JSONField()
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="+")
    code = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["job", "number"], name="bulk_item_once")]

    def __str__(self) -> str:
        return f"game {self.number} of {self.job_id}"
