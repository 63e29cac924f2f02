"""Who has answered an offer, and what follows: it is carried out, declined, or withdrawn with its maker."""

from datetime import datetime

from games.models import Offer, OfferKind, OfferStatus, Seat
from games.open_offer import close_offer, note_answer, open_offer
from games.services import agreements
from games.store import GameState
from players.errors import DomainError

ACCEPTED, DECLINED = "accepted", "declined"

_TIME_TO_THINK = (OfferKind.PAUSE, OfferKind.ADD_TIME)


def ask_bots(state: GameState, offer: Offer) -> None:
    """Bots answer at once.

    They agree to whatever people need; but in a rated game to nothing that changes its outcome, and to time to think
    only where another person has to agree as well: else nothing would bound it.
    """
    asked = [state.seats[int(number)] for number in offer.answers]
    is_fair = offer.kind in _TIME_TO_THINK and not all(seat.is_bot for seat in asked)
    accepts = not state.game.rated or offer.kind == OfferKind.RESUME or is_fair
    bots = (str(seat.seat) for seat in asked if seat.is_bot)
    offer.answers |= dict.fromkeys(bots, ACCEPTED if accepts else DECLINED)


def is_agreed(offer: Offer) -> bool:
    """Whether all have accepted."""
    return all(answer == ACCEPTED for answer in offer.answers.values())


def conclude(state: GameState, offer: Offer, now: datetime) -> bool:
    """Carry out what all have accepted, and close what somebody has declined. Returns whether it was one of them.

    Raises what `agreements.check` raises, where it is not possible now.
    """
    if DECLINED in offer.answers.values():
        close_offer(state, offer, OfferStatus.DECLINED, now)
        return True
    if not is_agreed(offer):
        return False
    agreements.check(state, offer, now)
    entry = agreements.carry_out(state, offer, now)
    close_offer(state, offer, OfferStatus.ACCEPTED, now, entry)
    return True


def answer_for_leaver(state: GameState, seat: Seat, now: datetime) -> None:
    """A bot has taken over the seat: it answers the open offer, or withdraws that of the person who left."""
    offer = open_offer(state)
    if offer is None or offer.kind == OfferKind.UNDO or state.game.is_over:
        return  # an undo lapses with whatever is done, every offer with the game
    if offer.seat == seat.seat:
        close_offer(state, offer, OfferStatus.CANCELLED, now)
        return
    ask_bots(state, offer)
    try:
        is_concluded = conclude(state, offer, now)
    except DomainError:  # not while a call window is open: those who are left may accept again
        is_concluded = False
    if not is_concluded:
        note_answer(state, offer, seat.seat, now)
