"""Games from before are found by those for whom they wait: the migration reads snapshots as they were stored then."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from games.models import Game, OfferKind
from games.services.offers import create_offer
from tests.service.games.table import NOW, bots, gathered, guest, people, set_position

pytestmark = pytest.mark.django_db
HANDS = [["TH", "4D"], ["6H", "2C"], ["5S", "6D"]]
TABLED = [{"id": 1, "kind": "run", "cards": ["7H", "8H", "9H"], "by": [2, 2, 2], "owner": 2}]
COLUMNS = ("to_move", "to_call", "to_answer")


def awaited() -> dict[Any, Any]:
    return {row[0]: row[1:] for row in Game.objects.values_list("pk", *COLUMNS)}


def test_it_notes_what_play_notes() -> None:
    on_turn = people(3, {"preset": "classic", "call": "off"})
    version, player_id = on_turn.state.game.version, on_turn.players[1].pk
    create_offer(game_id=on_turn.game_id, player_id=player_id, kind=OfferKind.PAUSE, version=version, now=NOW)
    for seconds in (60, 0):
        called = people(3, {"preset": "pagat", "call_window": seconds})
        position = {"turn": 1, "phase": "play", "hands": HANDS, "stock": ["KD"], "melds": TABLED}
        set_position(called.game_id, position)
        called.play(1, "discard 6H")
    bots("novice", "novice")
    gathered([guest("Ada"), guest("Ben")])
    expected = awaited()
    assert set(expected.values()) >= {(0, 0, 0), (0, 0b101, 0)}
    assert any(to_answer for _, _, to_answer in expected.values())
    Game.objects.update(to_move=9, to_call=9, to_answer=9)
    untouched = set(Game.objects.filter(status="open").values_list("pk", flat=True))
    import_module("games.migrations.0010_awaited").note_awaited(apps, None)
    found = awaited()
    assert {pk: found[pk] for pk in found.keys() - untouched} == {pk: expected[pk] for pk in found.keys() - untouched}


@pytest.mark.parametrize("name", ["0005_outcomes", "0010_awaited"])
def test_it_needs_no_code_that_may_change(name: str) -> None:
    source = import_module(f"games.migrations.{name}").__file__
    assert source is not None
    with open(source) as file:
        words = [line.split()[1] for line in file if line.strip().startswith(("import ", "from "))]
    assert {word.partition(".")[0] for word in words} <= {"django", "msgspec"}
