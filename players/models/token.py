"""What a device or a script shows to act for a player."""

from django.conf import settings
from django.db import models

from players.ids import uuid7


class TokenKind(models.TextChoices):
    """What a token was made for; each kind has a prefix that secret scanners know."""

    GUEST = "guest", "guest's device"
    PERSONAL = "personal", "personal access token"


class Token(models.Model):
    """A secret of 256 random bits, shown once. Stored is its SHA-256: what is random needs no slow hash."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=10, choices=TokenKind)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    device_name = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(help_text="written at most once an hour")
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} token of {self.player_id}"
