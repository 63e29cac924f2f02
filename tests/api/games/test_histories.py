"""The games of a player: filtered, in every order, each once however many are added meanwhile."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

import engine
from games.models import Game, Seat, Status
from games.selectors.games import listed_games
from games.selectors.histories import HISTORY_ORDERS, history
from games.services.bots import run_bots
from games.services.resign import resign
from players.models import Player
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.engine.sizes import SIZED, SOAK
from tests.service.games.table import NOW, SeatWish, guest, made, people, ticking

pytestmark = [pytest.mark.django_db, *SIZED]
MANY, PAGE = (100_000, 100) if SOAK else (1_000, 40)
DAY = timedelta(days=1)


def filled(player: Player, numbers: range, **facts: Any) -> None:
    """Finished games of the player, one a minute, each with the number as its seat count's total."""
    at = [NOW + timedelta(minutes=number // 3) for number in numbers]
    defaults = {"rules_edition": 1, "preset": "pagat", "options": engine.options_json(engine.PRESETS["pagat"])}
    defaults |= {"seat_count": 2, "takeover_level": "casual", "status": Status.FINISHED, "owner": player, **facts}
    games = [Game(**defaults, created_at=one, finished_at=one) for one in at]
    Game.objects.bulk_create(games, batch_size=500)
    seats = [
        Seat(
            game=game,
            seat=number,
            player=(player, None)[number],
            created_at=game.created_at,
            finished_at=game.finished_at,
        )
        for game in games
        for number in range(2)
    ]
    Seat.objects.bulk_create(seats, batch_size=500)


def walk(path: str) -> Iterator[list[dict[str, Any]]]:
    """The results of each page."""
    anybody, cursor = ApiClient(), ""
    while cursor is not None:
        page = anybody.get(f"{path}&cursor={cursor}" if cursor else path).json()
        yield page["results"]
        cursor = page["next_cursor"]


@pytest.mark.parametrize("order", HISTORY_ORDERS)
def test_a_walk_while_games_are_added_finds_each_once(order: str) -> None:
    player, other = guest("Ada"), guest("Ben")
    filled(player, range(MANY))
    before = set(map(str, Game.objects.values_list("id", flat=True)))
    found: list[dict[str, Any]] = []
    for page in walk(f"players/{player.pk}/games?limit={PAGE}&sort={order}"):
        found += page
        if len(found) < MANY // 2:
            filled(player, range(MANY + len(found), MANY + len(found) + 5))
            filled(other, range(2))
    ids = [game["id"] for game in found]
    assert len(ids) == len(set(ids))
    assert before <= set(ids)
    added = set(map(str, Seat.objects.filter(player=player).values_list("game_id", flat=True))) - before
    assert added <= set(ids) if order in ("oldest", "first_finished") else not added & set(ids)
    times = [game["created_at"] for game in found]
    assert times == sorted(times, reverse=order in ("newest", "last_finished"))


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_a_walk_through_all_games_finds_each_once(order: str) -> None:
    player = guest()
    filled(player, range(MANY))
    found = [game["id"] for page in walk(f"games?limit={PAGE}&sort={order}") for game in page]
    assert len(found) == len(set(found)) == MANY


class TestFilters:
    @pytest.fixture
    def ada(self) -> Player:
        return guest("Ada")

    @pytest.fixture
    def ben(self) -> Player:
        return guest("Ben")

    def listed(self, player: Player, query: str, client: ApiClient | None = None) -> list[str]:
        page = (client or ApiClient()).get(f"players/{player.pk}/games?{query}").json()
        return [game["id"] for game in page["results"]]

    def test_by_opponent(self, ada: Player, ben: Player) -> None:
        both = str(people(2, players=[ada, ben]).game_id)
        people(2, players=[ada, guest()])
        assert self.listed(ada, f"opponent={ben.pk}") == self.listed(ben, f"opponent={ada.pk}") == [both]
        assert self.listed(ada, f"opponent={guest().pk}") == []

    def test_by_result_and_preset(self, ada: Player) -> None:
        rules = {"preset": "quick", "deal_limit": 1}
        game = made(SeatWish(), SeatWish("club"), owner=ada, rules=rules, leaver_policy="bot", start=True).game
        resign(game_id=game.id, player_id=ada.pk, now=NOW)
        run_bots(game_id=game.id, clock=ticking().__next__)
        filled(ada, range(1))
        assert self.listed(ada, "result=left") == self.listed(ada, "preset=quick") == [str(game.id)]
        assert self.listed(ada, "result=won") == []
        assert code_of(ApiClient().get(f"players/{ada.pk}/games?result=drawn")) == "bad_request"

    def test_by_the_end(self, ada: Player) -> None:
        filled(ada, range(9))
        running = people(2, players=[ada, guest()]).game_id
        assert len(self.listed(ada, "sort=newest")) == 10
        assert str(running) not in self.listed(ada, "sort=last_finished")
        second = "2026-01-05T10:01:00Z"
        assert len(self.listed(ada, f"finished_after={second}")) == 3
        assert len(self.listed(ada, f"finished_before={second}")) == 3
        assert len(self.listed(ada, f"created_before={second}&status=finished")) == 3

    def test_a_game_that_is_broken_off_has_an_end(self, ada: Player) -> None:
        game = people(2, players=[ada, guest()], leaver_policy="abandon")
        resign(game_id=game.game_id, player_id=ada.pk, now=NOW + DAY)
        assert self.listed(ada, "sort=last_finished") == [str(game.game_id)]
        assert Seat.objects.get(game=game.game_id, player=ada).finished_at == NOW + DAY

    def test_by_what_is_marked(self, ada: Player) -> None:
        filled(ada, range(2), imported=True)
        filled(ada, range(1))
        assert len(self.listed(ada, "imported=true")) == 2
        assert len(self.listed(ada, "imported=false&rated=false")) == 1

    def test_private_games_are_seen_by_those_who_were_there(self, ada: Player, ben: Player) -> None:
        game = str(people(2, players=[ada, ben]).game_id)
        Game.objects.update(visibility="private")
        unlisted = str(people(2, players=[ada, ben], visibility="unlisted").game_id)
        for player in (ada, ben):
            assert self.listed(ada, "", client_of(player)) == [unlisted, game]
        assert self.listed(ada, "", client_of(guest())) == self.listed(ada, "") == []
        all_games = client_of(ben).get(f"games?player={ada.pk}").json()["results"]
        assert [listed["id"] for listed in all_games] == [unlisted, game]


@pytest.mark.parametrize("number", [1, 7])
def test_a_page_costs_the_same_for_any_number(number: int, django_assert_num_queries: Any) -> None:
    player = guest()
    filled(player, range(number))
    with django_assert_num_queries(4):  # the player; games with owners; who sits there; what is shown of delayed ones
        ApiClient().get(f"players/{player.pk}/games")


def plan_of(rows: Any, order: Sequence[str]) -> str:
    """How the database would find a page, if it can do without sorting."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_sort = off")
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
    return str(rows.order_by(*order)[:20].explain())


def has_no_sorting(plan: str) -> bool:
    return "Sort" not in plan and "TEMP B-TREE" not in plan


@pytest.mark.parametrize("viewer", [True, False])
@pytest.mark.parametrize("order", HISTORY_ORDERS)
def test_no_page_of_a_history_is_sorted(order: str, viewer: bool) -> None:
    player = guest()
    seats = history(of_player=player.pk, player_id=guest().pk if viewer else None, order=order)
    assert has_no_sorting(plan_of(seats, HISTORY_ORDERS[order]))


@pytest.mark.parametrize("preset", ["", "pagat"])
def test_no_page_of_all_games_is_sorted(preset: str) -> None:
    games = listed_games(player_id=guest().pk, preset=preset)
    assert has_no_sorting(plan_of(games, ("-created_at", "-id")))
