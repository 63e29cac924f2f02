"""Faults that players and developers reported of other card-game servers, tried over HTTP. None may happen here."""

from typing import Any

import pytest
from django.utils import timezone

from games.models import Deal, Entry, Seat
from games.services.bots import run_bots
from players.models import Player
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, client_of, table_of
from tests.service.games.table import bots, guest, ticking
from tests.service.games.test_play import LAST_CARD
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
NO_CALLS = {"preset": "classic", "call": "off"}
DRAW = {"type": "draw"}


def lay(card: str, meld: int) -> dict[str, Any]:
    return {"type": "lay_off", "card": card, "meld": meld}


def run_of(cards: str) -> dict[str, Any]:
    """A run on the table, put down by seat 1."""
    codes = cards.split()
    return {"id": 1, "kind": "run", "cards": codes, "by": [1] * len(codes), "owner": 1}


def two(**position: Any) -> Table:
    """Two people, no calls, seat 0 in its play phase unless the position says otherwise."""
    table = table_of(2, rules=NO_CALLS)
    table.set(**{"turn": 0, "phase": "play", "stock": ["5C", "6C", "7C", "8C"], "pile": ["2D"]} | position)
    return table


def view(client: ApiClient, table: Table, query: str = "") -> Any:
    return client.get(f"{table.path}/view{query}").json() | {"server_time": ""}


class TestLayingOff:
    def test_says_on_which_meld_and_counts_there_alone(self) -> None:
        """A card that fits a set and a run: the server does not guess."""
        tens = {"id": 2, "kind": "set", "cards": ["TC", "TD", "TS"], "by": [1, 1, 1], "owner": 1}
        table = two(hands=[["TH", "4D"], ["KD"]], melds=[run_of("7H 8H 9H"), tens])
        before = view(table.seats[0], table)
        for meld in ({}, {"meld": None}):
            refused = table.move(0, {"type": "lay_off", "card": "TH", **meld})
            assert code_of(refused) == "bad_notation"
            assert [fault["pointer"] for fault in refused.json()["errors"]] == ["/move/meld"]
        assert view(table.seats[0], table) == before
        seen = table.move(0, lay("TH", 2)).json()["view"]
        assert [meld["cards"] for meld in seen["melds"]] == [["7H", "8H", "9H"], ["TC", "TD", "TH", "TS"]]
        assert [seat["on_table_points"] for seat in seen["seats"]] == [10, 54]
        assert code_of(table.move(0, lay("TH", 1))) == "card_not_in_hand"

    def test_in_one_request_goes_in_the_order_that_was_sent(self) -> None:
        table = two(hands=[["9S", "TS", "4D"], ["KD"]], melds=[run_of("JS QS KS")])
        version, path = table.version, f"{table.path}/turn"
        wrong = table.seats[0].post(path, {"version": version, "moves": [lay("9S", 1), lay("TS", 1)]})
        assert code_of(wrong) == "does_not_fit"
        assert [fault["pointer"][:8] for fault in wrong.json()["errors"]] == ["/moves/0"] * 2
        assert table.version == version
        right = table.seats[0].post(path, {"version": version, "moves": [lay("TS", 1), lay("9S", 1)]})
        assert right.json()["view"]["melds"][0]["cards"] == ["9S", "TS", "JS", "QS", "KS"]

    def test_goes_on_from_the_meld_as_it_has_grown(self) -> None:
        table = two(hands=[["5H", "4H", "3H", "KC"], ["KD"]], melds=[run_of("6H 7H 8H")])
        assert [table.move(0, lay(card, 1)).status_code for card in ("5H", "4H", "3H")] == [201] * 3
        assert view(table.stranger, table)["melds"][0]["cards"] == ["3H", "4H", "5H", "6H", "7H", "8H"]


class TestATurn:
    def test_is_not_ended_by_a_card_that_has_left_the_hand(self) -> None:
        table = two(hands=[["5H", "4D", "KC"], ["KD"]], melds=[run_of("6H 7H 8H")])
        table.move(0, lay("5H", 1))
        assert code_of(table.move(0, {"type": "discard", "card": "5H"})) == "card_not_in_hand"
        assert code_of(table.move(1, DRAW)) == "not_your_turn"
        assert (view(table.stranger, table)["turn"], view(table.stranger, table)["phase"]) == (0, "play")

    def test_is_found_again_on_another_device(self) -> None:
        """Whoever has taken deep and loses the page sees what has to be done."""
        pile = ["5H", "9C", "2D"]
        table = two(hands=[["5S", "5D", "KC", "QC"], ["KD"]], phase="draw", pile=pile)
        assert table.move(0, {"type": "take", "card": "5H"}).status_code == 201
        seen = view(client_of(table.game.players[0]), table, "?include=legal_moves")
        assert (seen["seat"], seen["turn"], seen["phase"]) == (0, 0, "play")
        assert (seen["taken"], seen["obliged"]) == (pile, ["5H"])
        legal = {move["text"] for move in seen["legal_moves"]["moves"]}
        assert "meld 5D 5H 5S" in legal
        assert not any(text.startswith(("draw", "take", "discard")) for text in legal)

    def test_begins_with_a_draw_and_passes_on_with_a_discard_only(self) -> None:
        table = two(hands=[["5H", "4D", "KC"], ["KD", "3C"]], phase="draw")
        turns = []
        for seat, move in ((0, DRAW), (1, DRAW), (0, {"type": "discard", "card": "KC"}), (1, DRAW)):
            table.move(seat, move)
            turns.append(view(table.stranger, table)["turn"])
        assert turns == [0, 0, 1, 1]
        assert [entry.seat for entry in Entry.objects.filter(kind="move").order_by("version")] == [0, 0, 1]

    def test_does_not_meld_a_joker_twice(self) -> None:
        table = table_of(2)
        table.set(turn=0, phase="play", hands=[["X1", "7H", "KC"], ["KD"]], stock=["5C"], pile=["2D"])
        before = view(table.seats[0], table)
        for cards in (["X1", "X1", "7H"], ["X1=5H", "X1=6H", "7H"], ["X1=7", "X1=7", "7H"]):
            assert code_of(table.move(0, {"type": "meld", "cards": cards})) == "bad_notation"
        assert view(table.seats[0], table) == before

    def test_does_not_meld_what_is_not_held(self) -> None:
        table = two(hands=[["AS", "4D"], ["AC", "2C"]], stock=["AH", "5C"], pile=["AD"])
        for cards in (["AC", "AH", "AS"], ["AC", "AD", "AH"]):
            assert code_of(table.move(0, {"type": "meld", "cards": cards})) == "card_not_in_hand"


@pytest.fixture
def finished(db: None) -> str:
    """The path of a game of three deals among bots."""
    game = bots("club", "club", "novice", rules={"preset": "pagat", "deal_limit": 3}).game
    run_bots(game_id=game.id, clock=ticking().__next__)
    return f"games/{game.id}"


class TestScores:
    def test_are_the_same_wherever_they_are_told(self, finished: str, anybody: ApiClient) -> None:
        game = anybody.get(finished).json()
        deals = anybody.get(f"{finished}/deals").json()["results"]
        totals = [sum(scores) for scores in zip(*(deal["scores"] for deal in deals), strict=True)]
        (row,) = anybody.get("games?status=finished").json()["results"]
        record = anybody.get(f"{finished}/record").json()
        events = anybody.get(f"{finished}/events?limit=100&after=v{game['version'] - 1}.0").json()["results"]
        told = {event["type"]: event for event in events}
        assert totals == game["totals"] == game["result"]["totals"] == deals[-1]["totals"]
        assert totals == row["totals"] == row["result"]["totals"]
        assert totals == record["totals"] == record["result"]["totals"] == record["deals"][-1]["totals"]
        assert totals == told["deal_over"]["deal"]["totals"] == told["game_over"]["result"]["totals"]
        for seats in (game["seats"], row["seats"], record["seats"], anybody.get(f"{finished}/view").json()["seats"]):
            assert [seat["total"] for seat in seats] == totals
        assert game["result"]["winners"] == [seat for seat in range(3) if totals[seat] == max(totals)]

    def test_of_a_deal_are_its_own(self, finished: str, anybody: ApiClient) -> None:
        """Not those of the deal before; the last deal is the one that the view shows."""
        deals = [anybody.get(f"{finished}/deals/{number}").json() for number in (1, 2, 3)]
        sums = [[0, 0, 0]]
        for deal in deals:
            sums.append([old + new for old, new in zip(sums[-1], deal["scores"], strict=True)])
        assert [deal["totals"] for deal in deals] == sums[1:]
        assert len({str(deal["scores"]) for deal in deals}) == 3
        seen = anybody.get(f"{finished}/view").json()
        assert (seen["deal_number"], anybody.get(finished).json()["deal_number"]) == (3, 3)
        assert seen["fairness"]["commitment"] == deals[2]["commitment"]

    def test_the_deal_goes_round(self, finished: str, anybody: ApiClient) -> None:
        """2.4: another seat deals, and opens, each time."""
        deals = anybody.get(f"{finished}/record").json()["deals"]
        first = deals[0]["dealer"]
        assert [deal["dealer"] for deal in deals] == [(first + number) % 3 for number in range(3)]
        opened = [deal["moves"][0]["seat"] for deal in deals]
        assert opened == [(deal["dealer"] + 1) % 3 for deal in deals]

    def test_of_a_single_deal_have_no_target(self, guest: ApiClient, anybody: ApiClient) -> None:
        rules = {"preset": "browser", "deal_limit": 1, "target": None}
        body = {"rules": rules, "seats": [{"bot_level": "club"}] * 2, "start": True}
        game = guest.post("games", body).json()
        assert (game["rules"]["target"], game["rules"]["deal_limit"], game["totals"]) == (None, 1, [0, 0])
        run_bots(game_id=game["id"], clock=ticking().__next__)
        over = anybody.get(f"games/{game['id']}").json()
        (deal,) = anybody.get(f"games/{game['id']}/deals").json()["results"]
        assert (over["status"], over["totals"]) == ("finished", deal["scores"])

    @pytest.mark.parametrize("policy", ["bot", "abandon"])
    @pytest.mark.parametrize("leaver", [0, 1])
    @pytest.mark.parametrize("scores", [[0, 0], [500, 120]], ids=["next deal", "game over"])
    def test_are_added_once_though_somebody_leaves_at_that_moment(
        self, policy: str, leaver: int, scores: list[int]
    ) -> None:
        table = table_of(2, rules=NO_CALLS, leaver_policy=policy)
        table.set(**LAST_CARD, scores=scores)
        assert table.move(0, {"type": "discard", "card": "2C"}).status_code == 201
        totals = [scores[0], scores[1] - 14]
        answer = table.seats[leaver].post(f"{table.path}/resign")
        game = table.stranger.get(table.path).json()
        if scores[0]:
            assert (code_of(answer), game["status"]) == ("game_over", "finished")
        else:
            assert (answer.status_code, game["status"]) == (200, "running" if policy == "bot" else "aborted")
        assert game["totals"] == [seat["total"] for seat in game["seats"]] == totals
        first = Deal.objects.get(number=1)
        assert (first.scores, first.totals) == ([0, -14], totals)
        assert code_of(table.seats[leaver].post(f"{table.path}/resign")) in ("game_over", "not_seated")
        assert table.stranger.get(table.path).json()["totals"] == totals


class TestWhoLooks:
    @pytest.fixture
    def four(self) -> Table:
        """Something of everything lies on the table, and a window is open."""
        table = table_of(4)
        table.set(**BEFORE)
        table.move(0, {"type": "discard", "card": "TH"})
        return table

    def test_without_a_seat_sees_all_that_is_public(self, four: Table) -> None:
        """And the rules in force: not those of another variant."""
        seen, own = view(four.stranger, four), view(four.seats[2], four)
        public = set(own) - {"viewer", "seat", "hand", "legal_moves"}
        assert {name: seen[name] for name in public} == {name: own[name] for name in public}
        assert (seen["viewer"], seen["seat"], seen["hand"], seen["legal_moves"]) == ("spectator", None, [], None)
        assert (seen["pile"], seen["stock_count"]) == (["KC", "TH"], 3)
        assert [seat["card_count"] for seat in seen["seats"]] == [1, 2, 2, 2]
        (meld,) = seen["melds"]
        assert (meld["cards"], meld["by"], meld["owner"]) == (["7H", "8H", "9H"], [1, 1, 1], 1)
        rules = four.stranger.get(four.path).json()["rules"]
        assert (rules["preset"], rules["call"], rules["jokers_per_pack"]) == ("pagat", "pile", 2)

    @pytest.mark.parametrize("query", ["viewer=spectator", "seat=1", "as=1", "role=reviewer", "reveal=true"])
    def test_cannot_look_as_somebody_else(self, four: Table, query: str) -> None:
        """A player is a player at their own game, whatever they ask for."""
        for client in (four.seats[0], four.stranger):
            assert code_of(client.get(f"{four.path}/view?{query}")) == "unknown_parameter"
            assert code_of(client.get(f"{four.path}/legal-moves?{query}")) in ("unknown_parameter", "not_seated")
        assert view(four.seats[0], four)["viewer"] == "seat"

    @pytest.mark.parametrize("is_seated", [True, False])
    def test_as_one_of_the_staff_sees_no_more(self, four: Table, is_seated: bool) -> None:
        """Who may look into the admin is told the same over HTTP as every other player."""
        player = four.game.players[1] if is_seated else guest("Reviewer")
        row, client = Player.objects.filter(pk=player.pk), client_of(player)
        row.update(kind="account", username="reviewer")
        paths = [f"{four.path}{part}" for part in ("/view", "/deals/1", "/record", "/events?limit=100", "/moves")]
        before = [client.get(path).json() | {"server_time": ""} for path in paths]
        row.update(is_staff=True, is_superuser=True)
        assert [client.get(path).json() | {"server_time": ""} for path in paths] == before
        assert before[0]["hand"] == (["3C", "4D"] if is_seated else [])

    @pytest.mark.parametrize(
        "query", ["snapshot=1", "fields=snapshot", "stock=5H", "include=stock", "bot_secret=1", "deals__seed=1", "id=1"]
    )
    def test_selects_no_column(self, four: Table, query: str) -> None:
        """Rows have no filter and no selector but those that are listed."""
        for path in ("games", four.path, f"{four.path}/deals", f"{four.path}/moves", f"{four.path}/record"):
            answer = four.stranger.get(f"{path}?{query}")
            offers_parts = query.startswith("include") and path == four.path
            assert code_of(answer) == ("bad_request" if offers_parts else "unknown_parameter")
        assert four.stranger.get(f"{four.path}/view?{query}").status_code == 400


class TestWhatDoesNotExist:
    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [
            ("PUT", "/seats/-1", 404),
            ("PUT", "/seats/8", 404),
            ("DELETE", "/seats/99", 404),
            ("GET", "/moves?seat=-1", 400),
            ("GET", "/moves?limit=1000000000000", 400),
            ("GET", "/events?limit=99999999999999999999", 400),
            ("GET", "/events?wait=-1", 400),
            ("GET", "/events?after=v99999999999999999999.0", 400),
            ("GET", "/deals/99999999999999999999", 404),
            ("GET", "/moves/99999999999999999999", 404),
        ],
    )
    def test_is_refused(self, table: Table, method: str, path: str, status: int) -> None:
        body = {} if method == "PUT" else None
        assert table.seats[0].send(method, table.path + path, body).status_code == status
        assert table.move(0, DRAW).status_code == 201

    def test_is_not_waited_for(self, anybody: ApiClient) -> None:
        nobody = "01990000-0000-7000-8000-000000000000"
        for path in (f"games/{nobody}/events?wait=25", "games/42/events?wait=25", "games/-1/events?wait=25"):
            assert code_of(anybody.get(path)) == "not_found"

    @pytest.mark.parametrize(
        ("method", "path"),
        [
            *[(method, "") for method in ("PUT", "POST", "DELETE")],
            *[(method, "/turn") for method in ("PUT", "PATCH", "DELETE", "GET")],
            *[(method, "/moves") for method in ("PUT", "PATCH", "DELETE")],
            *[(method, "/moves/5") for method in ("PUT", "PATCH", "DELETE", "POST")],
            *[(method, "/view") for method in ("PUT", "PATCH", "DELETE")],
            *[(method, "/deals/1") for method in ("PUT", "PATCH", "DELETE", "POST")],
        ],
    )
    def test_no_row_is_written_directly(self, table: Table, method: str, path: str) -> None:
        answer = table.seats[0].send(method, table.path + path, {"version": 1, "status": "finished"})
        assert (answer.status_code, code_of(answer)) == (405, "method_not_allowed")


def test_a_game_among_bots_shows_who_played(anybody: ApiClient) -> None:
    """A seat whose player left is marked for good, and so is the author of each of its moves."""
    table = table_of(2, rules={"preset": "classic", "deal_limit": 1}, takeover_level="club")
    for client in table.seats:
        client.post(f"{table.path}/resign")
    run_bots(game_id=table.game.game_id, clock=timezone.now)
    game = anybody.get(table.path).json()
    assert game["status"] == "finished"
    assert [(seat["kind"], seat["resigned"]) for seat in game["seats"]] == [("bot", True)] * 2
    assert [seat["player"]["name"] for seat in game["seats"]] == ["Player 0", "Player 1"]
    moves = anybody.get(f"{table.path}/moves?limit=100").json()["results"]
    assert {move["author"] for move in moves} == {"bot"}
    assert Seat.objects.filter(resigned_at=None).count() == 0


@pytest.mark.parametrize("target", [150, 1250])
def test_the_rules_are_told_as_they_are_played(guest: ApiClient, anybody: ApiClient, target: int) -> None:
    """The text is made of the very options by which the game is played."""
    rules = {"preset": "bicycle", "target": target, "call": "pile", "stock_out": "reshuffle"}
    game = guest.post("games", {"rules": rules, "seats": [{}, {}]}).json()
    told = anybody.post("rulesets/check", {"rules": game["rules"]}).json()
    assert told["rules"] == game["rules"]
    assert f"{target}" in told["text"]
    assert told["text"] != anybody.get("rulesets/bicycle").json()["text"]
