"""Who may see and write a sheet: its owner, who has a link or a seat, and nobody else."""

import json
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from api.limits import BUCKETS
from players.ids import uuid7
from players.models import Player
from scoring.sheets.models import Sheet, SheetLink
from tests.api.client import ApiClient, code_of
from tests.api.sheets.test_sheets import NET, WISH, entered, linked

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(guest: ApiClient) -> str:
    return f"score-sheets/{guest.post('score-sheets', WISH).json()['id']}"


@pytest.fixture
def other(db: None) -> ApiClient:
    return ApiClient(json.loads(ApiClient().post("guests").content)["token"])


def every_question(path: str) -> list[tuple[str, str, Any, dict[str, str]]]:
    """Each operation of one sheet, as it would be carried out for its owner."""
    version = {"If-Match": '"v1"'}
    return [
        ("GET", path, None, {}),
        ("GET", f"{path}/history", None, {}),
        ("GET", f"{path}/sheet.csv", None, {}),
        ("PUT", f"{path}/deals/{uuid7()}", NET, {}),
        ("DELETE", f"{path}/deals/{uuid7()}", None, {}),
        ("POST", f"{path}/undo", {}, {}),
        ("PUT", f"{path}/seats/1", {}, {}),
        ("POST", f"{path}/links", {"access": "read"}, {}),
        ("DELETE", f"{path}/links/{uuid7()}", None, {}),
        ("PATCH", path, {"name": "Monday"}, version),
        ("DELETE", path, None, version),
    ]


def answers(client: ApiClient, path: str, **headers: str) -> dict[tuple[str, str], Any]:
    return {
        (method, where.removeprefix(path).split("/")[1] if where != path else ""): client.send(
            method, where, body, headers={**own, **headers}
        )
        for method, where, body, own in every_question(path)
    }


def test_a_stranger_is_told_nothing(other: ApiClient, anybody: ApiClient, guest: ApiClient, path: str) -> None:
    elsewhere = f"score-sheets/{guest.post('score-sheets', WISH).json()['id']}"
    links = [{}, {"Sheet-Link": "rum_shl_nonsense"}, {"Sheet-Link": ""}, linked(guest, elsewhere, "write")]
    before = Sheet.objects.get(pk=path.split("/")[1])
    for link in links:
        for client in (other, anybody):
            told = answers(client, path, **link)
            nothing = {code_of(answer) for answer in told.values()}
            assert nothing <= {"not_found", "not_authenticated"}
            assert all(b"Friday" not in answer.content for answer in told.values())
            assert client is anybody or nothing == {"not_found"}
    bad = other.put(f"{path}/deals/{uuid7()}", {"nonsense": 1})
    assert code_of(bad) == "not_found"
    assert other.get("score-sheets").json()["results"] == []
    assert Sheet.objects.get(pk=before.pk).version == before.version


def test_a_link_to_read_reads(anybody: ApiClient, guest: ApiClient, path: str) -> None:
    entered(guest, path)
    told = anybody.get(path, headers=linked(guest, path, "read")).json()
    assert (told["role"], told["totals"], told["links"]) == ("read", [10, 20, -5], [])
    link = linked(guest, path, "read")
    assert anybody.get(f"{path}/history", headers=link).status_code == 200
    assert anybody.get(f"{path}/sheet.csv", headers=link).status_code == 200


def test_a_link_to_read_does_not_write(other: ApiClient, anybody: ApiClient, guest: ApiClient, path: str) -> None:
    link = linked(guest, path, "read")
    for client in (anybody, other):
        told = answers(client, path, **link)
        written = {code_of(answer) for (method, _), answer in told.items() if method != "GET"}
        assert written <= {"forbidden", "not_authenticated"}
    assert Sheet.objects.get().version == 1
    assert SheetLink.objects.count() == 1


def test_a_link_to_write_writes_and_does_not_own(anybody: ApiClient, guest: ApiClient, path: str) -> None:
    link = linked(guest, path, "write")
    assert entered(anybody, path, headers=link).json()["role"] == "write"
    assert anybody.patch(path, {"name": "Monday"}, headers={**link, "If-Match": '"v2"'}).json()["name"] == "Monday"
    assert anybody.post(f"{path}/undo", {}, headers=link).json()["deals"] == []
    assert anybody.get(path, headers=link).json()["links"] == []
    assert code_of(anybody.put(f"{path}/seats/1", {}, headers=link)) == "not_authenticated"


def test_a_link_to_write_is_no_owners(other: ApiClient, guest: ApiClient, path: str) -> None:
    link = linked(guest, path, "write")
    for method, where, body in (
        ("POST", f"{path}/links", {"access": "write"}),
        ("DELETE", f"{path}/links/{SheetLink.objects.get().pk}", None),
        ("DELETE", path, None),
    ):
        headers = {**link, "If-Match": '"v1"'} if where == path else link
        assert code_of(other.send(method, where, body, headers=headers)) == "forbidden"


def test_an_ended_link_opens_nothing(anybody: ApiClient, guest: ApiClient, path: str) -> None:
    link = linked(guest, path, "write")
    (listed,) = guest.get(path).json()["links"]
    assert set(listed) == {"id", "access", "created_at"}
    assert guest.delete(f"{path}/links/{listed['id']}").status_code == 204
    assert code_of(anybody.get(path, headers=link)) == "not_found"
    assert code_of(entered(anybody, path, headers=link)) == "not_found"
    assert code_of(guest.delete(f"{path}/links/{listed['id']}")) == "not_found"


def test_of_a_link_only_the_digest_is_kept(guest: ApiClient, path: str) -> None:
    secret = linked(guest, path, "read")["Sheet-Link"]
    link = SheetLink.objects.get()
    assert secret.startswith("rum_shl_")
    assert secret not in [str(getattr(link, field.attname)) for field in SheetLink._meta.concrete_fields]


def test_there_is_an_end_to_links(guest: ApiClient, path: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("scoring.sheets.services.sharing.MOST_LINKS", 1)
    linked(guest, path, "read")
    assert code_of(guest.post(f"{path}/links", {"access": "read"})) == "limit_reached"


class TestSeats:
    def test_who_claims_a_seat_writes_without_a_link(self, other: ApiClient, guest: ApiClient, path: str) -> None:
        link = linked(guest, path, "write")
        told = other.put(f"{path}/seats/1", {}, headers=link).json()
        assert (told["own_seat"], told["seats"][1]["player"]["id"]) == (1, other.get("me").json()["id"])
        assert other.put(f"{path}/seats/1", {}).json()["version"] == told["version"]
        assert entered(other, path).json()["role"] == "write"
        assert [(one["own_seat"], one["role"]) for one in other.get("score-sheets").json()["results"]] == [(1, "write")]

    def test_a_seat_is_one_players(self, other: ApiClient, guest: ApiClient, path: str) -> None:
        other.put(f"{path}/seats/1", {}, headers=linked(guest, path, "write"))
        assert code_of(guest.put(f"{path}/seats/1", {})) == "seat_taken"
        told = other.put(f"{path}/seats/2", {}).json()
        assert [seat["player"] is None for seat in told["seats"]] == [True, True, False]

    def test_the_owner_may_free_any_seat(self, other: ApiClient, guest: ApiClient, path: str) -> None:
        other.put(f"{path}/seats/1", {}, headers=linked(guest, path, "write"))
        guest.put(f"{path}/seats/0", {})
        assert code_of(other.put(f"{path}/seats/0", {"claimed": False})) == "forbidden"
        guest.put(f"{path}/seats/1", {"claimed": False})
        assert code_of(other.get(path)) == "not_found"
        assert guest.put(f"{path}/seats/0", {"claimed": False}).json()["role"] == "owner"

    def test_a_seat_that_is_not_there(self, guest: ApiClient, path: str) -> None:
        assert code_of(guest.put(f"{path}/seats/3", {})) == "not_found"


class TestPage:
    def page(self, path: str, query: str = "", client: Client | None = None, **headers: str) -> Any:
        number = path.split("/")[1]
        return (client or Client()).get(f"/sheets/{number}{query}", headers=headers)

    @pytest.mark.parametrize(
        ("language", "word"), [("en", "Total"), ("es", "Total"), ("fi", "Yhteensä"), ("pl", "Razem"), ("uk", "Разом")]
    )
    def test_it_is_read_with_a_link(self, guest: ApiClient, path: str, language: str, word: str) -> None:
        entered(guest, path)
        secret = linked(guest, path, "read")["Sheet-Link"]
        answer = self.page(path, f"?link={secret}", **{"Accept-Language": language})
        text = answer.content.decode()
        assert answer.status_code == 200
        assert word in text
        assert f'<html lang="{language}"' in text
        assert all(name in text for name in ("Friday", "Ada", "Ben", "Cleo", "<td>20</td>"))
        assert "<script" not in text
        assert secret not in text
        assert (answer["Referrer-Policy"], answer["Cache-Control"]) == ("no-referrer", "no-store")
        assert "script-src" not in answer["Content-Security-Policy"]

    def test_or_by_its_owner(self, guest: ApiClient, path: str) -> None:
        browser = Client()
        browser.force_login(Player.objects.get(pk=guest.get("me").json()["id"]))
        assert self.page(path, client=browser).status_code == 200

    def test_names_are_no_markup(self, guest: ApiClient) -> None:
        made = guest.post("score-sheets", WISH | {"name": "<script>x</script>"}).json()
        path = f"score-sheets/{made['id']}"
        answer = self.page(path, f"?link={linked(guest, path, 'read')['Sheet-Link']}")
        assert b"<script" not in answer.content

    @pytest.mark.parametrize("query", ["", "?link=", "?link=rum_shl_nonsense", "?link=%00"])
    def test_a_stranger_finds_none(self, path: str, query: str) -> None:
        answer = self.page(path, query)
        assert answer.status_code == 404
        assert b"Friday" not in answer.content
        assert answer["Content-Type"] == "text/html; charset=utf-8"
        assert self.page(f"score-sheets/{UUID(int=0)}", query).content == answer.content

    def test_it_tells_what_does_not_count(self, guest: ApiClient, path: str) -> None:
        for number in (2, 2, 4):
            entered(guest, path, NET | {"deal_number": number})
        text = self.page(path, f"?link={linked(guest, path, 'read')['Sheet-Link']}").content.decode()
        assert "There are several entries for these deals, and none of them counts: 2<" in text
        assert "These deals are missing: 1, 3<" in text
        assert text.count('<tr class="conflict">') == 2

    def test_whoever_asks_too_often_waits(self, path: str, limits: None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(BUCKETS, "anonymous", replace(BUCKETS["anonymous"], quota=2))
        assert [self.page(path).status_code for _ in range(3)] == [404, 404, 429]

    def test_nothing_is_sent_there(self, path: str) -> None:
        assert Client().post(f"/sheets/{path.split('/')[1]}").status_code == 405
