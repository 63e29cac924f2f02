"""Guests, the caller's own profile, and other players."""

import secrets
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.response import Response

from api.idempotency import key_of
from api.operations import operation
from api.serializers.players import GuestRequest, GuestSerializer, PlayerSerializer, ProfileChanges
from api.views.base import View, private
from players.selectors import player as player_by_id
from players.services import admit_guest, guest_secret, update_profile


class GuestsView(View):
    """Playing at once, without a form."""

    @operation(
        "createGuest",
        tag="Accounts",
        summary="Become a guest",
        description="Makes a player and a token that lasts. The body may be empty. The token is shown here"
        " only; under the same `Idempotency-Key` it is shown again.",
        token="unused",
        request=GuestRequest,
        answer=GuestSerializer,
        status=201,
        bucket="guests",
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Make a guest."""
        body = self.body()
        nonce = key_of(request) or secrets.token_urlsafe(32)

        def reveal(answer: dict[str, Any]) -> dict[str, Any]:
            return {**answer, "token": guest_secret(player_id=answer["player"]["id"], nonce=nonce)}

        def admit() -> Response:
            guest, token = admit_guest(**body, nonce=nonce, now=self.now)
            content = {"player": guest, "token_expires_at": token.expires_at, "scopes": token.scopes}
            return self.answer(
                {**content, "token": "", "server_time": self.now},
                {"Location": reverse("player", args=[guest.pk])},
            )

        return private(self.once(admit, reveal))


class MeView(View):
    """The player that the token belongs to."""

    @operation("getMe", tag="Accounts", summary="Read your own profile", scope="profile", answer=PlayerSerializer)
    def get(self, request: Any) -> Response:
        """The caller."""
        return self.answer(self.player)

    @operation(
        "updateMe",
        tag="Accounts",
        summary="Change your own profile",
        description="What is absent stays; null clears what may be empty.",
        scope="profile",
        request=ProfileChanges,
        answer=PlayerSerializer,
    )
    def patch(self, request: Any) -> Response:
        """Change the caller."""
        return self.answer(update_profile(player=self.player, changes=self.body()))


class PlayerView(View):
    """Any player."""

    @operation(
        "getPlayer",
        tag="Accounts",
        summary="Read a player",
        token="optional",
        answer=PlayerSerializer,
        problems=("not_found",),
    )
    def get(self, request: Any, player: UUID) -> Response:
        """One player."""
        return self.answer(player_by_id(player_id=player))
