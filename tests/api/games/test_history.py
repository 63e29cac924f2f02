"""Events, deals and records over HTTP."""

import json
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

import engine
from games.models import Game
from games.services import listen
from games.services.bots import run_bots
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, table_of
from tests.service.games.table import bots, ticking
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
DRAW = {"type": "draw"}


def types(page: Any) -> list[str]:
    return [event["type"] for event in page["results"]]


def moves_of(client: ApiClient, path: str, query: str) -> list[Any]:
    """All moves, page by page."""
    page = client.get(f"{path}/moves?limit=100{query}").json()
    found = page["results"]
    while page["has_more"]:
        page = client.get(f"{path}/moves?cursor={page['next_cursor']}").json()
        found += page["results"]
    return list(found)


@pytest.fixture
def finished(db: None) -> str:
    """The path of a game of two deals among bots."""
    game = bots("club", "club", rules={"preset": "pagat", "deal_limit": 2}).game
    run_bots(game_id=game.id, clock=ticking().__next__)
    return f"games/{game.id}"


class TestEvents:
    def test_after_a_view_tell_what_came_then(self, table: Table) -> None:
        cursor = table.seats[0].get(f"{table.path}/view").json()["cursor"]
        table.move(0, DRAW)
        own, other = (client.get(f"{table.path}/events?after={cursor}").json() for client in table.seats)
        assert types(own) == types(other) == ["move_played"]
        assert [page["results"][0]["drawn"] for page in (own, other)] == ["5H", None]
        hands = [page["results"][0]["changes"].get("hand") for page in (own, other)]
        assert hands == [["2C", "4D", "5H"], None]
        assert own["next_cursor"] == own["results"][-1]["id"]

    def test_from_the_beginning_in_pages(self, finished: str, anybody: ApiClient) -> None:
        everything = anybody.get(f"{finished}/record.ndjson")
        lines = [json.loads(line) for line in everything.content.splitlines()]
        found: list[Any] = []
        page = anybody.get(f"{finished}/events?limit=50").json()
        while True:
            found += page["results"]
            if not page["has_more"]:
                break
            page = anybody.get(f"{finished}/events?limit=50&after={page['next_cursor']}").json()
        assert found == lines[1:]
        assert (lines[0]["type"], lines[0]["players"]) == ("record", 2)
        assert everything["Content-Type"] == "application/x-ndjson"
        assert (found[0]["type"], found[-1]["type"]) == ("game_created", "game_over")

    def test_none_yet_is_an_empty_page_with_the_same_place(self, table: Table) -> None:
        after = f"v{table.version}.0"
        page = table.seats[0].get(f"{table.path}/events?after={after}").json()
        assert (page["results"], page["next_cursor"], page["has_more"]) == ([], after, False)


@pytest.mark.django_db(transaction=True)
class TestWaiting:
    @pytest.fixture
    def table(self, transactional_db: None) -> Table:
        """Two people, no calls; seat 0 is to draw."""
        made = table_of(2, rules={"preset": "classic", "call": "off"})
        made.set(turn=0, hands=[["2C", "4D"], ["KD", "4S"]], stock=["5H", "6H", "7C"], pile=["9C"])
        return made

    @pytest.fixture
    def later(self) -> Iterator[Any]:
        """Do something in a while, in another thread."""
        threads: list[threading.Thread] = []

        def start(act: Any, seconds: float = 0.3) -> None:
            def run() -> None:
                time.sleep(seconds)
                try:
                    act()
                finally:
                    connection.close()

            threads.append(threading.Thread(target=run))
            threads[-1].start()

        yield start
        for thread in threads:
            thread.join()

    def test_ends_with_the_next_event(self, table: Table, later: Any) -> None:
        path = f"{table.path}/events?wait=20&after=v{table.version}.0"
        later(lambda: table.move(0, DRAW))
        began = time.monotonic()
        page = table.seats[1].get(path).json()
        assert types(page) == ["move_played"]
        assert time.monotonic() - began < 10

    def test_hears_of_a_window_that_closes_by_time(self, later: Any) -> None:
        table = table_of(4)
        table.set(**BEFORE)
        table.move(0, {"type": "discard", "card": "TH"})
        Game.objects.update(window_closes_at=timezone.now() + timedelta(seconds=0.5))
        page = table.seats[1].get(f"{table.path}/events?wait=20&after=v{table.version}.0").json()
        assert types(page)[-2:] == ["call_window_closed", "turn_started"]

    def test_ends_when_the_time_is_over(self, table: Table) -> None:
        began = time.monotonic()
        page = table.seats[1].get(f"{table.path}/events?wait=1&after=v{table.version}.0").json()
        assert (page["results"], time.monotonic() - began >= 1) == ([], True)

    def test_holds_no_connection(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        if connection.vendor == "sqlite" and connection.is_in_memory_db():
            pytest.skip("a database in memory lives as long as its connection")
        held: list[bool] = []
        monkeypatch.setattr(listen.bell, "wait", lambda *_: held.append(connection.connection is not None))
        table.seats[1].get(f"{table.path}/events?wait=1&after=v{table.version}.0")
        assert held
        assert not any(held)

    def test_a_finished_game_is_not_waited_for(self, finished: str, anybody: ApiClient) -> None:
        version = anybody.get(finished).json()["version"]
        began = time.monotonic()
        anybody.get(f"{finished}/events?wait=20&after=v{version}.0")
        assert time.monotonic() - began < 5


class TestDeals:
    def test_with_their_scores(self, finished: str, anybody: ApiClient) -> None:
        deals = anybody.get(f"{finished}/deals").json()["results"]
        assert [deal["number"] for deal in deals] == [1, 2]
        totals = [sum(scores) for scores in zip(*(deal["scores"] for deal in deals), strict=True)]
        assert deals[1]["totals"] == totals == anybody.get(finished).json()["totals"]
        assert anybody.get(f"{finished}/deals?limit=1").json()["has_more"] is True

    def test_have_their_moves(self, finished: str, anybody: ApiClient) -> None:
        everything, *of_each = (moves_of(anybody, finished, query) for query in ("", "&deal=1", "&deal=2"))
        assert of_each[0] + of_each[1] == everything
        assert [{move["deal_number"] for move in moves} for moves in of_each] == [{1}, {2}]
        assert moves_of(anybody, finished, "&deal=3") == []

    def test_that_are_over_show_their_cards_and_prove_them(self, finished: str, anybody: ApiClient) -> None:
        deal = anybody.get(f"{finished}/deals/2").json()
        fairness = anybody.get(f"{finished}/deals/2/fairness").json()
        assert sha256(bytes.fromhex(fairness["seed"])).hexdigest() == fairness["commitment"] == deal["commitment"]
        eldest = 1 - deal["dealer"]
        one_at_a_time = fairness["pack"][:26]
        assert [set(one_at_a_time[0::2]), set(one_at_a_time[1::2])] == [
            set(deal["hands"][seat]) for seat in (eldest, 1 - eldest)
        ]
        assert fairness["pack"][26:] == [deal["upcard"], *deal["stock"]]

    def test_that_go_on_show_their_commitment(self, table: Table) -> None:
        for client in (*table.seats, table.stranger):
            deal = client.get(f"{table.path}/deals/1").json()
            fairness = client.get(f"{table.path}/deals/1/fairness").json()
            assert (deal["seed"], deal["hands"], deal["upcard"], deal["stock"]) == (None,) * 4
            assert (fairness["seed"], fairness["pack"]) == (None, None)
            assert deal["commitment"] == fairness["commitment"]
            assert client.get(f"{table.path}/view").json()["fairness"]["commitment"] == deal["commitment"]

    def test_of_a_game_that_was_broken_off_become_public(self) -> None:
        table = table_of(2, leaver_policy="abandon")
        table.seats[0].post(f"{table.path}/resign")
        deal = table.stranger.get(f"{table.path}/deals/1").json()
        assert (deal["scores"], deal["ended"]) == (None, None)
        assert engine.commitment(bytes.fromhex(deal["seed"])) == deal["commitment"]


class TestTheRecord:
    def test_of_a_finished_game_replays(self, finished: str, anybody: ApiClient) -> None:
        answer = anybody.get(f"{finished}/record")
        record = engine.record_from_json(answer.json())
        finals = engine.replay(record)
        assert list(engine.totals(finals[-1]) or ()) == answer.json()["totals"]
        assert list(engine.winners(finals[-1])) == answer.json()["result"]["winners"]
        text = anybody.get(f"{finished}/record.txt")
        assert text["Content-Type"] == "text/plain; charset=utf-8"
        assert engine.parse_record(text.content.decode()) == record

    @pytest.mark.parametrize("form", ["", ".txt", ".ndjson"])
    def test_may_be_kept_by_caches_when_it_cannot_change(self, finished: str, anybody: ApiClient, form: str) -> None:
        answer = anybody.get(f"{finished}/record{form}")
        assert answer["Cache-Control"].startswith("public, max-age=")
        again = anybody.get(f"{finished}/record{form}", headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304

    def test_tells_what_happened_besides_moves(self, table: Table) -> None:
        offer = table.seats[0].post(f"{table.path}/offers", {"kind": "pause", "version": table.version}).json()["offer"]
        table.seats[1].post(f"{table.path}/offers/{offer['id']}/answer", {"answer": "accepted"})
        record = table.stranger.get(f"{table.path}/record").json()
        told = [(incident["type"], incident["seat"], incident["author"]) for incident in record["incidents"]]
        assert told == [("game_paused", 0, "person")]

    def test_of_a_running_game_is_ones_own(self, table: Table) -> None:
        table.move(0, DRAW)
        records = [client.get(f"{table.path}/record") for client in (*table.seats, table.stranger)]
        assert [record["Cache-Control"] for record in records] == ["private, no-cache"] * 3
        drawn = [record.json()["deals"][0]["moves"][0]["drawn"] for record in records]
        assert drawn == ["5H", None, None]
        known = [[hand is not None for hand in record.json()["deals"][0]["hands"]] for record in records]
        assert known == [[True, False], [False, True], [False, False]]

    def test_of_a_game_that_has_not_started_is_empty(self, guest: ApiClient) -> None:
        body = {"rules": {"preset": "pagat"}, "seats": [{}, {}]}
        game = guest.post("games", body).json()["id"]
        assert guest.get(f"games/{game}/record").json()["deals"] == []
        assert guest.get(f"games/{game}/deals").json()["results"] == []
        assert code_of(guest.get(f"games/{game}/deals/1")) == "not_found"
