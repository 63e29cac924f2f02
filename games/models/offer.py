"""What a player has asked the others for, and what they have answered."""

from django.db import models
from django.db.models import Q

from games.models.game import Game
from players.ids import uuid7


class OfferKind(models.TextChoices):
    """What can be agreed upon."""

    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    ABANDON = "abandon"
    ADD_TIME = "add_time"


class OfferStatus(models.TextChoices):
    """Where an offer stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Offer(models.Model):
    """One offer of a seat. `answers` has for each other seat "accepted", "declined" or null.

    `to_version` is of an undo: the version of which the deal comes back; `seconds` of an offer to add time.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="offers")
    kind = models.CharField(max_length=8, choices=OfferKind.choices)
    seat = models.PositiveSmallIntegerField()
    made_at_version = models.BigIntegerField()
    to_version = models.BigIntegerField(null=True)
    seconds = models.PositiveIntegerField(null=True)
    answers = models.JSONField(default=dict)
    status = models.CharField(max_length=9, choices=OfferStatus.choices, default=OfferStatus.OPEN)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game"], name="offer_one_open", condition=Q(status=OfferStatus.OPEN))
        ]
        indexes = [models.Index(fields=["game", "-made_at", "-id"], name="offer_of_game")]

    def __str__(self) -> str:
        return f"{self.kind} by seat {self.seat}"
