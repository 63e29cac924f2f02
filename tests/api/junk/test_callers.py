"""Everybody sends each operation's good request to a game in every state: it is carried out, or refused and no more."""

import pytest

from tests.api.client import operations
from tests.api.junk.crawl import Crawl
from tests.api.junk.good import good
from tests.api.junk.sizes import SIZED, SOAK

pytestmark = [pytest.mark.django_db, *SIZED]
OPERATIONS = sorted(operations())
# They get past all that is looked at before the game; of the others every state would get the same answer.
HEARD = ("ada", "ben", "guest", "app for its player", "staff", "nobody")
# Whoever shows one of these is nobody, wherever it matters who asks.
NOBODY = {
    "expired": "token_expired",
    "revoked": "token_revoked",
    "shut out": "token_revoked",
    "ticket": "not_authenticated",
    "the app secret": "not_authenticated",
    "the ada's refresh token": "not_authenticated",
    "forged": "not_authenticated",
    "no bearer": "not_authenticated",
}


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_a_good_request_is_carried_out(crawl: Crawl, operation_id: str) -> None:
    answer = crawl.operation(operation_id)
    assert not answer.is_refusal, answer.problem


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_whoever_sends_it(crawl: Crawl, operation_id: str) -> None:
    is_open_to_all = {} in operations()[operation_id][2]["security"]
    answers = {caller: crawl.operation(operation_id, caller=caller) for caller in crawl.world.callers}
    assert not answers[good(operation_id).caller].is_refusal
    if operations()[operation_id][2]["security"] == [{}]:  # nobody is asked who they are
        assert not any(answer.is_refusal for answer in answers.values())
        return
    assert {caller: answers[caller].code for caller in NOBODY} == NOBODY
    if not is_open_to_all:
        assert answers["nobody"].status == 401
        assert answers["a session of nobody"].status == 401
    if operations()[operation_id][0] != "GET":
        for caller in ("staff without CSRF token", "staff with a wrong CSRF token"):
            assert answers[caller].code == "csrf_failed"


@pytest.mark.parametrize("operation_id", [name for name in OPERATIONS if "{game}" in operations()[name][1]])
def test_whatever_state_the_game_is_in(crawl: Crawl, operation_id: str) -> None:
    callers = crawl.world.callers if SOAK else HEARD
    answers = {
        (game, caller): crawl.operation(operation_id, game=game, caller=caller)
        for game in crawl.world.games
        for caller in callers
    }
    assert {answers["private", caller].code for caller in ("ben", "staff")} == {"not_found"}
    assert answers["private", "nobody"].status in (401, 404)
