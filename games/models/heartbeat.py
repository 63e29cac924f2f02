"""When a worker was last seen at work."""

from django.db import models


class Heartbeat(models.Model):
    """One row, of id 1; `at` is renewed by whatever a worker does."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.at)
