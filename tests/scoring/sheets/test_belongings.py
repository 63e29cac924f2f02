"""What a player takes along in an export, and what is left of them in score sheets when they are erased."""

import json
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from players.ids import uuid7
from players.models import Player
from players.names import DELETED_NAME
from scoring.sheets.access import Caller
from scoring.sheets.belongings import leave, told
from scoring.sheets.models import Member, Sheet, SheetChange
from scoring.sheets.services.sharing import claim_seat, create_link
from tests.scoring.sheets.sheets import NOW, guest, made, net, put

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return guest()


@pytest.fixture
def ben() -> Player:
    return guest("Ben")


def joined(sheet: Sheet, owner: Player, who: Player, seat: int) -> None:
    _, secret = create_link(sheet_id=sheet.pk, caller=Caller(owner), kind="write", now=NOW)
    claim_seat(sheet_id=sheet.pk, caller=Caller(who, secret), seat=seat, now=NOW)


def text_of(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder)


def test_the_copy_has_own_sheets_whole_and_of_others_the_own_seat(ada: Player, ben: Player) -> None:
    own, others = made(ada, own_seat=0), made(ben, names=("Ben", "Lady A"))
    joined(others, ben, ada, 1)
    put(own, ada, net(1, 10, 20))
    put(others, ben, net(1, 444, 55))
    copy = told(ada.pk)
    assert [(one["id"], one["totals"]) for one in copy["owned"]] == [(str(own.pk), [10, 20])]
    seats = {(one["sheet"], one["seat"], one.get("name")) for one in copy["seats"]}
    assert seats == {(own.pk, 0, "Ada"), (others.pk, 1, "Lady A")}
    assert [one["kind"] for one in copy["changes"]] == ["created", "deal_put", "seat_changed"]
    assert "444" not in text_of(copy)
    assert "rum_shl_" not in text_of(copy)


def test_sheets_of_nobody_else_go_with_their_player(ada: Player) -> None:
    made(ada, own_seat=0)
    leave(ada.pk, NOW)
    assert not Sheet.objects.exists()


def test_sheets_of_others_stay_without_the_name(ada: Player, ben: Player) -> None:
    sheet = made(ben, names=("Ben", "Lady A"), own_seat=0)
    joined(sheet, ben, ada, 1)
    put(sheet, ada, net(1, 10, 20), uuid7())
    leave(ada.pk, NOW)
    leave(ada.pk, NOW)
    sheet.refresh_from_db()
    assert (sheet.names, sheet.owner, sheet.standing["totals"]) == (["Ben", DELETED_NAME], ben, [10, 20])
    assert "Lady A" not in text_of(told(ben.pk))
    assert not SheetChange.objects.filter(by=ada).exists()
    numbers = SheetChange.objects.filter(sheet=sheet).order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, sheet.version + 1))


def test_an_own_sheet_goes_to_who_plays_along(ada: Player, ben: Player) -> None:
    sheet = made(ada, names=("Lady A", "Ben"), own_seat=0)
    joined(sheet, ada, ben, 1)
    leave(ada.pk, NOW)
    sheet.refresh_from_db()
    assert (sheet.owner, sheet.names) == (ben, [DELETED_NAME, "Ben"])
    assert [(one.player, one.seat) for one in Member.objects.filter(sheet=sheet)] == [(ben, 1)]
