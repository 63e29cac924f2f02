"""Many write one sheet at once: every entry is there, every version was made once, and seats have one player."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from players.ids import uuid7
from scoring.sheets.access import Caller
from scoring.sheets.models import Member, Sheet, SheetChange
from scoring.sheets.rows import entries_of, standing_now
from scoring.sheets.services.deals import undo
from scoring.sheets.services.sharing import claim_seat, create_link
from scoring.sheets.services.sheets import delete_sheet, update_sheet
from tests.at_once import RACES, ROUNDS, AtOnce
from tests.scoring.sheets.sheets import NOW, guest, made, net, put, remove

pytestmark = RACES


def check(sheet: Sheet) -> None:
    """The history is whole, and what is cached is what is there."""
    sheet.refresh_from_db()
    numbers = SheetChange.objects.filter(sheet=sheet).order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, sheet.version + 1))
    assert sheet.standing == standing_now(sheet, entries_of(sheet)).cache


def test_entries_and_the_same_entry_twice(at_once: AtOnce) -> None:
    ada = guest()
    for _ in range(ROUNDS):
        sheet, same = made(ada), uuid7()
        answers = at_once(
            *[lambda number=number: put(sheet, ada, net(number, 1, 0)) and "put" for number in range(1, 6)],
            *[lambda: put(sheet, ada, net(6, 1, 0), same) and "put"] * 3,
        )
        assert answers == ["put"] * 8
        check(sheet)
        assert sheet.standing["totals"] == [6, 0]
        assert sheet.version == 7


def test_an_entry_changed_removed_and_taken_back(at_once: AtOnce) -> None:
    ada = guest()
    for _ in range(ROUNDS):
        sheet, one = made(ada), uuid7()
        put(sheet, ada, net(1, 1, 0), one)
        answers = at_once(
            *[lambda: undo(sheet_id=sheet.pk, caller=Caller(ada), number=2, now=NOW) and "undone"] * 3,
            lambda: put(sheet, ada, net(1, 2, 0), one) and "put",
            lambda: remove(sheet, ada, one) and "removed",
        )
        assert set(answers[:3]) <= {"undone", "entry_changed"}
        assert answers[3] in ("put", "erased")
        assert answers[4] == "removed"
        check(sheet)
        assert SheetChange.objects.filter(sheet=sheet, undoes=2).count() <= 1


def test_a_seat_claimed_by_many(at_once: AtOnce) -> None:
    ada, guests = guest(), [guest("Ben") for _ in range(6)]
    for _ in range(ROUNDS):
        sheet = made(ada)
        _, secret = create_link(sheet_id=sheet.pk, caller=Caller(ada), kind="write", now=NOW)
        answers = at_once(
            *[
                lambda who=who: claim_seat(sheet_id=sheet.pk, caller=Caller(who, secret), seat=1, now=NOW) and "claimed"
                for who in guests
            ]
        )
        assert sorted(answers) == ["claimed", *["seat_taken"] * 5]
        assert Member.objects.filter(sheet=sheet, seat=1).count() == 1
        check(sheet)


def test_deleted_while_others_write(at_once: AtOnce) -> None:
    ada = guest()
    for _ in range(ROUNDS):
        sheet = made(ada)
        change = {"sheet_id": sheet.pk, "caller": Caller(ada), "version": 1}
        answers = at_once(
            *[lambda: put(sheet, ada, net(1, 1, 0)) and "put"] * 3,
            lambda: update_sheet(**change, changes={"name": "Monday"}, now=NOW) and "updated",
            lambda: delete_sheet(**change) or "deleted",
        )
        assert set(answers[:3]) <= {"put", "not_found"}
        assert answers[3] in ("updated", "not_found", "version_conflict")
        assert (answers[4] == "deleted") == (answers[:3] == ["not_found"] * 3 and answers[3] == "not_found")
        if answers[4] != "deleted":
            check(sheet)
