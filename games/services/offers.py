"""Offers: what a player asks the others for, answered by all of them (docs/api/clocks.md)."""

from datetime import datetime, timedelta
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games import after_commit
from games.models import Offer, OfferKind, OfferStatus, Status
from games.open_offer import close_offer, note_answer, open_offer, put_offer
from games.services import agreements
from games.services.answers import ACCEPTED, ask_bots, conclude, is_agreed
from games.services.checks import check_version, lock_for, seated
from games.services.deadlines import settle_due
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import DomainError

OPEN_FOR = timedelta(minutes=2)
OPEN_FOR_DAILY = timedelta(days=1)
RESUME_ALONE_AFTER = timedelta(hours=1)
"""After so long a pause, one player alone may resume."""
_CLOSED = {
    OfferStatus.ACCEPTED: _("The offer was accepted."),
    OfferStatus.DECLINED: _("The offer was declined."),
    OfferStatus.CANCELLED: _("The offer was withdrawn."),
    OfferStatus.EXPIRED: _("The offer has expired."),
}


@in_transaction
def create_offer(
    *,
    game_id: UUID,
    player_id: UUID,
    kind: OfferKind | str,
    version: int | None,
    to_version: int | None = None,
    seconds: int | None = None,
    now: datetime,
) -> tuple[Offer, GameState]:
    """Make an offer, which is carried out at once where nobody but bots has to agree.

    `to_version` is for an undo: how far back, the last move without it; `seconds` for `add_time`. Raises `not_found`,
    `game_not_started`, `game_over`, `not_seated`, `version_required`, `version_conflict`, `offer_open`, and what
    `agreements.check` raises.
    """
    state = _locked(game_id, player_id, now)
    seat = seated(state, player_id)
    check_version(state, version, seat)
    acts_alone = kind == OfferKind.RESUME and _is_long_pause(state, now)
    _make_room(state, now, is_asked=not acts_alone)
    offer = Offer(
        game=state.game,
        kind=kind,
        seat=seat.seat,
        made_at_version=state.game.version,
        to_version=agreements.undo_target(state, seat, to_version) if kind == OfferKind.UNDO else None,
        seconds=seconds,
        answers={str(other.seat): None for other in state.seats if other.seat != seat.seat},
        made_at=now,
        expires_at=now + (OPEN_FOR_DAILY if state.game.clock["mode"] == "daily" else OPEN_FOR),
    )
    agreements.check(state, offer, now)
    ask_bots(state, offer)
    if acts_alone:
        offer.answers = dict.fromkeys(offer.answers, ACCEPTED)
    if not is_agreed(offer):
        put_offer(state, offer)
    conclude(state, offer, now)
    after_commit.write_and_ring(state, now)
    return offer, state


@in_transaction
def answer_offer(
    *, game_id: UUID, player_id: UUID, offer_id: UUID, answer: str, now: datetime
) -> tuple[Offer, GameState]:
    """Accept or decline. Declined by one, it is closed; accepted by all, carried out. The same answer may be repeated.

    Raises `not_found`, `game_not_started`, `game_over`, `not_seated`, `forbidden` for one's own, `offer_closed`, and
    what `agreements.check` raises.
    """
    state = _locked(game_id, player_id, now)
    offer = _offer(state, offer_id)
    seat = state.seat_of(player_id)
    is_repeated = seat is not None and offer.answers.get(str(seat.seat)) == answer
    if is_repeated and not (offer.status == OfferStatus.OPEN and is_agreed(offer)):
        return offer, state
    seat = seated(state, player_id)
    if str(seat.seat) not in offer.answers:
        raise DomainError("forbidden", gettext("The offer is your own; it can be withdrawn."))
    _check_open(offer)
    offer.answers = {**offer.answers, str(seat.seat): answer}
    ask_bots(state, offer)
    if not conclude(state, offer, now):
        note_answer(state, offer, seat.seat, now)
    after_commit.write_and_ring(state, now)
    return offer, state


@in_transaction
def cancel_offer(*, game_id: UUID, player_id: UUID, offer_id: UUID, now: datetime) -> None:
    """Withdraw one's own offer; doing it twice is the same as once.

    Raises `not_found`, `game_not_started`, `game_over`, `not_seated`, `forbidden`, `offer_closed`.
    """
    state = _locked(game_id, player_id, now)
    offer = _offer(state, offer_id)
    if seated(state, player_id).seat != offer.seat:
        raise DomainError("forbidden", gettext("Only the player who made the offer can withdraw it."))
    if offer.status == OfferStatus.CANCELLED:
        return
    _check_open(offer)
    close_offer(state, offer, OfferStatus.CANCELLED, now)
    after_commit.write_and_ring(state, now)


def _locked(game_id: UUID, player_id: UUID, now: datetime) -> GameState:
    state = lock_for(game_id, player_id)
    settle_due(state, now)
    return state


def _offer(state: GameState, offer_id: UUID) -> Offer:
    offer = Offer.objects.filter(game=state.game, id=offer_id).first()
    if offer is None:
        raise DomainError("not_found", gettext("There is no such offer."))
    return offer


def _check_open(offer: Offer) -> None:
    if offer.status != OfferStatus.OPEN:
        raise DomainError("offer_closed", gettext(_CLOSED[OfferStatus(offer.status)]))


def _make_room(state: GameState, now: datetime, *, is_asked: bool) -> None:
    """For another offer, where one is open. What nobody is asked does not wait until an offer is answered."""
    other = open_offer(state)
    if other is None:
        return
    if is_asked:
        raise DomainError("offer_open", gettext("Another offer has still to be answered."))
    close_offer(state, other, OfferStatus.EXPIRED, now)


def _is_long_pause(state: GameState, now: datetime) -> bool:
    paused_at = state.game.paused_at
    return state.game.status == Status.PAUSED and paused_at is not None and now - paused_at >= RESUME_ALONE_AFTER
