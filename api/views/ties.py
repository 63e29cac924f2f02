"""The caller's friends, and those whom the caller has blocked."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from api.operations import operation
from api.profiles import with_ratings
from api.serializers.pages import PageQuery
from api.serializers.ties import TiePage, TieSerializer
from api.views.base import View
from players.selectors import profile_fields, ties_of
from players.services import cut_tie, put_tie

_PROBLEMS = ("not_found", "erased", "forbidden", "limit_reached")


class TiesBaseView(View):
    """Both kinds alike; `kind` is that of the subclass."""

    kind = ""

    def listed(self) -> Response:
        """One page of them, the newest first."""
        response = self.page(ties_of(player=self.player, kind=self.kind), order=("-id",), item=self._row)
        with_ratings([tie["player"] for tie in response.data["results"]])
        return response

    def put_there(self, player: UUID) -> Response:
        """The player is one of them now."""
        fields = self._fields(put_tie(player=self.player, other_id=player, kind=self.kind, now=self.now))
        with_ratings([fields["player"]])
        return self.answer(fields)

    def taken_away(self, player: UUID) -> Response:
        """The player is none of them now."""
        cut_tie(player=self.player, other_id=player, kind=self.kind)
        return self.nothing()

    def _row(self, tie: Any) -> Any:
        return TieSerializer(self._fields(tie)).data

    def _fields(self, tie: Any) -> dict[str, Any]:
        return {"player": profile_fields(tie.other), "created_at": tie.created_at}


class FriendsView(TiesBaseView):
    """All friends."""

    kind = "friend"

    @operation(
        "listFriends",
        tag="Accounts",
        summary="List your friends",
        description="The newest first.",
        scope="profile",
        query=PageQuery,
        answer=TiePage,
    )
    def get(self, request: Any) -> Response:
        """One page of friends."""
        return self.listed()


class FriendView(TiesBaseView):
    """One friend."""

    kind = "friend"

    @operation(
        "putFriend",
        tag="Accounts",
        summary="Make a player your friend",
        description="For you alone: the other is neither asked nor told. Who was blocked is not any more.",
        scope="profile",
        answer=TieSerializer,
        problems=_PROBLEMS,
    )
    def put(self, request: Any, player: UUID) -> Response:
        """Befriend the player."""
        return self.put_there(player)

    @operation(
        "deleteFriend",
        tag="Accounts",
        summary="Take a player off your friends",
        scope="profile",
        status=204,
        problems=("not_found",),  # an id that is none
    )
    def delete(self, request: Any, player: UUID) -> Response:
        """Be friends no more."""
        return self.taken_away(player)


class BlocksView(TiesBaseView):
    """All who are blocked."""

    kind = "block"

    @operation(
        "listBlocks",
        tag="Accounts",
        summary="List whom you have blocked",
        description="The newest first.",
        scope="profile",
        query=PageQuery,
        answer=TiePage,
    )
    def get(self, request: Any) -> Response:
        """One page of them."""
        return self.listed()


class BlockView(TiesBaseView):
    """One who is blocked."""

    kind = "block"

    @operation(
        "putBlock",
        tag="Accounts",
        summary="Block a player",
        description="Who is blocked cannot sit down in games that you own or at tables at which you sit, and neither"
        " be matched with you nor invite you. Games that go on are not touched, and the other is not told. A friend is"
        " none any more.",
        scope="profile",
        answer=TieSerializer,
        problems=_PROBLEMS,
    )
    def put(self, request: Any, player: UUID) -> Response:
        """Block the player."""
        return self.put_there(player)

    @operation(
        "deleteBlock",
        tag="Accounts",
        summary="Block a player no longer",
        scope="profile",
        status=204,
        problems=("not_found",),  # an id that is none
    )
    def delete(self, request: Any, player: UUID) -> Response:
        """Unblock the player."""
        return self.taken_away(player)
