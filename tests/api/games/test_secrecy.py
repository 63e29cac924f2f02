"""No body, header or error holds a card that its reader may not know, whoever asks for whatever at any moment.

What a role may know of a running deal: cards on the table, in the pile, taken from the pile or dealt face up, and a
seat its own hand. Every other card of the pack is hidden, and so is every seed of a deal that is not over.
"""

import re
from typing import Any

import pytest
from django.http import HttpResponse

import engine
from bots.registry import LEVELS
from engine.cards import CODES
from games.bot_chance import bot_random, next_bot
from games.models import Deal
from games.services.bots import play_bot_turn
from games.services.create import SeatWish
from games.services.resign import resign
from games.sight import observation
from games.turns import seats_to_act
from tests.api.client import ApiClient
from tests.api.games.tables import client_of
from tests.api.routes import routes
from tests.service.games.table import NOW, People, guest, made, people, set_position, ticking

pytestmark = pytest.mark.django_db
# What a wild card stands for is no card.
CARD = re.compile(r"(?<![\w=-])(?:[A2-9TJQK][CDHS]2?|X[1-8])(?![\w-])")
NOBODY = "01990000-0000-7000-8000-000000000000"
PATHS = sorted(
    {
        route.path.removeprefix(f"/api/v1/games/{NOBODY}")
        for route in routes()
        if NOBODY in route.path and "/games/" in route.path and "GET" in route.operations
    }
)
MORE = [
    "/view?include=legal_moves",
    "/moves?limit=100",
    "/events?limit=100",
    "/deals/2",
    "/deals/2/fairness",
]


def hidden_from(state: Any, seat: int | None) -> set[str]:
    """The cards of the running deal that a viewer may not know where they are."""
    deal = state.playing
    mask = sum(deal.hands)
    for card in deal.stock:
        mask |= 1 << card
    for known in deal.table.known:
        mask &= ~known
    if seat is not None:
        mask &= ~deal.hands[seat]
    return set(engine.codes(mask))


def texts_of(answer: HttpResponse) -> str:
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items() if name != "RateLimit-Policy")
    return headers + "\n" + answer.content.decode()


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "pagat"},
        {"preset": "pagat", "call_priority": "clockwise", "wild_swap": "reuse"},
        {"preset": "new_meld_only"},
        {"preset": "rummy_5000"},
        {"preset": "unplayable_discard", "playable_last_discard": "callable"},
    ],
    ids=lambda rules: "-".join(map(str, rules.values())),
)
def test_no_reader_gets_a_hidden_card(rules: dict[str, Any]) -> None:
    game = people(3, rules=rules, takeover_level="club")
    clients: list[tuple[int | None, ApiClient]] = [
        (0, client_of(game.players[0])),
        (1, client_of(game.players[1])),
        (None, client_of(guest("Stranger"))),
    ]
    for _ in range(8):
        look_everywhere(game, clients)
        play_as_a_bot(game)
        if game.state.game.deal_number > 1:
            break


def look_everywhere(game: People, clients: list[tuple[int | None, ApiClient]]) -> None:
    state = game.state
    seeds = {bytes(deal.seed).hex() for deal in Deal.objects.filter(game=state.game, finished_at=None)}
    for seat, client in clients:
        hidden = hidden_from(state, seat)
        for path in [*PATHS, *MORE]:
            answer = client.get(f"games/{state.game.id}{path}")
            text = texts_of(answer)
            found = {code for code in CARD.findall(text) if code in CODES}
            assert not found & hidden, (seat, path, found & hidden)
            assert not any(seed in text for seed in seeds), (seat, path)
        for body in ({"move": {"type": "draw"}}, {"move": {"type": "take", "card": "7H"}, "version": 1}):
            text = texts_of(client.post(f"games/{state.game.id}/moves/check", body))
            assert not {code for code in CARD.findall(text) if code in CODES} & (hidden - {"7H"})


def play_as_a_bot(game: People) -> None:
    """The turn of whoever is to move, played as a bot would play it."""
    state = game.state
    (actor, *_) = seats_to_act(state)
    while seats_to_act(state) and seats_to_act(state)[0].seat == actor.seat:
        move = LEVELS["club"].choose(observation(state.playing, actor.seat), bot_random(state))
        game.play(actor.seat, engine.move_text(move))
        state = game.state


def test_a_refusal_depends_on_what_the_seat_sees() -> None:
    """Exchanging what is hidden changes no byte of a refusal."""
    answers = []
    for others in (["KD", "4S"], ["5H", "9S"]):
        game = people(2, rules={"preset": "classic", "call": "off"})
        stock = [card for card in ("KD", "4S", "5H", "9S", "JC") if card not in others]
        set_position(game.game_id, {"turn": 0, "hands": [["2C", "4D"], others], "stock": stock, "pile": ["9C"]})
        client = client_of(game.players[0])
        texts = []
        for card in ("KD", "4S", "5H", "9S", "2C"):
            body = {"version": game.state.game.version, "move": {"type": "discard", "card": card}}
            problem = client.post(f"games/{game.game_id}/moves", body).json()
            texts.append({name: problem[name] for name in ("code", "detail", "errors", "rule")})
        answers.append(texts)
    assert answers[0] == answers[1]


def test_who_has_resigned_sees_no_hand() -> None:
    game = people(2)
    resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
    look_everywhere(game, [(None, client_of(game.players[0]))])


def test_bots_take_part_too() -> None:
    state = made(SeatWish(), SeatWish("club"), SeatWish("novice"), start=True)
    game = People(state.game.id, [state.game.owner])
    clock = ticking().__next__
    while next_bot(game.state):
        play_bot_turn(game_id=state.game.id, version=game.state.game.version, clock=clock)
    look_everywhere(game, [(0, client_of(state.game.owner)), (None, ApiClient())])
