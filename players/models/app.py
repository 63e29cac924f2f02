"""Apps of others: back ends that bring players of their own, and clients that players let in."""

from django.conf import settings
from django.db import models

from players.ids import uuid7


class App(models.Model):
    """An app of somebody else. While its secret is changed, the former one is good for a time.

    `redirect_uris` are where players may be sent back to who gave it leave to play for them.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="apps")
    name = models.CharField(max_length=60)
    is_active = models.BooleanField(default=True)
    redirect_uris = models.JSONField(default=list, blank=True)
    secret_digest = models.CharField(max_length=64, editable=False)
    former_digest = models.CharField(max_length=64, blank=True, editable=False)
    former_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class AppPlayer(models.Model):
    """A player of an app, under the name that the app has for them."""

    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="players")
    external_id = models.CharField(max_length=100)
    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="of_app")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["app", "external_id"], name="one_player_an_external_id")]

    def __str__(self) -> str:
        return f"{self.external_id} of {self.app_id}"


class AppToken(models.Model):
    """What an app shows, for an hour."""

    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"token of {self.app_id}"


class AppAct(models.Model):
    """One thing that an app did for a player; added, never changed, and deleted when it is old."""

    app = models.ForeignKey(App, on_delete=models.PROTECT, related_name="acts")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    operation = models.CharField(max_length=60)
    path = models.CharField(max_length=200)
    request_id = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["app", "-id"], name="acts_of_app"),
            models.Index(fields=["at"], name="acts_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.operation} for {self.player_id}"
