"""What the views of streams have in common: who may open one, and how its answer begins."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any, TypeVar
from uuid import UUID

from django.http import HttpResponse
from django.utils import translation
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from api import limits
from api.callers import caller_name, right_of
from api.operations import LAST_EVENT_ID
from api.rendering import ANYTHING, Negotiation
from api.streaming import MEDIA_TYPE, RETRY, Opening, bye_frame
from api.views.base import View
from api.waiting import wait_of
from games.selectors.stream_events import UNKNOWN_PLACE
from players.errors import DomainError
from players.services import Right, redeem_ticket
from players.streaming import Follower

Place = TypeVar("Place")
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class TicketAuthentication(BaseAuthentication):
    """`?ticket=` opens the stream for which it was made, once."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The player who made the ticket, and with which token; None without one."""
        secret = request.query_params.get("ticket")
        if secret is None:
            return None
        view = request.parser_context["view"]
        ticket, view.ticket_right = redeem_ticket(secret=secret, resource=request.path, now=view.now)
        return ticket.player, ticket.token


class Always(Negotiation):
    """The form of a stream, whatever is accepted."""

    def get_accept_list(self, request: Request) -> list[str]:
        """Anything."""
        return [ANYTHING]


class StreamBaseView(View):
    """A path that answers with a stream.

    On a server that has nothing but threads, the answer is what there is, and a `bye`: its reader comes back.
    """

    authentication_classes = [TicketAuthentication, *View.authentication_classes]
    content_negotiation_class = Always
    ticket_right: Right | None = None

    def streaming(self) -> AbstractContextManager[None]:
        """For the time of the stream: a token may have a few at once."""
        return limits.streaming(self._counted_stream) if limits.are_on() else nullcontext()

    def asked_place(self, parse: Callable[[str], Place]) -> tuple[Place | None, str | None]:
        """Behind which event to begin; None for a snapshot, perhaps with the reason why it is not what was asked for.

        `Last-Event-ID` is sent by the browser itself, and is later than an `after` in the address. Raises `bad_cursor`.
        """
        last = self.request.headers.get(LAST_EVENT_ID, "")
        if not last and "after" not in self.query:
            return None, None
        try:
            return parse(last or self.query["after"]), None
        except DomainError:
            if not last:
                raise
            return None, UNKNOWN_PLACE

    def follower(self, player_id: UUID | None, place: str) -> Follower:
        """The caller, told up to this place."""
        return Follower(player_id, translation.get_language() or "en", place)

    def begun(self, content: bytes, opening: Opening, slot: ExitStack) -> HttpResponse:
        """The answer: this content, and what follows where a stream can be held open. `slot` is closed at its end."""
        wait = wait_of(self.request)
        if wait is not None and self.request.method == "GET":
            wait.open(opening, slot)
        else:
            content += bye_frame(opening.feed, opening.follower, "reconnect")
            slot.close()
        return self.told_as_it_is(RETRY + content)

    def told_as_it_is(self, content: bytes) -> HttpResponse:
        """The content as an answer that is to be kept by nobody and held up by nobody."""
        return HttpResponse(content, content_type=MEDIA_TYPE, headers=_HEADERS)

    @property
    def right(self) -> Right:
        """By what right the caller reads: that of who made the ticket, where there is one."""
        return self.ticket_right or right_of(self.request)

    @property
    def _counted_stream(self) -> str:
        token_id = self.right.token_id
        return f"token:{token_id}" if token_id else caller_name(self.request)
