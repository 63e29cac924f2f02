"""The same move from a crowd: every round is as many requests through the whole of Django, with a connection each."""

from tests.at_once import CROWD, RACES_OF_A_CROWD, ROUNDS, AtOnce, Request, posting
from tests.service.games.log import check_log, new_entries
from tests.service.games.table import People, set_position

pytestmark = RACES_OF_A_CROWD
TO_DRAW = {"turn": 0, "hands": [["2C", "4D"], ["KD"]], "stock": ["5H", "6H"], "pile": ["9C"]}
DRAWN = [("move", 0, "person", "draw")]


def drawing(game: People, version: int, token: str, key: str) -> Request:
    body = {"version": version, "move": {"type": "draw"}}
    return posting(f"games/{game.game_id}/moves", body, token=token, key=key)


def test_under_one_key(seated: tuple[People, str], crowd_at_once: AtOnce) -> None:
    game, token = seated
    for number in range(ROUNDS):
        version = set_position(game.game_id, TO_DRAW).version
        answers = crowd_at_once(*[drawing(game, version, token, f"{number}") for _ in range(CROWD)])
        assert {answer.status for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
        assert [answer.is_repeated for answer in answers].count(False) == 1
        assert new_entries(game.game_id, version) == DRAWN
    check_log(game.game_id)


def test_under_many_keys(seated: tuple[People, str], crowd_at_once: AtOnce) -> None:
    game, token = seated
    for number in range(ROUNDS):
        version = set_position(game.game_id, TO_DRAW).version
        answers = crowd_at_once(*[drawing(game, version, token, f"{number}-{caller}") for caller in range(CROWD)])
        assert sorted(answer.code for answer in answers) == ["201"] + ["version_conflict"] * (CROWD - 1)
        late = [answer.told for answer in answers if answer.status == 412]
        assert all(told["current_version"] == version + 1 for told in late)
        assert all(
            told["your_last_move"] == {"version": version + 1, "move": {"type": "draw"}, "text": "draw"}
            for told in late
        )
        assert new_entries(game.game_id, version) == DRAWN
    check_log(game.game_id)
