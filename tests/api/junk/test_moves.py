"""Moves of every type: what is wrong inside one is `bad_notation`, 422; what is wrong around it is 400."""

from typing import Any

import pytest

from engine import MOVE_TYPES, Code
from tests.api.junk.crawl import Answer, Crawl
from tests.api.junk.damage import JUNK, SAMPLE, Damaged, damaged, pointer
from tests.api.junk.good import MOVES, occasion
from tests.api.junk.sizes import SIZED, SOAK, is_tried

pytestmark = [pytest.mark.django_db, *SIZED]
REFUSALS = {str(code) for code in Code}
UNREADABLE = {"bad_json", "too_large"}


def test_there_is_a_move_of_every_type() -> None:
    assert set(MOVES) == set(MOVE_TYPES)


@pytest.mark.parametrize("kind", MOVES)
def test_a_good_move_is_carried_out(crawl: Crawl, kind: str) -> None:
    game, move = MOVES[kind]
    body = {**occasion(crawl.world, kind), "move": move}
    answers = [crawl.operation(name, game=game, body=body) for name in ("checkMove", "submitMove")]
    assert [answer.status for answer in answers] == [200, 201], answers[0].problem


@pytest.mark.parametrize("operation_id", ["submitMove", "checkMove", "submitTurn"])
@pytest.mark.parametrize("kind", MOVES)
def test_what_is_wrong_inside_a_move(crawl: Crawl, kind: str, operation_id: str) -> None:
    game, move = MOVES[kind]
    inside = "/moves/0" if operation_id == "submitTurn" else "/move"
    for damage in damaged(move, JUNK if SOAK else SAMPLE):
        if not is_tried(damage, 1 if operation_id == "submitMove" else 4):
            continue
        content: Any = {"moves": [damage.body]} if operation_id == "submitTurn" else {"move": damage.body}
        when = {"version": crawl.world.version(game)} if damage.place == ("type",) else occasion(crawl.world, kind)
        body = {**when, **content}
        answer = crawl.operation(operation_id, game=game, body=body)
        check_inside(answer, damage, inside)


def check_inside(answer: Answer, damage: Damaged, inside: str) -> None:
    if answer.code in UNREADABLE or not answer.is_refusal:
        return
    if answer.code == "bad_request":  # no move, one that is sent by itself, or one with the wrong occasion
        assert answer.pointers in ([inside], ["/window"], ["/version"]), (str(damage), answer.problem)
        return
    if answer.code == "version_required":  # another type of move, which needs the other
        return
    assert answer.status == 422, (str(damage), answer.problem)
    assert answer.code in REFUSALS, (str(damage), answer.code)
    if answer.code == "bad_notation":
        place = (inside + pointer(damage.place))[:500]
        assert all(place.startswith(named) or named.startswith(place) for named in answer.pointers), (
            str(damage),
            answer.pointers,
        )


@pytest.mark.parametrize("kind", MOVES)
def test_what_is_wrong_around_a_move(crawl: Crawl, kind: str) -> None:
    game, move = MOVES[kind]
    good = {**occasion(crawl.world, kind), "move": move}
    for damage in damaged(good, SAMPLE):
        if damage.place[:1] == ("move",):
            continue
        answer = crawl.operation("submitMove", game=game, body=damage.body)
        conflicts = {"version_required", "version_conflict", "call_closed"}
        assert answer.status == 400 or answer.code in conflicts | UNREADABLE, (str(damage), answer.problem)
