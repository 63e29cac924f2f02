"""The log: what happened in a game, one entry a move or an act of the service. Rows are only ever added."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models

from games.models.game import Game


class Kind(models.TextChoices):
    """What an entry tells."""

    CREATED = "created"
    CHANGED = "changed"
    JOINED = "joined"
    LEFT = "left"
    BOT_SEATED = "bot_seated"
    STARTED = "started"
    DEALT = "dealt"
    MOVE = "move"
    UNDONE = "undone"
    TIMED_OUT = "timed_out"
    CLOCK_SET = "clock_set"
    PAUSED = "paused"
    RESUMED = "resumed"
    RESIGNED = "resigned"
    ABORTED = "aborted"
    VOIDED = "voided"


class Author(models.TextChoices):
    """Who acted: a person, a bot, the clock in place of a silent seat, or the service itself."""

    PERSON = "person"
    BOT = "bot"
    TIMER = "timer"
    SERVICE = "service"


class EntryIsFinal(TypeError):
    """An attempt to change or to delete what has happened."""


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries can be added and read."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise EntryIsFinal("entries are never changed")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise EntryIsFinal("entries are never changed")

    def delete(self) -> NoReturn:
        """Refused."""
        raise EntryIsFinal("entries are never deleted")


class Entry(models.Model):
    """One line of the log; `version` numbers the entries of a game from 1.

    Public: kind, seat, author, move and `outcome` (what changed for everybody and what followed). Secret while
    the deal goes on, except to the seat itself: `drawn`, and `hands` (seat to its new cards, where they changed).
    `window_id` is set on the answers to a call window: others are told of them when it has closed; until then
    each seat is told its own of those `answered` in `outcome`. An undo names in `undone_to` the version whose deal
    it brings back: the moves behind it do not count any more.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="entries")
    version = models.BigIntegerField()
    deal_number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    author = models.CharField(max_length=7, choices=Author.choices)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    bot_level = models.CharField(max_length=20, blank=True)
    text = models.CharField(max_length=200, blank=True)
    move = models.JSONField(null=True)
    outcome = models.JSONField(default=dict)
    drawn = models.CharField(max_length=3, blank=True)
    hands = models.JSONField(default=dict)
    window_id = models.UUIDField(null=True)
    undone_to = models.BigIntegerField(null=True)
    at = models.DateTimeField()

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["game", "version"], name="entry_undone", condition=models.Q(undone_to__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="entry_once"),
            models.CheckConstraint(name="entry_numbered", condition=models.Q(version__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.text or self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry; EntryIsFinal where it exists already."""
        if not self._state.adding:
            raise EntryIsFinal("entries are never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise EntryIsFinal("entries are never deleted")
