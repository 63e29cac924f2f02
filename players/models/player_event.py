"""What is told to one player: an opponent was found, an invitation came. Rows are only ever added."""

from django.conf import settings
from django.db import models


class PlayerEvent(models.Model):
    """The `number`th event of the player, from 1 on. `facts` hold ids and numbers, and no player's name."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="events")
    number = models.BigIntegerField()
    type = models.CharField(max_length=20)
    at = models.DateTimeField()
    game = models.UUIDField(null=True)
    facts = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "number"], name="player_event_once")]
        indexes = [models.Index(fields=["at"], name="player_events_old")]

    def __str__(self) -> str:
        return f"{self.number}: {self.type}"


class PlayerEventCount(models.Model):
    """How many events the player was told. Locked by who tells one, so numbers come in the order of commits.

    Only updated by that, never deleted: it outlives the events.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True)
    told = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.told} of {self.player_id}"
