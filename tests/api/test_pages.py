"""Pages: nothing missed and nothing twice, filters kept, cursors of others refused."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import signing
from django.urls import path
from rest_framework import serializers
from rest_framework.response import Response

from api.operations import operation
from api.serializers.pages import PageQuery
from api.serializers.players import PlayerSerializer
from api.views.base import View
from players.models import Player
from players.selectors import profile_fields
from rummy.urls import urlpatterns as real_patterns
from tests.api.client import ApiClient, code_of

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
START = datetime(2026, 1, 5, tzinfo=UTC)


class NamedQuery(PageQuery):
    """A list with a filter."""

    name = serializers.CharField(required=False)


class PlayersView(View):
    """All players, the newest first; several were made at the same time."""

    schema = None

    @operation("listAll", tag="Accounts", summary="List", token="unused", query=NamedQuery)
    def get(self, request: Any) -> Response:
        rows = Player.objects.all()
        if "name" in self.query:
            rows = rows.filter(name=self.query["name"])
        return self.page(rows, ("-created_at", "id"), lambda row: dict(PlayerSerializer(profile_fields(row)).data))


urlpatterns = [
    path("api/all", PlayersView.as_view()),
    path("api/others", PlayersView.as_view()),
    *real_patterns,
]


@pytest.fixture
def players() -> list[Player]:
    made = [Player(name=f"Player {n % 2}", created_at=START + timedelta(hours=n // 3)) for n in range(25)]
    return Player.objects.bulk_create(made)


def walk(query: str) -> list[list[str]]:
    """The names of ids on every page."""
    pages, address = [], f"/api/all?{query}"
    while address:
        page = ApiClient().get(address).json()
        assert (page["next_cursor"] is not None) == page["has_more"]
        pages.append([row["id"] for row in page["results"]])
        address = f"/api/all?cursor={page['next_cursor']}" if page["has_more"] else ""
    return pages


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 24, 25, 26, 100])
def test_a_walk_finds_every_row_once_in_order(players: list[Player], limit: int) -> None:
    pages = walk(f"limit={limit}")
    ordered = sorted(players, key=lambda player: (-player.created_at.timestamp(), player.id))
    assert [row for page in pages for row in page] == [str(player.id) for player in ordered]
    assert {len(page) for page in pages[:-1]} <= {limit}
    assert pages[-1]


def test_a_page_has_twenty_rows_unless_told(players: list[Player]) -> None:
    assert [len(page) for page in walk("")] == [20, 5]


def test_a_cursor_keeps_the_filters(players: list[Player]) -> None:
    pages = walk("limit=4&name=Player+1")
    assert sum(map(len, pages)) == 12
    cursor = ApiClient().get("/api/all?limit=4&name=Player+1").json()["next_cursor"]
    again = ApiClient().get(f"/api/all?name=Player+1&limit=2&cursor={cursor}").json()
    assert [row["id"] for row in again["results"]] == pages[1][:2]


def test_rows_that_come_and_go_between_pages_disturb_nobody(players: list[Player]) -> None:
    first = ApiClient().get("/api/all?limit=10").json()
    last = Player.objects.get(pk=first["results"][-1]["id"])
    Player.objects.create(name="Newest", created_at=START + timedelta(days=1))
    last.delete()
    rest = ApiClient().get(f"/api/all?limit=100&cursor={first['next_cursor']}").json()
    assert len(rest["results"]) == 15


def test_a_list_without_rows_is_one_empty_page() -> None:
    assert ApiClient().get("/api/all").json() == {
        "results": [],
        "next_cursor": None,
        "has_more": False,
        "total_count": None,
        "total_count_capped": False,
    }


def totals(query: str) -> tuple[int | None, bool]:
    page = ApiClient().get(f"/api/all?{query}").json()
    return page["total_count"], page["total_count_capped"]


def test_the_total_is_told_on_request_whatever_the_page(players: list[Player]) -> None:
    assert totals("limit=3") == (None, False)
    assert totals("limit=3&count=false") == (None, False)
    assert totals("limit=3&count=true") == (25, False)
    assert totals("limit=100&count=true&name=Player+1") == (12, False)
    assert code_of(ApiClient().get("/api/all?count=maybe")) == "bad_request"
    cursor = ApiClient().get("/api/all?limit=3&count=true").json()["next_cursor"]
    assert totals(f"cursor={cursor}") == (None, False)
    assert totals(f"cursor={cursor}&count=true") == (25, False)


def test_a_large_total_is_capped_and_says_so(players: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.pages.MOST_COUNTED", 25)
    assert totals("count=true") == (25, False)
    monkeypatch.setattr("api.pages.MOST_COUNTED", 24)
    assert totals("count=true") == (24, True)


def test_a_cursor_that_was_not_made_for_this_is_refused(players: list[Player]) -> None:
    cursor = ApiClient().get("/api/all?limit=1&name=Player+1").json()["next_cursor"]
    forged = signing.dumps({"path": "/api/all", "filters": {}, "after": ["x", "y"]}, salt="other")
    for bad in (cursor[:-1], cursor[1:], cursor + "x", forged, ""):
        assert code_of(ApiClient().get(f"/api/all?cursor={bad}")) in ("bad_cursor", "bad_request")
    assert code_of(ApiClient().get(f"/api/others?cursor={cursor}")) == "bad_cursor"
    assert code_of(ApiClient().get(f"/api/all?name=Player+0&cursor={cursor}")) == "bad_cursor"


def test_a_cursor_lasts_more_than_a_day(players: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    cursor = ApiClient().get("/api/all?limit=1").json()["next_cursor"]
    now = signing.time.time()  # type: ignore[attr-defined]
    monkeypatch.setattr(signing.time, "time", lambda: now + 25 * 3600)  # type: ignore[attr-defined]
    assert ApiClient().get(f"/api/all?cursor={cursor}").status_code == 200
    monkeypatch.setattr(signing.time, "time", lambda: now + 30 * 24 * 3600)  # type: ignore[attr-defined]
    assert code_of(ApiClient().get(f"/api/all?cursor={cursor}")) == "bad_cursor"
