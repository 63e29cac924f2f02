"""What a player finds when they come back: facts, told as a sentence when they are read."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from players.ids import uuid7


class Notification(models.Model):
    """Something that a player is to know; of a type and a game one that is not read yet. `facts` name no player."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    type = models.CharField(max_length=20)
    game = models.UUIDField(null=True)
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "type", "game"], condition=Q(read_at=None), name="notification_unread_once"
            )
        ]
        indexes = [
            models.Index(fields=["player", "-id"], name="notifications_of_player"),
            models.Index(fields=["player", "-id"], condition=Q(read_at=None), name="notifications_unread"),
            models.Index(fields=["created_at"], name="notifications_old"),
        ]

    def __str__(self) -> str:
        return f"{self.type} for {self.player_id}"
