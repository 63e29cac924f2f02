"""The open offer of a game: the columns that name it, what is told of it, and how it closes."""

from datetime import datetime
from typing import Any

from games.models import Entry, Offer, OfferKind, OfferStatus
from games.shown import offer_as_shown
from games.store import GameState
from games.times import instant


def open_offer(state: GameState) -> Offer | None:
    """The offer that is open; a statement only where there is one."""
    return offer_as_shown(state, Offer.objects.get(id=state.game.offer_id)) if state.game.offer_id else None


def put_offer(state: GameState, offer: Offer) -> None:
    """A new offer, open until somebody declines it, all have accepted it, or its time is over."""
    state.game.offer_id, state.game.offer_expires_at = offer.id, offer.expires_at
    state.offers.append(offer)
    state.tell("offer_made", offer.made_at, offer.seat, **_told(offer))


def note_answer(state: GameState, offer: Offer, seat: int, now: datetime) -> None:
    """One of several who were asked has accepted."""
    state.offers.append(offer)
    state.tell("offer_answered", now, seat, **_told(offer))


def close_offer(state: GameState, offer: Offer, status: OfferStatus, now: datetime, entry: Entry | None = None) -> None:
    """The offer is open no more; told by the entry that closes it, or by a notice."""
    offer.status = status
    state.offers.append(offer)
    state.game.offer_id = state.game.offer_expires_at = None
    if entry is None:
        state.tell("offer_closed", now, offer.seat, **_told(offer))
        return
    entry.outcome.setdefault("then", []).append({"type": "offer_closed", "offer": offer_fields(offer)})
    entry.outcome.setdefault("changes", {})["offers"] = []


def expire_if_due(state: GameState, now: datetime) -> bool:
    """Close the offer whose time is over, in a game not yet written. Returns whether that was so."""
    if state.game.offer_expires_at is None or now < state.game.offer_expires_at:
        return False
    offer = open_offer(state)
    assert offer is not None, "it is named in the game's row"
    close_offer(state, offer, OfferStatus.EXPIRED, now)
    return True


def lapse_offer(state: GameState, now: datetime) -> None:
    """What is newly entered closes an undo that was offered before; the end of the game closes every offer."""
    if state.game.offer_id is None or not state.entries:
        return
    offer = open_offer(state)
    if offer is not None and (offer.kind == OfferKind.UNDO or state.game.is_over):
        close_offer(state, offer, OfferStatus.EXPIRED, now, state.entries[-1])


def offers_fields(state: GameState) -> list[dict[str, Any]]:
    """The open offers, as a view shows them: one or none."""
    offer = open_offer(state)
    return [] if offer is None else [offer_fields(offer)]


def offer_fields(offer: Offer) -> dict[str, Any]:
    """An offer, the same for every viewer."""
    return {
        "id": str(offer.id),
        "kind": offer.kind,
        "by": offer.seat,
        "made_at_version": offer.made_at_version,
        "to_version": offer.to_version,
        "seconds": offer.seconds,
        "made_at": instant(offer.made_at),
        "expires_at": instant(offer.expires_at),
        "answers": [{"seat": int(seat), "answer": answer} for seat, answer in sorted(offer.answers.items())],
        "status": offer.status,
    }


def _told(offer: Offer) -> dict[str, Any]:
    fields = offer_fields(offer)
    return {"offer": fields, "changes": {"offers": [fields] if offer.status == OfferStatus.OPEN else []}}
