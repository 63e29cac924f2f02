"""The rows of score sheets. `api` never imports them: it calls services and selectors."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from players.ids import uuid7
from scoring.sheets.limits import LONGEST_NAME


class LinkAccess(models.TextChoices):
    """What a link is good for."""

    READ = "read"
    WRITE = "write"


class ChangeKind(models.TextChoices):
    """What happened to a sheet."""

    CREATED = "created"
    UPDATED = "updated"
    DEAL_PUT = "deal_put"
    DEAL_REMOVED = "deal_removed"
    UNDONE = "undone"
    SEAT_CHANGED = "seat_changed"


class Sheet(models.Model):
    """One sheet. Its row is the lock; `version` is the number of its changes.

    `names` are those of who sits there, a seat each. `standing` caches what the entries come to
    (`scoring.sheets.standing`), so that a list of sheets reads no entries.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="sheets")
    name = models.CharField(max_length=LONGEST_NAME)
    preset = models.CharField(max_length=40, default="")
    options = models.JSONField()
    names = models.JSONField()
    first_dealer = models.PositiveSmallIntegerField()
    standing = models.JSONField()
    version = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(name="sheet_dealer", condition=Q(first_dealer__lt=8))]
        indexes = [models.Index(fields=["owner"], name="sheet_of_owner")]

    def __str__(self) -> str:
        return str(self.id)


class Member(models.Model):
    """A player to whom a sheet belongs or who has claimed a seat of it: they may write, and find it in their list."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "sheet"], name="member_once"),
            models.UniqueConstraint(fields=["sheet", "seat"], name="member_one_a_seat", condition=~Q(seat=None)),
        ]
        indexes = [models.Index(fields=["sheet"], name="member_of_sheet")]

    def __str__(self) -> str:
        return f"{self.player_id} of {self.sheet_id}"


class SheetDeal(models.Model):
    """One entry of a deal, by the id that its client chose. `content` is what was entered, null when it was removed.

    `result` is what the rules make of it, a seat each. `version` is that of the sheet with the entry's last change.
    """

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="deals", db_index=False)
    client_id = models.UUIDField()
    content = models.JSONField(null=True)
    result = models.JSONField(null=True)
    version = models.BigIntegerField()
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sheet", "client_id"], name="sheet_deal_once"),
            models.CheckConstraint(
                name="sheet_deal_whole",
                condition=Q(content__isnull=True, result__isnull=True) | Q(content__isnull=False, result__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.client_id)

    @property
    def entered(self) -> dict[str, Any]:
        """The content of an entry that is there."""
        assert self.content is not None, "the entry was removed"
        return dict(self.content)


class SheetLink(models.Model):
    """Who knows its secret may read the sheet, or write in it, without being anybody."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="links")
    access = models.CharField(max_length=5, choices=LinkAccess.choices)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="sheet_link_access_known", condition=Q(access__in=LinkAccess.values))
        ]

    def __str__(self) -> str:
        return str(self.id)


class SheetChange(models.Model):
    """One line of a sheet's history; only ever added, but for `is_undone`.

    `number` is the version of the sheet that it made. Of a change of an entry, `before` and `after` are its contents,
    null for none. `by` is null for who came by a link.
    """

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="changes", db_index=False)
    number = models.BigIntegerField()
    kind = models.CharField(max_length=12, choices=ChangeKind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    link = models.UUIDField(null=True)
    client_id = models.UUIDField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    undoes = models.BigIntegerField(null=True)
    is_undone = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="sheet_change_once"),
            models.CheckConstraint(name="sheet_change_known", condition=Q(kind__in=ChangeKind.values)),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
