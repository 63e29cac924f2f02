"""Guests, the caller's own profile, and other players."""

import secrets
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.response import Response

from api.access import require_scope
from api.callers import scopes_of
from api.idempotency import key_of
from api.operations import operation
from api.pages import whole
from api.profiles import own_rated_profile, rated_profile, with_ratings
from api.serializers.players import (
    GuestRequest,
    GuestSerializer,
    MeSerializer,
    PlayerPage,
    PlayerSerializer,
    PlayersQuery,
    ProfileChanges,
)
from api.views.base import View, private
from players.selectors import own_profile_fields, players, profile_fields
from players.selectors import player as player_by_id
from players.services import admit_guest, allowed_scopes, check_password, guest_secret, update_profile


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
        problems=("name_taken",),
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
            content = {
                "player": own_profile_fields(guest),
                "token_expires_at": token.expires_at,
                "scopes": allowed_scopes(token),
            }
            return self.answer(
                {**content, "token": "", "server_time": self.now},
                {"Location": reverse("player", args=[guest.pk])},
            )

        return private(self.once(admit, reveal))


class MeView(View):
    """The player that the token belongs to."""

    @operation("getMe", tag="Accounts", summary="Read your own profile", scope="profile", answer=MeSerializer)
    def get(self, request: Any) -> Response:
        """The caller."""
        return self.answer(self._own(self.player))

    @operation(
        "updateMe",
        tag="Accounts",
        summary="Change your own profile",
        description="What is absent stays; null clears what may be empty. An account signs in with its new name."
        " A new address counts when it is confirmed, and the former one is told. What an account signs in with,"
        " its name and address, needs the scope `account`; its address, the password, too.",
        scope="profile",
        request=ProfileChanges,
        answer=MeSerializer,
        problems=("name_taken", "forbidden", "wrong_password", "unavailable"),
    )
    def patch(self, request: Any) -> Response:
        """Change the caller."""
        changes = self.body()
        if "email" in changes or ("name" in changes and self.player.kind == "account"):
            require_scope(request, "account")
        password = changes.pop("password", None)
        if "email" in changes:
            if password is not None and self.player.username:
                self.charge_sign_in(self.player.username, at_address=True)
            check_password(player=self.player, password=password)
        self.charge_mail(changes)
        return self.answer(
            self._own(update_profile(player=self.player, token=self.token, changes=changes, now=self.now))
        )

    def _own(self, player: Any) -> dict[str, Any]:
        """The caller's profile. The address is shown to their own devices only."""
        fields = own_rated_profile(player, self.app)
        return fields if "account" in scopes_of(self.request) else {**fields, "email": None}


class PlayersView(View):
    """Several players."""

    @operation(
        "listPlayers",
        tag="Accounts",
        summary="Find players",
        description="Those with some ids, all of them on one page, or those whose name looks like this one.",
        token="optional",
        query=PlayersQuery,
        answer=PlayerPage,
    )
    def get(self, request: Any) -> Response:
        """The players."""
        if "ids" in self.query:
            found = players(ids=self.query["ids"], with_apps=self.app is not None)
            response = Response(whole([self._row(one) for one in found.order_by("id")]))
        else:
            found = players(name=self.query["name"], with_apps=self.app is not None)
            response = self.page(found, order=("id",), item=self._row)
        with_ratings(response.data["results"])
        return response

    def _row(self, found: Any) -> Any:
        return PlayerSerializer(profile_fields(found, self.app)).data


class PlayerView(View):
    """Any player."""

    @operation(
        "getPlayer",
        tag="Accounts",
        summary="Read a player",
        token="optional",
        answer=PlayerSerializer,
        problems=("not_found", "erased"),
    )
    def get(self, request: Any, player: UUID) -> Response:
        """One player."""
        return self.answer(rated_profile(player_by_id(player_id=player), self.app))
