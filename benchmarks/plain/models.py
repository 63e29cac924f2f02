"""A game with its snapshot, its entries, and a document to be read."""

from django.conf import settings
from django.db import models


class Game(models.Model):
    """A row to lock and to change."""

    version = models.BigIntegerField(default=0)
    snapshot = models.TextField()
    updated_at = models.DateTimeField(auto_now=True)


class Entry(models.Model):
    """A row to add."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="entries")
    version = models.BigIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    move = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "version"], name="entry_once")]


class Document(models.Model):
    """A row to read."""

    content = models.JSONField()
