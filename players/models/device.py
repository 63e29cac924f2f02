"""Devices of players: where a push reaches them, and when it may."""

from django.conf import settings
from django.db import models

from players.ids import uuid7
from players.models.token import Token

LONGEST_ZONE = 64


class DevicePlatform(models.TextChoices):
    """What a device runs."""

    ANDROID = "android"
    IOS = "ios"
    WEB = "web"


class Device(models.Model):
    """A device with its player's own number for it (`client_id`), and the push service's secret name for it.

    One push token is one device, whoever used it before; it is found by its SHA-256. A device goes with the token that
    put it; without one it was put by its player's app. From `quiet_from` to `quiet_until`, by the clocks in
    `quiet_zone`, it is to keep still. `sending_until`: who sends to it has until then.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    client_id = models.UUIDField()
    token = models.ForeignKey(Token, on_delete=models.CASCADE, null=True, related_name="devices")
    push_token = models.TextField(editable=False)
    push_digest = models.CharField(max_length=64, unique=True, editable=False)
    platform = models.CharField(max_length=10, choices=DevicePlatform)
    locale = models.CharField(max_length=10)
    quiet_from = models.TimeField(null=True)
    quiet_until = models.TimeField(null=True)
    quiet_zone = models.CharField(max_length=LONGEST_ZONE, blank=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    sending_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "client_id"], name="one_device_a_number")]

    def __str__(self) -> str:
        return f"{self.platform} device of {self.player_id}"
