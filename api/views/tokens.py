"""The caller's devices and personal access tokens, and tickets for streams."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.response import Response

from api.callers import right_of
from api.operations import operation
from api.serializers.accounts import (
    NewTokenSerializer,
    TicketRequest,
    TicketSerializer,
    TokenPage,
    TokenRequest,
    TokenSerializer,
)
from api.serializers.pages import PageQuery
from api.views.base import View, private
from games.services.look import look_at
from players.selectors import tokens_of
from players.services import allowed_scopes, issue_personal_token, issue_ticket, revoke_token_of


class TokensView(View):
    """All with which the caller can be acted for."""

    @operation(
        "listTokens",
        tag="Accounts",
        summary="List your devices, tokens and apps you let in",
        description="Those that are of use, the newest first. The tokens themselves are not shown.",
        scope="account",
        query=PageQuery,
        answer=TokenPage,
    )
    def get(self, request: Any) -> Response:
        """The caller's tokens."""
        return self.page(
            tokens_of(player=self.player, now=self.now).select_related("app"), order=("-id",), item=self._row
        )

    @operation(
        "createToken",
        tag="Accounts",
        summary="Make a personal access token",
        description="For a script or an outside bot. It is shown this once.",
        scope="account",
        request=TokenRequest,
        answer=NewTokenSerializer,
        status=201,
        problems=("limit_reached",),
    )
    def post(self, request: Any) -> HttpResponse:
        """Make a token."""
        body = self.body()
        token, secret = issue_personal_token(
            player=self.player,
            token=self.token,
            name=body["name"],
            scopes=body["scopes"],
            expires_at=body.get("expires_at"),
            now=self.now,
        )
        return private(self.answer({**self._fields(token), "token": secret}))

    def _row(self, token: Any) -> Any:
        return TokenSerializer(self._fields(token)).data

    def _fields(self, token: Any) -> dict[str, Any]:
        return {
            "id": token.pk,
            "kind": token.kind,
            "name": token.app.name if token.app else token.device_name,
            "app": token.app,
            "scopes": allowed_scopes(token),
            "created_at": token.created_at,
            "last_used_at": token.last_used_at,
            "expires_at": token.renewable_until or token.expires_at,
            "current": self.request.auth is not None and token.pk == self.request.auth.pk,
        }


class TokenView(View):
    """One of them."""

    @operation(
        "deleteToken",
        tag="Accounts",
        summary="End a device, a token or an app's leave",
        description="It is good for nothing from the next request on.",
        scope="account",
        status=204,
        problems=("not_found",),
    )
    def delete(self, request: Any, token: UUID) -> Response:
        """End it."""
        revoke_token_of(player=self.player, token=self.token, token_id=token, now=self.now)
        return self.nothing()


class StreamTicketsView(View):
    """For an EventSource, which cannot send a token."""

    @operation(
        "createStreamTicket",
        tag="Accounts",
        summary="Make a ticket for a stream",
        description="A browser's EventSource cannot send a token. The ticket opens one stream, once, within 60"
        " seconds, as the player who made it.",
        scope="game:read",
        request=TicketRequest,
        answer=TicketSerializer,
        status=201,
        problems=("not_found",),
    )
    def post(self, request: Any) -> HttpResponse:
        """Make a ticket."""
        resource = self.body()["resource"]
        if "/games/" in resource:
            look_at(game_id=UUID(resource.split("/")[-2]), player_id=self.player.pk, now=self.now)
        ticket, secret = issue_ticket(right=right_of(request), resource=resource, now=self.now)
        content = {"ticket": secret, "resource": resource, "expires_at": ticket.expires_at}
        return private(self.answer({**content, "server_time": self.now}))
