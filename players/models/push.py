"""What is to be pushed: a notification to a device."""

from django.db import models

from players.ids import uuid7
from players.models.device import Device
from players.models.notification import Notification


class Push(models.Model):
    """A notification that is to be pushed to a device at `due_at`, if it is not read by then: the job's row.

    It is deleted when it is done. Those of one device are sent in order of id.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="pushes")
    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="+")
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(db_index=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "pushes"

    def __str__(self) -> str:
        return f"push to {self.device_id}"
