"""What one player thinks of another: a friend, or somebody to be kept away."""

from django.conf import settings
from django.db import models


class TieKind(models.TextChoices):
    """Friend or foe; to be both is not possible."""

    FRIEND = "friend"
    BLOCK = "block"


class Tie(models.Model):
    """One-sided: the other is not asked, and not told."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ties")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=6, choices=TieKind)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="one_tie_a_pair"),
            models.CheckConstraint(condition=~models.Q(player=models.F("other")), name="no_tie_to_oneself"),
        ]
        indexes = [models.Index(fields=["player", "kind", "-id"], name="ties_of_player")]

    def __str__(self) -> str:
        return f"{self.kind} {self.other_id} of {self.player_id}"
