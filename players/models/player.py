"""The one row that a person or program has, from the first visit as a guest to a full account."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from players.ids import uuid7
from players.looks import LONGEST_LOOK, look_of
from players.names import NAME_LENGTH


class PlayerKind(models.TextChoices):
    """What kind of player a row is."""

    GUEST = "guest", "guest"
    ACCOUNT = "account", "account"
    BOT = "bot", "bot"


class PlayerQuery(BaseUserManager["Player"]):
    """What Django's commands need to make accounts."""

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "Player":
        """A new account that signs in with `username` and `password`."""
        fields.setdefault("name", username[:NAME_LENGTH])
        player = self.model(username=username, kind=PlayerKind.ACCOUNT, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> "Player":
        """A new account of the staff, with every right."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """A guest, an account or a bot.

    A guest has neither user name nor a usable password; an upgrade fills them in on the same row, so that
    id and games stay. The name of an account is also its user name, and no other account's looks like it;
    guests may be called alike, but no guest is given a name that looks like an account's. `email` is an address
    that was confirmed.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=10, choices=PlayerKind, default=PlayerKind.GUEST)
    name = models.CharField(max_length=NAME_LENGTH)
    look = models.CharField(max_length=LONGEST_LOOK, default="", editable=False)
    country = models.CharField(max_length=2, null=True, blank=True, help_text="ISO 3166-1, two letters")
    username = models.CharField(max_length=150, unique=True, null=True, blank=True)
    email = models.EmailField(null=True, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = PlayerQuery()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="one_player_a_username"),
            models.UniqueConstraint(Lower("email"), name="one_player_an_email"),
            models.CheckConstraint(
                condition=models.Q(kind="account") | models.Q(username=None, is_staff=False),
                name="only_accounts_sign_in",
            ),
            models.UniqueConstraint(
                fields=["look"],
                condition=models.Q(kind="account", erased_at=None),
                name="one_account_a_look",
                violation_error_message="There is an account with a name that looks the same.",
            ),
        ]
        indexes = [models.Index(fields=["look", "id"], name="players_by_look")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row; its look follows from the name."""
        self.look = look_of(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "look"}
        super().save(*args, **kwargs)
