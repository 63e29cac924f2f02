"""What a device or a script shows to act for a player."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from players.ids import uuid7
from players.models.app import App


class TokenKind(models.TextChoices):
    """What a token was made for; each kind has a prefix that secret scanners know."""

    GUEST = "guest", "guest's device"
    SESSION = "session", "device that signed in"
    PERSONAL = "personal", "personal access token"
    OAUTH = "oauth", "app that was given leave"


class Token(models.Model):
    """A secret of 256 random bits, shown once. Stored is its SHA-256: what is random needs no slow hash.

    A device that signed in keeps one row: refreshing puts a new digest in the place of the old one.
    `renewable_until` is when such a device has to sign in again. So does an app that was given leave (`app`).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=10, choices=TokenKind)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    device_name = models.CharField(max_length=60, blank=True)
    app = models.ForeignKey(App, on_delete=models.CASCADE, null=True, blank=True, related_name="grants")
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(help_text="written at most once an hour")
    expires_at = models.DateTimeField(null=True, blank=True)
    renewable_until = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="oauth", app__isnull=False) | ~Q(kind="oauth") & Q(app=None),
                name="apps_have_their_tokens",
            )
        ]
        indexes = [
            models.Index(fields=["revoked_at"], condition=Q(revoked_at__isnull=False), name="tokens_revoked"),
            models.Index(
                fields=["renewable_until"], condition=Q(renewable_until__isnull=False), name="tokens_renewable"
            ),
            models.Index(fields=["expires_at"], condition=Q(renewable_until=None), name="tokens_expiring"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} token of {self.player_id}"


class RefreshToken(models.Model):
    """With what a device renews its token, once. All that one device ever had are a family.

    The used ones are kept as long as they could have been used: one that comes again was stolen, or its thief
    came first, and the family ends. `access_digest` is that of the token that was given with it: so long it is known
    that such a token was replaced.
    """

    token = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="family")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    access_digest = models.CharField(max_length=64, default="", editable=False)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["access_digest"], name="tokens_replaced")]

    def __str__(self) -> str:
        return f"renews {self.token_id}"


class StreamTicket(models.Model):
    """Opens one stream, once, for who made it: a browser's EventSource cannot send a token.

    It is good as long as that with which it was made: a token, an app's token (`app_digest`), or a browser's session,
    of which the key and the hash of the password are kept.
    """

    digest = models.CharField(max_length=64, unique=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token = models.ForeignKey(Token, on_delete=models.CASCADE, null=True, related_name="+")
    app_digest = models.CharField(max_length=64, default="", editable=False)
    session = models.JSONField(null=True, editable=False)
    resource = models.CharField(max_length=200)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.resource
