"""A whole game with a generated client: a guest against two computer players, to 150 points.

python play.py ADDRESS
"""

import sys
from uuid import uuid4

from problems import Refused, answered
from rummy_client import AuthenticatedClient, Client
from rummy_client.api.accounts import create_guest
from rummy_client.api.games import create_game, get_game_view, list_game_events, submit_move
from rummy_client.models import GameRequest, GameView, GuestRequest, Move, MoveRequest, RulesRequest, SeatRequest
from rummy_client.types import UNSET

LONG_POLL = 25  # seconds; the client waits for 40
MOVED_ON = ("version_conflict", "call_closed")  # somebody else was faster: look again
TASTE = ("call", "meld", "lay_off", "draw", "take", "discard", "pass", "decline", "swap")


def play(address: str) -> None:
    """From the first request to the winner."""
    guest = answered(create_guest.sync_detailed(client=Client(address), body=GuestRequest(name="Ada")))
    client = AuthenticatedClient(address, token=guest.token, timeout=40)
    rules = RulesRequest.from_dict({"preset": "pagat", "target": 150})
    seats = [SeatRequest(), SeatRequest(bot_level="casual"), SeatRequest(bot_level="novice")]
    wanted = GameRequest(rules=rules, seats=seats, start=True)
    game = answered(create_game.sync_detailed(client=client, body=wanted)).id
    after = UNSET
    while True:
        move_while_possible(client, game)
        page = answered(list_game_events.sync_detailed(game, client=client, wait=LONG_POLL, after=after))
        for event in page.results:
            if event.result:
                print("winners", *event.result.winners)
                return
        after = page.next_cursor


def move_while_possible(client: AuthenticatedClient, game: str) -> None:
    """Make the moves that are ours to make: those of our turn, or the answer to a call window."""
    while True:
        view = answered(get_game_view.sync_detailed(game, client=client, include="legal_moves"))
        moves = [item.move for item in view.legal_moves.moves]
        if not moves:
            return
        try:
            submit(client, game, view, min(moves, key=taste))
        except Refused as refused:
            if refused.problem is None or refused.problem.code not in MOVED_ON:
                raise
            print("problem", refused.status, refused.problem.code)


def submit(client: AuthenticatedClient, game: str, view: GameView, move: Move) -> None:
    """Calls and passes name the call window that they answer, all other moves the version that was seen."""
    is_answer = move.type_ in ("call", "pass")
    occasion = {"window": view.window.id} if is_answer else {"version": view.version}
    body = MoveRequest(move=move, **occasion)
    played = answered(submit_move.sync_detailed(game, client=client, body=body, idempotency_key=str(uuid4())))
    print("move", played.text)


def taste(move: Move) -> tuple[int, int]:
    """Table what can be tabled; what is not known yet comes last."""
    known = move.type_ in TASTE
    return (TASTE.index(move.type_) if known else len(TASTE), -len(move.cards or []))


if __name__ == "__main__":
    play(sys.argv[1])
