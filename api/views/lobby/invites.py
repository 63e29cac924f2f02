"""Invitations to a seat."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.response import Response

from api.operations import operation
from api.serializers.games.games import GameSerializer
from api.serializers.lobby.invites import InviteAnswer, InvitePage, InviteQuery, InviteRequest
from api.views.base import View
from api.views.games.base import GameBaseView
from games.selectors.games import game_fields
from games.selectors.invites import invite_fields, open_invites
from games.services.invites import accept_invite, cancel_invite, create_invite, decline_invite, look_at_invite
from games.shown import shown_to
from games.times import instant


def _told(view: View, invite: Any, headers: dict[str, str] | None = None) -> Response:
    content = invite_fields(invite) | {"server_time": instant(view.now)}
    return Response(content, status=view.operation.status, headers=headers)


class InvitesView(GameBaseView):
    """The invitations to a game."""

    @operation(
        "createInvite",
        tag="Lobby",
        summary="Invite a player, or make a code",
        description="For the owner of a game that has not started. A free seat is reserved until `expires_at`: for"
        " `player`, who is told, or without one for whoever brings the code.",
        scope="lobby",
        request=InviteRequest,
        answer=InviteAnswer,
        status=201,
        problems=(
            *("not_found", "not_owner", "game_started", "game_over", "game_full", "seat_taken"),
            *("erased", "already_invited"),
        ),
        bucket="lobby",
        keyed=True,
    )
    def post(self, request: Any, game: UUID) -> HttpResponse:
        """Invite."""
        body = self.body_for(game)
        more = {"valid_seconds": body["valid_seconds"]} if "valid_seconds" in body else {}
        wish = {"invitee_id": body.get("player"), "number": body.get("seat"), **more}
        return self.once(lambda: self._made(game, wish))

    def _made(self, game: UUID, wish: dict[str, Any]) -> Response:
        invite = create_invite(game_id=game, by=self.player, now=self.now, **wish)
        return _told(self, invite, {"Location": reverse("invite", args=[invite.code])})


class InviteView(View):
    """One invitation."""

    @operation(
        "getInvite",
        tag="Lobby",
        summary="Read an invitation",
        description="Whoever has the code of an open invitation sees the game above the table, be it private; one that"
        " names a player is shown to those concerned.",
        token="optional",
        scope="lobby",
        answer=InviteAnswer,
        problems=("not_found", "invite_expired"),
        bucket="invite_codes",
    )
    def get(self, request: Any, invite_code: str) -> Response:
        """The invitation."""
        player_id = None if self.player is None else self.player.pk
        return _told(self, look_at_invite(code=invite_code, player_id=player_id, now=self.now))

    @operation(
        "cancelInvite",
        tag="Lobby",
        summary="Withdraw an invitation",
        description="For who made it, and for the owner of the game. It may be sent again.",
        scope="lobby",
        status=204,
        problems=("not_found", "not_owner", "invite_expired"),
        bucket="invite_codes",
    )
    def delete(self, request: Any, invite_code: str) -> Response:
        """Withdraw it."""
        cancel_invite(code=invite_code, player_id=self.player.pk, now=self.now)
        return self.nothing()


class InviteAcceptView(View):
    """Yes to an invitation."""

    @operation(
        "acceptInvite",
        tag="Lobby",
        summary="Accept an invitation",
        description="You sit down at the seat that was kept. The game starts when its owner starts it. It may be sent"
        " again.",
        scope="lobby",
        answer=GameSerializer,
        problems=("not_found", "invite_expired", "game_started", "game_over"),
        bucket="invite_codes",
        keyed=True,
    )
    def post(self, request: Any, invite_code: str) -> HttpResponse:
        """Accept it."""
        return self.once(lambda: self._accepted(invite_code))

    def _accepted(self, code: str) -> Response:
        state = accept_invite(code=code, player=self.player, now=self.now)
        seen = shown_to(state, self.player.pk)
        return Response(game_fields(seen), headers={"ETag": seen.tag})


class InviteDeclineView(View):
    """No to an invitation."""

    @operation(
        "declineInvite",
        tag="Lobby",
        summary="Decline an invitation",
        description="One that names you; the seat is free again. It may be sent again.",
        scope="lobby",
        answer=InviteAnswer,
        problems=("not_found", "invite_expired"),
        bucket="invite_codes",
        keyed=True,
    )
    def post(self, request: Any, invite_code: str) -> HttpResponse:
        """Decline it."""
        return self.once(lambda: _told(self, decline_invite(code=invite_code, player_id=self.player.pk, now=self.now)))


class MyInvitesView(View):
    """Invitations of the caller."""

    @operation(
        "listMyInvites",
        tag="Lobby",
        summary="List your open invitations",
        description="Those that name you, or with `direction=sent` those that you have made; the newest first.",
        scope="lobby",
        query=InviteQuery,
        answer=InvitePage,
    )
    def get(self, request: Any) -> Response:
        """One page of invitations."""
        sent = self.query.get("direction") == "sent"
        page = self.page(open_invites(player_id=self.player.pk, sent=sent), ("-id",), invite_fields)
        page.data["server_time"] = instant(self.now)
        return page
