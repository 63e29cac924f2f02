"""One deal of a game: where its cards came from, and what came of it."""

from django.db import models

from games.models.game import Game


class Deal(models.Model):
    """The seed is secret until `finished_at`; `commitment`, its SHA-256, is public from the first move on.

    `version` is the game's version at the deal's own entry. A deal that was broken off has no scores.
    `results` explain the scores (`games.results`); null of deals that ended before there were any.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="deals")
    number = models.PositiveIntegerField()
    version = models.BigIntegerField()
    seed = models.BinaryField()
    commitment = models.CharField(max_length=64)
    dealer = models.PositiveSmallIntegerField()
    scores = models.JSONField(null=True)
    totals = models.JSONField(null=True)
    results = models.JSONField(null=True)
    out = models.PositiveSmallIntegerField(null=True)
    ended = models.CharField(max_length=12, blank=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="deal_once")]

    def __str__(self) -> str:
        return f"deal {self.number}"

    @property
    def is_over(self) -> bool:
        """Whether its cards and its seed are public."""
        return self.finished_at is not None
