"""What holds for every game at every moment, asked of the rows: nobody waits for something that nobody will do."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from games.awaited import to_act
from games.clocks import next_due
from games.models import Seek, Status
from games.sight import is_waiting
from games.store import GameState
from games.turns import bots_to_act, seats_to_act

LATE = timedelta(seconds=60)
"""So long after its time, what is due counts as forgotten: the sweep comes every two seconds."""


def breaches_of(state: GameState, now: datetime) -> list[str]:
    """What is wrong with a game that has been written; nothing, if play can go on by itself or by its players."""
    return [*_breaches_while_running(state, now), *_breaches_at_rest(state), *_late(state, now)]


def late_seeks(now: datetime) -> list[UUID]:
    """The seeks that ran out long ago and are still open."""
    return list(Seek.objects.filter(closed_at=None, expires_at__lt=now - LATE).values_list("id", flat=True))


def _breaches_while_running(state: GameState, now: datetime) -> Iterator[str]:
    game, deal = state.game, state.deal
    if game.status != Status.RUNNING:
        return
    if deal is None or not seats_to_act(state):
        yield "no seat is to act"
        return
    if bool(bots_to_act(state)) != (game.bot_due_at is not None):
        yield "a bot is to act and has no task" if bots_to_act(state) else "no bot is to act, but a task waits"
    if bool(deal.table.window) != (game.window_id is not None):
        yield "the call window of the deal is not that of the row"
    if is_waiting(deal) != (game.window_closes_at is not None):
        yield "a call window has no end" if is_waiting(deal) else "nothing waits for the end of the call window"
    yield from _clock_breaches(state, now)


def _clock_breaches(state: GameState, now: datetime) -> Iterator[str]:
    """A deadline for the person on turn, or none by policy."""
    game, deal = state.game, state.playing
    runs = None
    if game.clock["mode"] != "none" and not is_waiting(deal) and not state.seats[deal.table.turn].is_bot:
        runs = deal.table.turn
    if game.clock_seat != runs:
        yield f"the clock of seat {game.clock_seat} runs, not that of {runs}"
    if game.clock_seat is not None and game.clock_since is not None and game.clock_since > now:
        yield f"a clock runs from {game.clock_since} on, which is still to come"
    if (game.clocks is None) != (game.clock["mode"] == "none"):
        yield "the clocks are not those of the policy"


def _breaches_at_rest(state: GameState) -> Iterator[str]:
    game = state.game
    if (game.to_move, game.to_call) != to_act(state):
        yield "those for whom the game waits are not those who are to act"
    if game.due_at != next_due(game):
        yield f"due at {game.due_at}, but what is next is due at {next_due(game)}"
    if game.is_over and (game.due_at or game.bot_due_at or game.offer_id):
        yield "the game is over, and something waits"
    if game.status == Status.PAUSED and all(seat.is_bot for seat in state.seats):
        yield "the game is paused, and nobody is left to resume it"
    yield from _invite_breaches(state)
    open_offers = list(game.offers.filter(status="open"))
    found = [(offer.id, offer.expires_at) for offer in open_offers]
    named = [(game.offer_id, game.offer_expires_at)] if game.offer_id else []
    if found != named:
        yield f"open offers are {found}, the row names {named}"
    for offer in open_offers:
        waits_for = [seat for seat, answer in offer.answers.items() if answer is None]
        if any(state.seats[int(seat)].is_bot for seat in (offer.seat, *waits_for)):
            yield "an open offer is that of a bot, or waits for one"


def _invite_breaches(state: GameState) -> Iterator[str]:
    """A seat is reserved as long as there is an open invitation to it."""
    invited = dict(state.game.invites.filter(closed_at=None).values_list("seat", "expires_at"))
    reserved = {seat.seat: seat.reserved_until for seat in state.seats if seat.reserved_until}
    if invited != reserved:
        yield f"seats are reserved until {reserved}, and invitations are open until {invited}"
    if state.game.invite_expires_at != min(reserved.values(), default=None):
        yield f"invitations run out at {state.game.invite_expires_at}, seats are reserved until {reserved}"


def _late(state: GameState, now: datetime) -> Iterator[str]:
    waited_for = ("window_closes_at", "clock_ends_at", "offer_expires_at", "invite_expires_at")
    for name in ("due_at", "bot_due_at", "untold_at", *waited_for):
        at = getattr(state.game, name)
        if at is not None and at + LATE < now:
            yield f"{name} was {now - at} ago"
