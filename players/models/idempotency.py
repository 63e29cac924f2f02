"""The requests that were carried out under a key chosen by the client."""

from django.db import models


class IdempotencyKey(models.Model):
    """One request of one caller, and its answer.

    The row is inserted first in the transaction of what the request does. So a twin waits for it at the
    unique index, and there is no moment at which one of the two exists without the other.
    """

    caller = models.CharField(max_length=64)
    key = models.CharField(max_length=128)
    fingerprint = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_index=True)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(null=True)
    body = models.BinaryField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["caller", "key"], name="one_request_a_key")]

    def __str__(self) -> str:
        return f"{self.caller} {self.key}"
