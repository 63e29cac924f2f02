"""What is told of a game without changing it: offers made and closed, clocks prolonged, messages of its chat."""

from django.db import models

from games.models.chat import ChatMessage
from games.models.game import Game


class Notice(models.Model):
    """Told after the entry of `version`, as the `number`th notice since. `facts` are members of its event.

    One that is about a `message` of the chat is told only to those who may read it.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="notices")
    version = models.BigIntegerField()
    number = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    facts = models.JSONField(default=dict)
    message = models.ForeignKey(ChatMessage, models.PROTECT, null=True, related_name="+", db_index=False)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "version", "number"], name="notice_once")]

    def __str__(self) -> str:
        return f"{self.version}.{self.number}: {self.type}"
