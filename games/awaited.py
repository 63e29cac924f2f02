"""For which people a game waits: noted in its row, so that the games that wait for a player are found by them."""

from collections.abc import Iterable

from games.models import Status
from games.sight import is_waiting
from games.store import GameState


def note_awaited(state: GameState) -> None:
    """Set `to_move`, `to_call` and `to_answer` of a game that is about to be written."""
    game = state.game
    game.to_move, game.to_call = to_act(state)
    for offer in state.offers:
        if offer.id == game.offer_id:
            game.to_answer = _bits(state, [int(seat) for seat, answer in offer.answers.items() if answer is None])
    if game.offer_id is None:
        game.to_answer = 0


def to_act(state: GameState) -> tuple[int, int]:
    """The people who may move, and those who may answer the call window: bit n is set for seat n."""
    deal = state.deal
    if deal is None or state.game.status != Status.RUNNING:
        return 0, 0
    return 0 if is_waiting(deal) else _bits(state, [deal.table.turn]), _bits(state, deal.callers)


def _bits(state: GameState, seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats if not state.seats[seat].is_bot)
