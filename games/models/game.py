"""A game: a series of deals to the target. Its row is the lock, and caches the deal that goes on."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.chance import new_seed
from games.limits import MOST_SPECTATOR_DELAY_MOVES
from players.ids import uuid7


class Status(models.TextChoices):
    """Where a game stands."""

    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABORTED = "aborted"
    VOIDED = "voided"


class Visibility(models.TextChoices):
    """Who may see a game: everybody; whoever knows its id; those who sit at it and its owner."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


class LeaverPolicy(models.TextChoices):
    """What becomes of a game that a player leaves (RULES 15.1): a bot plays on, or the game is aborted."""

    BOT = "bot"
    ABANDON = "abandon"


class UndoPolicy(models.TextChoices):
    """Whether moves may be taken back: where all at the table agree, or never."""

    AGREED = "agreed"
    OFF = "off"


def no_clock() -> dict[str, str]:
    """The clock of a game in which nobody's time is limited."""
    return {"mode": "none"}


class Game(models.Model):
    """One game. `version` is the number of its entries; `snapshot` can always be made again from them.

    `bot_due_at` is the job row of the bots: while it is set, a bot is to act and should have acted by then.
    `window_*` describe the open call window; `window_closes_at` is null while nobody has to wait for it.
    `clocks` and `clock_*` are those of `games.clocks`; `offer_*` name the open offer; the first of
    the invitations runs out at `invite_expires_at`. `due_at` is the first of all
    these instants: then time decides something. `notice_count` counts what was told since the last entry.
    `to_move`, `to_call` and `to_answer` say for which people the game waits: bit n is set for seat n if it may move,
    may answer the call window, has still to answer the offer. While `untold_at` is set, players have since then still
    to be told what happened behind the place `untold_after`.
    `pool` is where a rated game counts, set at the start ("": nowhere); while `unscored_at` is set, it has since then
    still to be rated, or to be rated anew.
    `next_game` is the rematch, `previous_game` that which it follows. `imported`: it was played elsewhere and made here
    from its record; such games count nowhere. Who does not play sees a game that goes on `spectator_delay_moves` later.
    An attempt at the daily deal of `sealed_day` is sealed as long as that is set: nobody is told more of its cards than
    their seat saw, also when it is over, for others may still play the same.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    version = models.BigIntegerField(default=0)
    rules_edition = models.PositiveSmallIntegerField()
    preset = models.CharField(max_length=40)
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC)
    rated = models.BooleanField(default=False)
    pool = models.CharField(max_length=24, default="", blank=True)
    imported = models.BooleanField(default=False)
    sealed_day = models.DateField(null=True)
    clock = models.JSONField(default=no_clock)
    leaver_policy = models.CharField(max_length=7, choices=LeaverPolicy.choices, default=LeaverPolicy.BOT)
    takeover_level = models.CharField(max_length=20)
    max_timeouts = models.PositiveSmallIntegerField(default=2)
    returnable = models.BooleanField(default=True)
    undo_policy = models.CharField(max_length=6, choices=UndoPolicy.choices, default=UndoPolicy.AGREED)
    spectator_delay_moves = models.PositiveSmallIntegerField(default=0)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="owned_games")

    deal_number = models.PositiveIntegerField(default=0)
    totals = models.JSONField(null=True)
    result = models.JSONField(null=True)
    snapshot = models.BinaryField(null=True)
    bot_secret = models.BinaryField(default=new_seed)
    bot_due_at = models.DateTimeField(null=True)

    window_id = models.UUIDField(null=True)
    window_version = models.BigIntegerField(null=True)
    window_closes_at = models.DateTimeField(null=True)

    clocks = models.JSONField(null=True)
    clock_seat = models.PositiveSmallIntegerField(null=True)
    clock_since = models.DateTimeField(null=True)
    clock_ends_at = models.DateTimeField(null=True)
    offer_id = models.UUIDField(null=True)
    offer_expires_at = models.DateTimeField(null=True)
    invite_expires_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    notice_count = models.PositiveIntegerField(default=0)

    to_move = models.PositiveSmallIntegerField(default=0)
    to_call = models.PositiveSmallIntegerField(default=0)
    to_answer = models.PositiveSmallIntegerField(default=0)
    untold_at = models.DateTimeField(null=True)
    untold_after = models.CharField(max_length=40, default="")
    unscored_at = models.DateTimeField(null=True)

    previous_game = models.UUIDField(null=True)
    next_game = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="game_status_known", condition=Q(status__in=Status.values)),
            models.CheckConstraint(name="game_seats", condition=Q(seat_count__range=(2, 8))),
            models.CheckConstraint(
                name="game_spectator_delay", condition=Q(spectator_delay_moves__lte=MOST_SPECTATOR_DELAY_MOVES)
            ),
            models.CheckConstraint(
                name="game_window_whole",
                condition=Q(window_id=None, window_version=None, window_closes_at=None)
                | Q(window_id__isnull=False, window_version__isnull=False),
            ),
            models.CheckConstraint(
                name="game_waits_only_running",
                condition=Q(status=Status.RUNNING)
                | Q(bot_due_at=None, window_closes_at=None, clock_ends_at=None)
                & (Q(status=Status.PAUSED) | Q(window_id=None)),
            ),
            models.CheckConstraint(
                name="game_invites_while_open", condition=Q(status=Status.OPEN) | Q(invite_expires_at=None)
            ),
            models.CheckConstraint(
                name="game_clock_whole",
                condition=Q(clock_seat=None, clock_ends_at=None)
                | Q(clock_seat__isnull=False, clock_since__isnull=False, clock_ends_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="game_newest"),
            models.Index(fields=["preset", "-created_at", "-id"], name="game_of_preset"),
            models.Index(fields=["-created_at", "-id"], name="game_open", condition=Q(status=Status.OPEN)),
            models.Index(fields=["finished_at", "id"], name="game_finished", condition=Q(status=Status.FINISHED)),
            models.Index(fields=["owner", "-created_at"], name="game_of_owner"),
            models.Index(fields=["bot_due_at"], name="game_bot_due", condition=Q(bot_due_at__isnull=False)),
            models.Index(fields=["due_at"], name="game_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["pool", "finished_at", "id"], name="game_unscored", condition=Q(unscored_at__isnull=False)
            ),
            models.Index(fields=["untold_at"], name="game_untold", condition=Q(untold_at__isnull=False)),
            models.Index(
                fields=["sealed_day", "finished_at"], name="game_sealed", condition=Q(sealed_day__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.preset} {self.id}"

    @property
    def is_sealed(self) -> bool:
        """Whether its cards stay secret when it is over."""
        return self.sealed_day is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.status in (Status.FINISHED, Status.ABORTED, Status.VOIDED)

    @property
    def is_going_on(self) -> bool:
        """Whether cards are on the table, paused or not."""
        return self.status in (Status.RUNNING, Status.PAUSED)
