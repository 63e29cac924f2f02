"""The same request of a client many times at once (PostgreSQL, real threads)."""

from collections.abc import Callable
from typing import Any

from players.models import Token
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.players.test_races import MANY

from .conftest import Rival

pytestmark = RACES


def test_a_code_at_once_is_one_token_which_ends(
    rival: Rival, agreed: Callable[..., dict[str, str]], at_once: AtOnce
) -> None:
    for _ in range(SOME_ROUNDS):
        code = agreed()["code"]
        answers: list[Any] = at_once(*[lambda: rival.token(code)] * MANY)  # noqa: B023
        assert sorted(answer.status_code for answer in answers) == [200] + [400] * (MANY - 1)
        assert {answer.json()["error"] for answer in answers if answer.status_code == 400} == {"invalid_grant"}
        assert not Token.objects.filter(kind="oauth", revoked_at=None).exists()


def test_a_renewal_at_once_has_one_answer(rival: Rival, tokens: dict[str, Any], at_once: AtOnce) -> None:
    old = tokens["refresh_token"]
    for _ in range(SOME_ROUNDS):
        answers: list[Any] = at_once(*[lambda: rival.refresh(old)] * MANY)  # noqa: B023
        assert {answer.status_code for answer in answers} == {200}
        assert len({(answer.json()["access_token"], answer.json()["refresh_token"]) for answer in answers}) == 1
        assert Token.objects.get(kind="oauth").revoked_at is None
        old = answers[0].json()["refresh_token"]
