"""Taking back, bringing back, and the history of it."""

from typing import Any

import pytest

from players.errors import DomainError
from players.ids import uuid7
from players.models import Player
from scoring.sheets.access import Caller
from scoring.sheets.models import Sheet, SheetChange
from scoring.sheets.rows import entries_of
from scoring.sheets.services.deals import undo
from tests.scoring.sheets.sheets import NOW, guest, made, net, put, remove

pytestmark = pytest.mark.django_db
ONE, OTHER = uuid7(), uuid7()


@pytest.fixture
def ada() -> Player:
    return guest()


@pytest.fixture
def sheet(ada: Player) -> Sheet:
    """Two entries, of which one was changed; changes 2 to 4."""
    sheet = made(ada)
    put(sheet, ada, net(1, 10, 20), ONE)
    put(sheet, ada, net(2, 30, 0), OTHER)
    put(sheet, ada, net(1, 15, 20), ONE)
    return sheet


def undone(sheet: Sheet, ada: Player, number: int | None = None) -> Any:
    return undo(sheet_id=sheet.pk, caller=Caller(ada), number=number, now=NOW).sheet.standing["totals"]


def test_change_after_change_is_taken_back(sheet: Sheet, ada: Player) -> None:
    assert undone(sheet, ada) == [40, 20]
    assert undone(sheet, ada) == [10, 20]
    assert undone(sheet, ada) == [0, 0]
    assert entries_of(sheet) == []
    with pytest.raises(DomainError) as refusal:
        undone(sheet, ada)
    assert refusal.value.code == "nothing_to_undo"


def test_a_named_change_is_taken_back_once(sheet: Sheet, ada: Player) -> None:
    assert undone(sheet, ada, 4) == [40, 20]
    assert undone(sheet, ada, 4) == [40, 20]
    assert undone(sheet, ada, 3) == [10, 20]
    assert undone(sheet, ada, 2) == [0, 0]
    assert SheetChange.objects.filter(sheet=sheet, kind="undone").count() == 3


def test_an_undo_is_taken_back_as_any_change(sheet: Sheet, ada: Player) -> None:
    assert undone(sheet, ada) == [40, 20]  # change 5
    assert undone(sheet, ada, 5) == [45, 20]
    assert undone(sheet, ada) == [40, 20]  # change 4 again


def test_what_was_changed_since_is_not_taken_back(sheet: Sheet, ada: Player) -> None:
    with pytest.raises(DomainError) as refusal:
        undone(sheet, ada, 2)
    assert refusal.value.code == "entry_changed"


def test_what_was_removed_comes_back(sheet: Sheet, ada: Player) -> None:
    remove(sheet, ada, OTHER)
    assert undone(sheet, ada) == [45, 20]
    assert [row.client_id for row in entries_of(sheet)] == [ONE, OTHER]


@pytest.mark.parametrize("number", [1, 99])
def test_what_is_no_change_of_an_entry_is_not_taken_back(sheet: Sheet, ada: Player, number: int) -> None:
    with pytest.raises(DomainError) as refusal:
        undone(sheet, ada, number)
    assert refusal.value.code == "nothing_to_undo"


def test_the_history_tells_everything(sheet: Sheet, ada: Player) -> None:
    undone(sheet, ada)
    told = list(
        SheetChange.objects.filter(sheet=sheet)
        .order_by("number")
        .values_list("kind", "client_id", "undoes", "is_undone")
    )
    assert told == [
        ("created", None, None, False),
        ("deal_put", ONE, None, False),
        ("deal_put", OTHER, None, False),
        ("deal_put", ONE, None, True),
        ("undone", ONE, 4, False),
    ]
    last = SheetChange.objects.get(sheet=sheet, number=5)
    assert (last.before, last.after) == (net(1, 15, 20), net(1, 10, 20))
