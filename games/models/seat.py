"""A place at the table, and who sits there."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game
from players.names import NAME_LENGTH


class Outcome(models.TextChoices):
    """What a finished game came to for a person: won alone or with the partner, won with others, lost, or left."""

    WON = "won"
    SHARED = "shared"
    LOST = "lost"
    LEFT = "left"


class Seat(models.Model):
    """Seat 0, 1, 2 ... clockwise: a person, a bot, or nobody yet.

    A person who has left stays named here; `resigned_at` says since when a bot of `bot_level` plays on. `connected`:
    the person follows the game now. `outcome` is that of a person in a game that is finished. `name` is who sat here in
    an imported game, as its record says. `created_at` and `finished_at` are the game's: a player's games are listed in
    their order. A free seat to which somebody is invited is reserved until then.

    Counted of the deals that ended while the person sat here (`games.tallies`): `deals`, the sum of their scores, how
    often the person went out, `turns` and the time that they took, takes of the pile and of more than its top, calls,
    and calls that were missed.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats")
    bot_level = models.CharField(max_length=20, blank=True)
    reserved_until = models.DateTimeField(null=True)
    resigned_at = models.DateTimeField(null=True)
    timeouts_used = models.PositiveIntegerField(default=0)
    connected = models.BooleanField(default=False)
    outcome = models.CharField(max_length=6, choices=Outcome.choices, blank=True, default="")
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    deals = models.PositiveIntegerField(default=0)
    deal_points = models.IntegerField(default=0)
    outs = models.PositiveIntegerField(default=0)
    turns = models.PositiveIntegerField(default=0)
    turn_ms = models.BigIntegerField(default=0)
    takes = models.PositiveIntegerField(default=0)
    deep_takes = models.PositiveIntegerField(default=0)
    calls = models.PositiveIntegerField(default=0)
    missed_calls = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="seat_once"),
            models.UniqueConstraint(fields=["game", "player"], name="seat_player_once"),
            models.CheckConstraint(
                name="seat_person_or_bot",
                condition=Q(player=None, resigned_at=None) | Q(bot_level="") | Q(resigned_at__isnull=False),
            ),
            models.CheckConstraint(
                name="seat_reserved_while_free", condition=Q(reserved_until=None) | Q(player=None, bot_level="")
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-created_at", "-game"], name="seat_of_player"),
            models.Index(
                fields=["player", "-finished_at", "-game"],
                name="seat_of_history",
                condition=Q(finished_at__isnull=False),
            ),
            models.Index(fields=["player"], name="seat_in_play", condition=Q(finished_at=None, player__isnull=False)),
            models.Index(fields=["game"], name="seat_connected", condition=Q(connected=True)),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}"

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays here now."""
        return bool(self.bot_level)

    @property
    def is_open(self) -> bool:
        """Whether nobody sits here."""
        return self.player_id is None and not self.bot_level

    @property
    def is_free(self) -> bool:
        """Whether anybody may sit down here."""
        return self.is_open and self.reserved_until is None
