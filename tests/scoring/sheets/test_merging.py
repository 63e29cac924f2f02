"""Two devices write one sheet offline and send what they have in any order, some of it twice: nothing is lost."""

from collections.abc import Callable
from contextlib import suppress
from itertools import permutations
from random import Random
from typing import Any
from uuid import UUID

import pytest

from players.errors import DomainError
from players.ids import uuid7
from scoring.sheets.models import Sheet, SheetChange, SheetDeal
from scoring.sheets.rows import entries_of, standing_now
from tests.scoring.sheets.sheets import guest, made, net, put, remove

pytestmark = pytest.mark.django_db


def standing(sheet: Sheet) -> Any:
    return standing_now(sheet, entries_of(sheet))


def facts(sheet: Sheet) -> Any:
    """What two merges in different orders have in common."""
    there = {(row.client_id, str(row.content), str(row.result)) for row in entries_of(sheet)}
    return there, standing(sheet).cache, standing(sheet).states


def test_any_order_comes_to_the_same() -> None:
    ada = guest()
    ids = [uuid7() for _ in range(5)]
    sent = [
        (ids[0], net(1, 120, 30)),
        (ids[1], net(2, 200, -5, out=0)),  # one device
        (ids[2], net(2, 210, -5, out=0)),  # the other
        (ids[3], net(3, 190, 40)),
        (ids[4], net(4, 20, 60)),
    ]
    seen = []
    for order in list(permutations(sent))[::7]:
        sheet = made(ada)
        for client_id, content in order:
            put(sheet, ada, content, client_id)
        sheet.refresh_from_db()
        assert sheet.standing == standing(sheet).cache
        seen.append(facts(sheet))
    assert all(one == seen[0] for one in seen)
    assert seen[0][1]["conflicts"] == [2]
    assert seen[0][1]["winners"] == []
    assert seen[0][1]["totals"] == [330, 130]


def test_a_conflict_is_shown_until_one_is_removed() -> None:
    ada = guest()
    sheet = made(ada)
    first, second = uuid7(), uuid7()
    put(sheet, ada, net(1, 10, 20), first)
    put(sheet, ada, net(1, 10, 25), second)
    assert set(standing(sheet).states.values()) == {"conflict"}
    assert standing(sheet).totals == [0, 0]
    remove(sheet, ada, first)
    assert standing(sheet).states == {second: "counted"}
    assert (standing(sheet).conflicts, standing(sheet).totals) == ([], [10, 25])


def test_a_conflict_before_the_end_leaves_the_winner_open() -> None:
    ada = guest()
    sheet = made(ada)
    one = uuid7()
    put(sheet, ada, net(2, 600, 0))
    put(sheet, ada, net(1, 10, 0), one)
    put(sheet, ada, net(1, 510, 0))
    assert standing(sheet).winners == []
    remove(sheet, ada, one)
    assert (standing(sheet).winners, standing(sheet).ended_with) == ([0], 1)
    assert standing(sheet).totals == [510, 0]


class Device:
    """Writes offline; each of its writings is sent later, perhaps more than once."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.own: dict[UUID, dict[str, Any]] = {}
        self.removed: set[UUID] = set()
        self.queue: list[tuple[str, UUID, Any]] = []

    def write(self) -> None:
        what = self.chance.choice(("new", "new", "edit", "remove"))
        standing = [one for one in self.own if one not in self.removed]
        client_id = uuid7() if what == "new" or not standing else self.chance.choice(standing)
        if what == "remove" and standing:
            self.removed.add(client_id)
            self.queue.append(("remove", client_id, None))
            return
        points = [self.chance.randint(-50, 150) for _ in range(2)]
        self.own[client_id] = net(self.chance.randint(1, 6), *points)
        self.queue.append(("put", client_id, self.own[client_id]))


@pytest.mark.parametrize("seed", range(8))
def test_random_writing_of_two_devices(seed: int) -> None:
    chance = Random(seed)
    ada, ben = guest(), guest("Ben")
    sheet = made(ada)
    sheet.members.create(player=ben, seat=1)
    devices = {ada: Device(chance), ben: Device(chance)}
    acts: dict[str, Callable[..., Any]] = {
        "put": lambda who, client_id, content: put(sheet, who, content, client_id),
        "remove": lambda who, client_id, _: remove(sheet, who, client_id),
    }
    for device in devices.values():
        for _ in range(12):
            device.write()
    while any(device.queue for device in devices.values()):
        who, device = chance.choice([(who, one) for who, one in devices.items() if one.queue])
        kind, client_id, content = device.queue.pop(0)
        acts[kind](who, client_id, content)
        if chance.random() < 0.3:  # the answer was lost
            acts[kind](who, client_id, content)
    for device in devices.values():  # much later everything is sent once more
        for client_id, content in device.own.items():
            with suppress(DomainError):
                put(sheet, ada, content, client_id)
    expected = {
        client_id: content
        for device in devices.values()
        for client_id, content in device.own.items()
        if client_id not in device.removed
    }
    assert {row.client_id: row.content for row in entries_of(sheet)} == expected
    _check_history(sheet)


def _check_history(sheet: Sheet) -> None:
    """Each line begins where the line before about the same entry ended: whatever was written can be found."""
    contents: dict[UUID, Any] = {}
    changes = list(SheetChange.objects.filter(sheet=sheet).order_by("number"))
    assert [one.number for one in changes] == list(range(1, len(changes) + 1))
    for change in changes:
        if change.client_id is not None:
            assert change.before == contents.get(change.client_id)
            contents[change.client_id] = change.after
    assert contents == {row.client_id: row.content for row in SheetDeal.objects.filter(sheet=sheet)}
    sheet.refresh_from_db()
    assert sheet.version == len(changes)


def test_what_was_removed_is_not_brought_back_by_an_old_request() -> None:
    ada, one = guest(), uuid7()
    sheet = made(ada)
    put(sheet, ada, net(1, 10, 20), one)
    remove(sheet, ada, one)
    with pytest.raises(DomainError) as refusal:
        put(sheet, ada, net(1, 10, 20), one)
    assert refusal.value.code == "erased"
    assert entries_of(sheet) == []


def test_an_edit_of_what_another_has_changed_is_refused_to_who_asks_for_it() -> None:
    ada, one = guest(), uuid7()
    sheet = made(ada)
    version = put(sheet, ada, net(1, 10, 20), one).sheet.version
    put(sheet, ada, net(1, 10, 21), one)
    with pytest.raises(DomainError) as refusal:
        put(sheet, ada, net(1, 10, 22), one, seen_version=version)
    assert refusal.value.code == "entry_changed"
    put(sheet, ada, net(1, 10, 21), one, seen_version=version)  # says the same
    put(sheet, ada, net(1, 10, 22), one, seen_version=version + 1)
    assert standing(sheet).totals == [10, 22]
