"""What people say to each other beside a game. It is no part of its log, and changes nothing in it."""

from django.conf import settings
from django.db import models

from games.models.game import Game
from players.ids import uuid7


class Room(models.TextChoices):
    """Where something is said: among those who play, or among those who look on."""

    TABLE = "table"
    SPECTATORS = "spectators"


class ChatMessage(models.Model):
    """One message of a person; `seat` is where they sat then.

    `removed_at`: nobody reads the text any more, which is kept for who reviews what was said. That of a player who
    was erased is kept no longer.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="messages", db_index=False)
    room = models.CharField(max_length=10, choices=Room.choices)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="messages")
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.TextField()
    posted_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)
    removed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["game", "room", "-posted_at", "-id"], name="message_of_room")]

    def __str__(self) -> str:
        return f"message of {self.player_id}"
