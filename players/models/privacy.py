"""What players may ask about themselves: a copy of everything, and to be forgotten."""

from django.conf import settings
from django.db import models

from players.ids import uuid7


class ExportStatus(models.TextChoices):
    """Where an export stands."""

    QUEUED = "queued"
    READY = "ready"
    FAILED = "failed"


class DataExport(models.Model):
    """A copy of everything about a player, written by a worker and kept for some days."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exports")
    status = models.CharField(max_length=10, choices=ExportStatus.choices, default=ExportStatus.QUEUED)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    ready_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(db_index=True)
    content = models.BinaryField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player"], condition=models.Q(status="queued"), name="one_export_at_a_time")
        ]

    def __str__(self) -> str:
        return f"export of {self.player_id}"


class Erasure(models.Model):
    """A player's wish to be forgotten, which can be withdrawn until it is due."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="erasure")
    requested_at = models.DateTimeField()
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], condition=models.Q(done_at=None), name="erasures_due")]

    def __str__(self) -> str:
        return f"erasure of {self.player_id}"
