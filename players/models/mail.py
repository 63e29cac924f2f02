"""Mail to be sent, and the secrets that it carries."""

from django.conf import settings
from django.db import models

from players.ids import uuid7


class MailPurpose(models.TextChoices):
    """What a mail is for."""

    RESET = "reset", "set a new password"
    CONFIRM = "confirm", "confirm an address"
    CHANGED = "changed", "tell the former address"


class MailOrder(models.Model):
    """A mail that a worker is to write, if there is somebody to write to: the job's row.

    Whoever asks for a mail makes such a row, the same for every address, so that neither the answer nor the
    time it takes tells which addresses are known. It is deleted when it is done.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    purpose = models.CharField(max_length=10, choices=MailPurpose)
    address = models.EmailField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    due_at = models.DateTimeField(db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    language = models.CharField(max_length=10, default="en")

    def __str__(self) -> str:
        return f"{self.purpose} {self.id}"


class MailSecret(models.Model):
    """What proves that somebody reads the mail of an address; used once, and for one purpose."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    purpose = models.CharField(max_length=10, choices=MailPurpose)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    address = models.EmailField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.purpose} for {self.player_id}"
