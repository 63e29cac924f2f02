"""Webhooks: addresses that are told of what happens, and each thing that they are told."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from players.ids import uuid7

LONGEST_URL, LONGEST_HOST = 500, 253


class DeliveryStatus(models.TextChoices):
    """Still to be sent, perhaps again; taken by the receiver; given up."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class Webhook(models.Model):
    """An address of an account or of an app, told of the `events` that concern its players; with `game`, in that alone.

    Its secret is not stored, but derived from the id and `secret_number`; the one before is good until `former_until`.
    `failing_since` is when it first refused what it has not taken since; `disabled_at`, when it was given up.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="webhooks")
    app = models.ForeignKey("players.App", models.CASCADE, null=True, related_name="webhooks")
    url = models.CharField(max_length=LONGEST_URL)
    host = models.CharField(max_length=LONGEST_HOST, db_index=True)
    events = models.JSONField()
    game = models.UUIDField(null=True)
    is_active = models.BooleanField(default=True)
    failing_since = models.DateTimeField(null=True)
    disabled_at = models.DateTimeField(null=True)
    secret_number = models.PositiveIntegerField(default=1)
    former_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="webhook_has_one_owner",
                condition=Q(player=None, app__isnull=False) | Q(player__isnull=False, app=None),
            )
        ]

    def __str__(self) -> str:
        return f"webhook at {self.host}"


class Delivery(models.Model):
    """One thing told to one webhook; `body` is sent to the letter each time. Those of a game are sent in order of id.

    While it waits, it is to be sent at `due_at`. Whoever sends it has until `sending_until`; then it is sent again.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    type = models.CharField(max_length=20)
    game = models.UUIDField(null=True)
    event = models.CharField(max_length=40, blank=True)
    version = models.BigIntegerField(null=True)
    body = models.TextField()
    status = models.CharField(max_length=9, choices=DeliveryStatus, default=DeliveryStatus.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    sending_until = models.DateTimeField(null=True)
    response_status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=20, blank=True)
    created_at = models.DateTimeField(db_index=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["webhook", "-id"], name="delivery_newest"),
            models.Index(fields=["webhook", "game", "id"], name="delivery_line", condition=Q(status="waiting")),
            models.Index(fields=["webhook", "due_at", "id"], name="delivery_due", condition=Q(status="waiting")),
            models.Index(fields=["sending_until"], name="delivery_sending", condition=Q(sending_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.type} to {self.webhook_id}"
