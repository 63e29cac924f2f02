"""How a game stood: kept while it goes on and is shown later to those who look on."""

from django.db import models

from games.models.game import Game, Status


class Moment(models.Model):
    """A game as it stood after so many `moves`, before the next; the first that is kept is what is shown.

    `content` is secret, as the game's own snapshot is.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moments", db_index=False)
    moves = models.PositiveIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices)
    content = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "moves"], name="moment_once")]

    def __str__(self) -> str:
        return f"after {self.moves} moves"
