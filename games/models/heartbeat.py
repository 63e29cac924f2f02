"""When a worker was last seen at work."""

from django.db import models


class Heartbeat(models.Model):
    """One row, of id 1; `at` is renewed by whatever a worker does.

    While `outage_since` is set an outage is being made up for: it lasted from then until `at`, and games up to the
    id `prolonged_to` have had their time.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()
    outage_since = models.DateTimeField(null=True)
    prolonged_to = models.UUIDField(null=True)

    def __str__(self) -> str:
        return str(self.at)
