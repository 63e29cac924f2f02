"""Score sheets over HTTP: what can be done with them, and by whom."""

import csv
import json
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.ids import uuid7
from scoring.sheets.models import Sheet, SheetLink
from tests.api.client import ApiClient, code_of

pytestmark = pytest.mark.django_db
WISH = {"name": "Friday", "rules": "pagat", "names": ["Ada", "Ben", "Cleo"]}
NET = {"deal_number": 1, "seats": [{"points": 10}, {"points": 20}, {"points": -5}]}


@pytest.fixture
def sheet(guest: ApiClient) -> dict[str, Any]:
    return dict(guest.post("score-sheets", WISH).json())


@pytest.fixture
def path(sheet: dict[str, Any]) -> str:
    return f"score-sheets/{sheet['id']}"


@pytest.fixture
def other(db: None) -> ApiClient:
    return ApiClient(json.loads(ApiClient().post("guests").content)["token"])


def entered(client: ApiClient, path: str, body: Any = NET, client_id: Any = None, **options: Any) -> Any:
    return client.put(f"{path}/deals/{client_id or uuid7()}", body, **options)


def linked(owner: ApiClient, path: str, access: str) -> dict[str, str]:
    """The header of a new link."""
    return {"Sheet-Link": owner.post(f"{path}/links", {"access": access}).json()["secret"]}


class TestMaking:
    def test_a_sheet_begins_with_nothing(self, sheet: dict[str, Any]) -> None:
        assert (sheet["version"], sheet["status"], sheet["totals"]) == (1, "running", [0, 0, 0])
        assert (sheet["next_deal"], sheet["next_dealer"], sheet["leaders"], sheet["winners"]) == (1, 0, [], [])
        assert sheet["rules"]["target"] == 500
        assert sheet["role"] == "owner"

    def test_rules_names_and_who_deals_first(self, guest: ApiClient) -> None:
        rules = {"preset": "classic", "target": 200, "winner": "must_go_out", "deal_limit": 9}
        wish = WISH | {"rules": rules, "first_dealer": 2, "own_seat": 1}
        made = guest.post("score-sheets", wish).json()
        assert (made["rules"]["winner"], made["rules"]["target"], made["rules"]["deal_limit"]) == (
            "must_go_out",
            200,
            9,
        )
        assert (made["first_dealer"], made["next_dealer"], made["own_seat"]) == (2, 2, 1)
        assert made["seats"][1]["player"]["id"] == guest.get("me").json()["id"]

    def test_under_one_key_it_is_made_once(self, guest: ApiClient) -> None:
        answers = [guest.post("score-sheets", WISH, headers={"Idempotency-Key": "1"}) for _ in range(2)]
        assert answers[0].content == answers[1].content
        assert Sheet.objects.count() == 1

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"names": ["Ada"]}, "bad_request"),
            ({"names": ["Ada", "\u202e "]}, "bad_request"),
            ({"name": ""}, "bad_request"),
            ({"first_dealer": 3}, "bad_request"),
            ({"own_seat": 3}, "bad_request"),
            ({"rules": "persian"}, "impossible_rules"),
            ({"rules": {"target": None}}, "impossible_rules"),
            ({"rules": "nonsense"}, "impossible_rules"),
        ],
    )
    def test_what_cannot_be(self, guest: ApiClient, change: dict[str, Any], code: str) -> None:
        assert code_of(guest.post("score-sheets", WISH | change)) == code
        assert Sheet.objects.count() == 0

    def test_there_is_an_end_to_them(self, guest: ApiClient, sheet: dict[str, Any], monkeypatch: Any) -> None:
        monkeypatch.setattr("scoring.sheets.services.sheets.MOST_SHEETS", 1)
        assert code_of(guest.post("score-sheets", WISH)) == "limit_reached"


class TestEntering:
    def test_each_form(self, guest: ApiClient, path: str) -> None:
        body = {
            "deal_number": 1,
            "went_out": 1,
            "seats": [
                {"points": 45},
                {"tabled_cards": "AH low, KD KS KC"},
                {"tabled": 30, "left_cards": "QS 4D"},
            ],
        }
        told = entered(guest, path, body).json()
        assert told["totals"] == [45, 31, 16]
        (deal,) = told["deals"]
        assert [seat["score"] for seat in deal["seats"]] == [45, 31, 16]
        assert [seat["held"] for seat in deal["seats"]] == [None, 0, 14]
        assert (deal["dealer"], deal["state"], told["next_dealer"], told["leaders"]) == (0, "counted", 1, [0])

    def test_the_same_again_changes_nothing(self, guest: ApiClient, path: str) -> None:
        client_id = uuid7()
        answers = [entered(guest, path, client_id=client_id) for _ in range(3)]
        assert answers[0].content == answers[1].content == answers[2].content
        assert answers[0].json()["version"] == 2

    def test_an_entry_is_changed(self, guest: ApiClient, path: str) -> None:
        client_id = uuid7()
        entered(guest, path, client_id=client_id)
        told = entered(guest, path, NET | {"deal_number": 2, "went_out": 0}, client_id).json()
        assert [(one["deal_number"], one["went_out"]) for one in told["deals"]] == [(2, 0)]
        assert told["missing"] == [1]

    def test_two_entries_for_one_deal_are_in_conflict(self, guest: ApiClient, path: str) -> None:
        first = uuid7()
        entered(guest, path, client_id=first)
        told = entered(guest, path).json()
        assert [one["state"] for one in told["deals"]] == ["conflict", "conflict"]
        assert (told["conflicts"], told["totals"]) == ([1], [0, 0, 0])
        told = guest.delete(f"{path}/deals/{first}").json()
        assert (told["conflicts"], told["totals"]) == ([], [10, 20, -5])
        assert guest.delete(f"{path}/deals/{first}").json() == told
        assert code_of(entered(guest, path, client_id=first)) == "erased"

    def test_the_winner_and_what_comes_after(self, guest: ApiClient, path: str) -> None:
        for number, points in enumerate(([300, 480, 0], [300, 20, 0], [0, 600, 0]), 1):
            seats = [{"points": one} for one in points]
            told = entered(guest, path, {"deal_number": number, "seats": seats}).json()
        assert (told["status"], told["winners"], told["ended_with"], told["next_dealer"]) == ("finished", [0], 2, None)
        assert told["totals"] == [600, 500, 0]
        assert [one["state"] for one in told["deals"]] == ["counted", "counted", "after_end"]

    def test_a_tie_is_played_off(self, guest: ApiClient, path: str) -> None:
        told = entered(
            guest, path, {"deal_number": 1, "seats": [{"points": 500}, {"points": 500}, {"points": 0}]}
        ).json()
        assert (told["winners"], told["leaders"], told["next_deal"]) == ([], [0, 1], 2)

    @pytest.mark.parametrize(
        ("change", "pointer"),
        [
            ({"seats": [{"points": 1}]}, "/seats"),
            ({"seats": [{"points": 1}, {"points": 1}, {}]}, "/seats/2"),
            ({"seats": [{"points": 1}, {"points": 1}, {"tabled_cards": "ZZ"}]}, "/seats/2/tabled_cards"),
            ({"seats": [{"points": 1}, {"points": 1}, {"points": 100_001}]}, "/seats/2/points"),
            ({"went_out": 3}, "/went_out"),
            ({"wild_rank": "7"}, "/wild_rank"),
            ({"deal_number": 0}, "/deal_number"),
            ({"deal_number": 501}, "/deal_number"),
        ],
    )
    def test_what_cannot_be(self, guest: ApiClient, path: str, change: dict[str, Any], pointer: str) -> None:
        answer = entered(guest, path, NET | change)
        assert code_of(answer) == "bad_request"
        assert answer.json()["errors"][0]["pointer"] == pointer
        assert guest.get(path).json()["version"] == 1

    def test_there_is_an_end_to_them(self, guest: ApiClient, path: str, monkeypatch: Any) -> None:
        monkeypatch.setattr("scoring.sheets.services.deals.MOST_ENTRIES", 1)
        entered(guest, path)
        assert code_of(entered(guest, path)) == "limit_reached"


class TestChanging:
    def test_it_needs_the_version(self, guest: ApiClient, path: str) -> None:
        assert code_of(guest.patch(path, {"name": "Monday"})) == "version_required"
        answer = guest.patch(path, {"name": "Monday"}, headers={"If-Match": '"v0.0"'})
        assert (code_of(answer), answer.json()["current_version"]) == ("version_conflict", 1)
        assert code_of(guest.patch(path, {"name": "Monday"}, headers={"If-Match": "1"})) == "bad_request"
        tag = guest.get(path)["ETag"]
        told = guest.patch(path, {"name": "Monday", "names": ["A", "B", "C"]}, headers={"If-Match": tag}).json()
        assert (told["name"], told["names"], told["version"]) == ("Monday", ["A", "B", "C"], 2)

    def test_by_other_rules_entries_count_anew(self, guest: ApiClient, path: str) -> None:
        seats = [{"tabled_cards": "2C 3C 4C"}, {"points": 5}, {"points": 0}]
        entered(guest, path, {"deal_number": 1, "seats": seats})
        told = guest.patch(path, {"rules": "five_ten_fifteen"}, headers={"If-Match": '"v2"'}).json()
        assert told["totals"] == [15, 5, 0]

    def test_rules_with_which_an_entry_does_not_go_are_refused(self, guest: ApiClient, path: str) -> None:
        entered(guest, path, {"deal_number": 1, "seats": [{"tabled_cards": "X1"}, {"points": 5}, {"points": 0}]})
        answer = guest.patch(path, {"rules": "classic"}, headers={"If-Match": '"v2"'})
        assert (code_of(answer), answer.json()["errors"][0]["pointer"]) == ("bad_request", "/rules")
        assert guest.get(path).json()["preset"] == "pagat"

    def test_deleted_is_gone(self, guest: ApiClient, path: str) -> None:
        entered(guest, path)
        assert code_of(guest.delete(path)) == "version_required"
        assert guest.delete(path, headers={"If-Match": '"v2"'}).status_code == 204
        assert code_of(guest.get(path)) == "not_found"

    def test_what_has_not_changed_is_not_sent_again(self, guest: ApiClient, path: str) -> None:
        tag = {"If-None-Match": guest.get(path)["ETag"]}
        assert guest.get(path, headers=tag).status_code == 304
        guest.post(f"{path}/links", {"access": "read"})
        assert guest.get(path, headers=tag).status_code == 200


class TestHistory:
    def test_it_tells_who_did_what(self, guest: ApiClient, anybody: ApiClient, path: str) -> None:
        client_id = uuid7()
        entered(guest, path, client_id=client_id)
        entered(anybody, path, NET | {"deal_number": 2}, client_id, headers=linked(guest, path, "write"))
        told = guest.get(f"{path}/history").json()["results"]
        assert [(one["number"], one["kind"], one["by"] is None) for one in told] == [
            *((3, "deal_put", True), (2, "deal_put", False), (1, "created", False)),
        ]
        assert (told[0]["before"]["deal_number"], told[0]["after"]["deal_number"]) == (1, 2)
        assert told[0]["link"] == str(SheetLink.objects.get().pk)

    def test_undo_and_redo(self, guest: ApiClient, path: str) -> None:
        entered(guest, path)
        assert guest.post(f"{path}/undo", {}).json()["deals"] == []
        assert guest.post(f"{path}/undo", {"change": 3}).json()["totals"] == [10, 20, -5]
        assert guest.post(f"{path}/undo", {"change": 3}).json()["totals"] == [10, 20, -5]
        assert code_of(guest.post(f"{path}/undo", {"change": 1})) == "nothing_to_undo"
        kinds = [one["kind"] for one in guest.get(f"{path}/history?limit=2").json()["results"]]
        assert kinds == ["undone", "undone"]


class TestLists:
    def test_pages_of_the_newest_first(self, guest: ApiClient, other: ApiClient) -> None:
        made = [guest.post("score-sheets", WISH | {"name": str(number)}).json()["id"] for number in range(5)]
        other.post("score-sheets", WISH)
        found, cursor = [], ""
        while cursor is not None:
            answer = guest.get(f"score-sheets?limit=2{cursor and '&cursor=' + cursor}").json()
            found += [one["id"] for one in answer["results"]]
            cursor = answer["next_cursor"]
        assert found == made[::-1]

    def test_thousands_are_listed_as_fast_as_a_few(self, guest: ApiClient, sheet: dict[str, Any]) -> None:
        """The same statements, and none that reads entries."""
        asked = []
        for more in (0, 3000):
            row = Sheet.objects.get(pk=sheet["id"])
            rows = [Sheet(**{**_fields(row), "id": uuid7()}) for _ in range(more)]
            Sheet.objects.bulk_create(rows, batch_size=500)
            model = row.members.model
            model.objects.bulk_create([model(sheet=one, player=row.owner) for one in rows], batch_size=500)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert guest.get("score-sheets?limit=1").status_code == 200
            asked.append(len(queries))
            assert not any("sheets_sheetdeal" in query["sql"] for query in queries)
        assert asked[0] == asked[1]

    def test_the_statements_for_an_entry_are_as_many_in_a_long_sheet(self, guest: ApiClient, path: str) -> None:
        asked = []
        for number in (1, 2, 40):
            for before in range(number - 3, number):
                entered(guest, path, NET | {"deal_number": max(1, before)})
            with CaptureQueriesContext(connection) as queries:
                entered(guest, path, NET | {"deal_number": number})
            asked.append(len(queries))
        assert len(set(asked)) == 1


def _fields(row: Sheet) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in Sheet._meta.concrete_fields}


class TestCsv:
    def test_a_line_for_each_entry(self, guest: ApiClient, path: str) -> None:
        entered(guest, path, NET | {"went_out": 1})
        answer = guest.get(f"{path}/sheet.csv")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert list(csv.reader(StringIO(answer.content.decode()))) == [
            ["deal", "state", "dealer", "went_out", "Ada", "Ben", "Cleo", "Ada, total", "Ben, total", "Cleo, total"],
            ["1", "counted", "Ada", "Ben", "10", "20", "-5", "10", "20", "-5"],
        ]

    def test_no_name_is_a_formula(self, guest: ApiClient) -> None:
        made = guest.post("score-sheets", WISH | {"names": ['=1+1,"x"', "@b", "+c"]}).json()
        text = guest.get(f"score-sheets/{made['id']}/sheet.csv").content.decode()
        head = next(csv.reader(StringIO(text)))
        assert head[4:7] == ['\'=1+1,"x"', "'@b", "'+c"]
