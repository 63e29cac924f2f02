"""Accounts: made, made of a guest, and what is proven by mail."""

import secrets
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.response import Response

from api.idempotency import key_of
from api.operations import operation
from api.profiles import own_rated_profile
from api.serializers.accounts import (
    AccountRequest,
    EmailConfirmation,
    ResetConfirmation,
    ResetRequest,
    SessionSerializer,
    UpgradeRequest,
)
from api.serializers.players import MeSerializer
from api.views.base import View, private
from api.views.sessions import session_fields, with_secrets
from players.passwords import stored_form
from players.services import (
    confirm_email,
    open_account,
    request_password_reset,
    reset_password,
    session_secrets,
    upgrade_guest,
)


class AccountsView(View):
    """People who come back."""

    @operation(
        "createAccount",
        tag="Accounts",
        summary="Make an account",
        description="Makes an account and signs this device in. The name is unique, and so is what it looks like."
        " An address counts when it is confirmed; a mail asks for that.",
        token="unused",
        request=AccountRequest,
        answer=SessionSerializer,
        status=201,
        problems=("name_taken", "unavailable"),
        bucket="guests",
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Make an account."""
        body = self.body()
        if self.kept is None:
            body["password"] = stored_form(body["password"], name=body["name"], email=body.get("email"))
            self.charge_mail(body)
        nonce = key_of(request) or secrets.token_urlsafe(32)

        def reveal(answer: dict[str, Any]) -> dict[str, Any]:
            return with_secrets(answer, session_secrets(answer["player"]["id"], nonce))

        def make() -> Response:
            token = open_account(**body, nonce=nonce, now=self.now)
            self.note_sign_in(token.player)
            location = reverse("player", args=[token.player_id])
            return self.answer(session_fields(token, self.now), {"Location": location})

        return private(self.once(make, reveal))


class UpgradeView(View):
    """The guest who stays."""

    @operation(
        "upgradeGuest",
        tag="Accounts",
        summary="Become an account",
        description="The guest gets a password and a name of their own, and keeps id, games and the token that"
        " asks. All other tokens end.",
        scope="account",
        request=UpgradeRequest,
        answer=MeSerializer,
        problems=("name_taken", "already_account", "unavailable"),
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Make the guest an account."""
        body = self.body()
        if self.kept is None:
            self.charge_mail(body)
            name = body.get("name") or self.player.name
            body["password"] = stored_form(body["password"], name=name, email=body.get("email"))
        return self.once(lambda: self.answer(self._upgraded(body)))

    def _upgraded(self, body: dict[str, Any]) -> dict[str, Any]:
        account = upgrade_guest(player=self.player, token=self.token, **body, now=self.now)
        self.note_sign_in(account)
        return own_rated_profile(account)


class PasswordResetView(View):
    """A forgotten password."""

    @operation(
        "requestPasswordReset",
        tag="Accounts",
        summary="Ask for a mail to set a new password",
        description="If there is an account with this confirmed address, it gets a mail with a code that is good"
        " for an hour. The answer is the same if there is none.",
        token="unused",
        request=ResetRequest,
        status=202,
        bucket="login",
    )
    def post(self, request: Any) -> Response:
        """Order the mail."""
        address = self.body()["email"]
        self.charge_mail({"email": address})
        request_password_reset(address=address, now=self.now)
        return self.nothing()


class PasswordResetConfirmView(View):
    """A new password."""

    @operation(
        "confirmPasswordReset",
        tag="Accounts",
        summary="Set a new password",
        description="With the code of a mail. All tokens of the account end.",
        token="unused",
        request=ResetConfirmation,
        status=204,
        problems=("link_expired", "unavailable"),
        bucket="login",
    )
    def post(self, request: Any) -> Response:
        """Set the password."""
        body = self.body()
        reset_password(secret=body["token"], password=stored_form(body["password"]), now=self.now)
        return self.nothing()


class EmailConfirmView(View):
    """An address that is read."""

    @operation(
        "confirmEmail",
        tag="Accounts",
        summary="Confirm an address",
        description="With the code of a mail. From then on the account can sign in with the address.",
        token="unused",
        request=EmailConfirmation,
        status=204,
        problems=("link_expired",),
        bucket="login",
    )
    def post(self, request: Any) -> Response:
        """Confirm the address."""
        confirm_email(secret=self.body()["token"], now=self.now)
        return self.nothing()
