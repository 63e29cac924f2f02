"""Who follows a game now: rows of the processes that hold streams and long-polls open."""

from django.db import models

from games.models.seat import Seat
from players.ids import uuid7


class Listener(models.Model):
    """A process that holds some open. One that was not seen for a while has ended, however it did."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"seen {self.seen_at}"


class Presence(models.Model):
    """The person at the seat follows the game through this process."""

    listener = models.ForeignKey(Listener, models.CASCADE, related_name="presences")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="presences")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["listener", "seat"], name="presence_once")]

    def __str__(self) -> str:
        return f"seat {self.seat_id}"
