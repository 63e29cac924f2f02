"""Requests that are twins, or nearly: turns and single moves under several keys, and one key for two things."""

from itertools import product

from games.models import Game
from players.models import IdempotencyKey
from tests.at_once import RACES, SOME_ROUNDS, AtOnce, posting
from tests.service.games.log import check_log, new_entries
from tests.service.games.table import People, set_position

pytestmark = RACES
TO_PLAY = {
    "turn": 0,
    "phase": "play",
    "hands": [["5S", "5D", "5H", "KC", "9D"], ["KD", "QD"]],
    "stock": ["6H", "7C"],
    "pile": ["9C"],
}
MELD, DISCARD = {"type": "meld", "cards": ["5S", "5D", "5H"]}, {"type": "discard", "card": "KC"}
BODIES = {"turn": {"moves": [MELD, DISCARD]}, "moves": {"move": DISCARD}}
TEXTS = {"turn": ["meld 5D 5H 5S", "discard KC"], "moves": ["discard KC"]}


def race(game: People, token: str, version: int, sent: list[tuple[str, str]], at_once: AtOnce) -> list[str]:
    """Send these (path and key) at once. All that is played is one of them, and its twins are told the same."""
    asking = [
        posting(f"games/{game.game_id}/{path}", {"version": version, **BODIES[path]}, token=token, key=key)
        for path, key in sent
    ]
    answers = at_once(*asking)
    played = [
        (path, key, answer.content) for (path, key), answer in zip(sent, answers, strict=True) if answer.status == 201
    ]
    assert len(set(played)) == 1
    assert [answer.is_repeated for answer in answers if answer.status == 201].count(False) == 1
    path, winner, _ = played[0]
    assert new_entries(game.game_id, version) == [("move", 0, "person", text) for text in TEXTS[path]]
    keys = IdempotencyKey.objects.filter(key__in={key for _, key in sent})
    assert list(keys.values_list("key", flat=True)) == [winner]
    return sorted(answer.code for answer in answers)


def test_turns_and_moves(seated: tuple[People, str], at_once: AtOnce) -> None:
    """Three twins each of two turns and of two moves."""
    game, token = seated
    for number in range(SOME_ROUNDS):
        version = set_position(game.game_id, TO_PLAY).version
        sent = [(path, f"{number}-{path}-{name}") for path, name in product(BODIES, "ab")] * 3
        assert race(game, token, version, sent, at_once) == ["201"] * 3 + ["version_conflict"] * 9
    check_log(game.game_id)


def test_one_key_for_two_things(seated: tuple[People, str], at_once: AtOnce) -> None:
    """The key is that of what was played; under it the other is refused for what it is."""
    game, token = seated
    for number in range(SOME_ROUNDS):
        version = set_position(game.game_id, TO_PLAY).version
        sent = [(path, f"{number}") for path in BODIES] * 4
        assert race(game, token, version, sent, at_once) == ["201"] * 4 + ["idempotency_key_reused"] * 4
    check_log(game.game_id)


def test_a_lost_answer_is_asked_for_while_the_next_player_moves_on(seated: tuple[People, str], at_once: AtOnce) -> None:
    """Whenever it is repeated, a draw shows the card that was drawn, and no second one is."""
    game, token = seated
    position = {"turn": 0, "hands": [["2C", "4D"], ["KD", "QD"]], "stock": ["5H", "6H", "7H"], "pile": ["9C"]}
    for number in range(SOME_ROUNDS):
        version = set_position(game.game_id, position).version
        body = {"version": version, "move": {"type": "draw"}}
        draw = [posting(f"games/{game.game_id}/moves", body, token=token, key=f"{number}") for _ in range(4)]
        first = draw.pop()()
        game.play(0, "discard 5H")
        answers = at_once(*draw, lambda version=version: game.play(1, "draw", version=version + 2).entry.text)
        assert {answer.content for answer in answers[:3]} == {first.content}
        assert all(answer.is_repeated for answer in answers[:3])
        assert "5H" in first.told["view"]["hand"]
        texts = ["draw", "discard 5H", "draw"]
        assert [text for *_, text in new_entries(game.game_id, version)] == texts
    check_log(game.game_id)


def test_a_game_is_made_once(seated: tuple[People, str], at_once: AtOnce) -> None:
    _, token = seated
    for number in range(SOME_ROUNDS):
        body = {"rules": {"preset": "classic"}, "seats": [{}, {"bot_level": "club"}]}
        answers = at_once(*[posting("games", body, token=token, key=f"new-{number}") for _ in range(8)])
        assert {answer.status for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
        assert Game.objects.count() == number + 2
