"""What a player who agreed sends back to an app: a code for a token, good once and for a minute."""

from django.conf import settings
from django.db import models

from players.models.app import App
from players.models.token import Token


class AuthorizationCode(models.Model):
    """A code, kept as its SHA-256 and bound to all that was asked and agreed to.

    Used ones are kept for a day: who shows one again ends the `token` that was given for it.
    """

    digest = models.CharField(max_length=64, unique=True, editable=False)
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    redirect_uri = models.TextField()
    challenge = models.CharField(max_length=43)
    scopes = models.JSONField()
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)
    token = models.ForeignKey(Token, on_delete=models.CASCADE, null=True, related_name="+")

    def __str__(self) -> str:
        return f"code of {self.player_id} for {self.app_id}"
