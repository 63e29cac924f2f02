"""Offers: undo, pause, resume, abandon, more time."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.response import Response

from api.operations import operation
from api.serializers.games.offers import OfferAnswerRequest, OfferPage, OfferQuery, OfferRequest, OfferResult
from api.views.games.base import GameBaseView
from games.open_offer import offer_fields
from games.services.offers import answer_offer, cancel_offer, create_offer
from games.shown import offer_as_shown, offers_of
from games.times import instant

_TABLE = ("not_found", "not_seated", "game_not_started", "game_over")
_POSSIBLE = (
    "game_paused",
    "game_not_paused",
    "call_window_open",
    "undo_off",
    "nothing_to_undo",
    "no_clock",
    "limit_reached",
)
NEWEST_FIRST = ("-made_at", "-id")


class OffersView(GameBaseView):
    """The offers of a game."""

    @operation(
        "listOffers",
        tag="Games",
        summary="List the offers of a game",
        description="The newest first; the open one is in the view as well.",
        token="optional",
        scope="game:read",
        query=OfferQuery,
        answer=OfferPage,
        problems=("not_found",),
    )
    def get(self, request: Any, game: UUID) -> Response:
        """One page of offers."""
        state, _ = self.look(game)
        page = self.page(offers_of(state), NEWEST_FIRST, lambda row: offer_fields(offer_as_shown(state, row)))
        page.data["server_time"] = instant(self.now)
        return page

    @operation(
        "createOffer",
        tag="Games",
        summary="Offer an undo, a pause or the like",
        description="It is carried out when all others have accepted it, which computer players do at once.",
        scope="game:play",
        request=OfferRequest,
        answer=OfferResult,
        status=201,
        problems=(*_TABLE, *_POSSIBLE, "version_required", "version_conflict", "offer_open"),
        keyed=True,
    )
    def post(self, request: Any, game: UUID) -> HttpResponse:
        """Make an offer."""
        body = self.body_for(game)
        return self.once(lambda: self._made(game, body))

    def _made(self, game: UUID, body: dict[str, Any]) -> Response:
        body = {"version": None, **body}
        offer, state = create_offer(game_id=game, player_id=self.player.pk, now=self.now, **body)
        content = {"offer": offer_fields(offer), "version": state.game.version, "server_time": instant(self.now)}
        return self.told(content, {"ETag": state.cursor.tag})


class OfferAnswerView(GameBaseView):
    """The answer to an offer."""

    @operation(
        "answerOffer",
        tag="Games",
        summary="Accept or decline an offer",
        description="Declined by one, it is closed. The same answer may be sent again.",
        scope="game:play",
        request=OfferAnswerRequest,
        answer=OfferResult,
        problems=(*_TABLE, *_POSSIBLE, "forbidden", "offer_closed"),
    )
    def post(self, request: Any, game: UUID, offer: UUID) -> Response:
        """Answer."""
        answer = self.body_for(game)["answer"]
        answered, state = answer_offer(
            game_id=game, player_id=self.player.pk, offer_id=offer, answer=answer, now=self.now
        )
        content = {"offer": offer_fields(answered), "version": state.game.version, "server_time": instant(self.now)}
        return self.told(content, {"ETag": state.cursor.tag})


class OfferView(GameBaseView):
    """One offer."""

    @operation(
        "cancelOffer",
        tag="Games",
        summary="Withdraw your offer",
        scope="game:play",
        answer=None,
        status=204,
        problems=(*_TABLE, "forbidden", "offer_closed"),
    )
    def delete(self, request: Any, game: UUID, offer: UUID) -> HttpResponse:
        """Withdraw."""
        cancel_offer(game_id=game, player_id=self.player.pk, offer_id=offer, now=self.now)
        return HttpResponse(status=204)
