"""A seat that is kept for somebody: for one player, or for whoever brings the code."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.chance import CODE_LENGTH
from games.models.game import Game


class InviteStatus(models.TextChoices):
    """Where an invitation stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Invite(models.Model):
    """Changed only by who holds the lock of its game. `player` is who is invited; null: whoever has the code.

    While it is open the seat is reserved until `expires_at`. `closed_at` is null then. `accepted_by` sat down.
    """

    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    game = models.ForeignKey(Game, models.PROTECT, related_name="invites")
    seat = models.PositiveSmallIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="invites_sent")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="invites")
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    status = models.CharField(max_length=9, choices=InviteStatus.choices, default=InviteStatus.OPEN)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="invite_one_a_seat", condition=Q(closed_at=None)),
            models.UniqueConstraint(fields=["game", "player"], name="invite_one_a_player", condition=Q(closed_at=None)),
            models.CheckConstraint(
                name="invite_open_or_closed",
                condition=Q(status=InviteStatus.OPEN, closed_at=None)
                | ~Q(status=InviteStatus.OPEN) & Q(closed_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-id"], name="invite_received", condition=Q(closed_at=None)),
            models.Index(fields=["by", "-id"], name="invite_sent", condition=Q(closed_at=None)),
            models.Index(fields=["closed_at"], name="invite_closed", condition=Q(closed_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"invitation to seat {self.seat}"
