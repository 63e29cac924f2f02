"""Play over HTTP: the view, legal moves, moves and their refusals."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.limits import MOST_LEGAL_MOVES
from games.models import Entry, Game
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, table_of
from tests.service.games.table import OPEN, made
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
DRAW = {"type": "draw"}


class TestTheView:
    def test_has_ones_own_cards(self, table: Table) -> None:
        views = [client.get(f"{table.path}/view").json() for client in (*table.seats, table.stranger, ApiClient())]
        assert [view["hand"] for view in views] == [["2C", "4D"], ["KD", "4S"], [], []]
        assert [view["seat"] for view in views] == [0, 1, None, None]
        assert [view["viewer"] for view in views] == ["seat", "seat", "spectator", "spectator"]

    def test_includes_legal_moves_on_request(self, table: Table) -> None:
        path = f"{table.path}/view?include=legal_moves"
        assert table.seats[0].get(f"{table.path}/view").json()["legal_moves"] is None
        moves = table.seats[0].get(path).json()["legal_moves"]
        assert [move["text"] for move in moves["moves"]] == ["draw", "take 9C"]
        assert table.seats[1].get(path).json()["legal_moves"]["moves"] == []
        assert table.stranger.get(path).json()["legal_moves"]["moves"] == []
        assert code_of(table.stranger.get(f"{table.path}/view?include=seeds")) == "bad_request"

    def test_includes_who_sits_there_on_request(self, table: Table) -> None:
        plain = table.stranger.get(f"{table.path}/view").json()["seats"]
        assert [seat["profile"] for seat in plain] == [None, None]
        both = table.seats[0].get(f"{table.path}/view?include=seats.player,legal_moves").json()
        assert len(both["legal_moves"]["moves"]) == 2
        game = table.stranger.get(f"{table.path}?include=seats.player").json()
        for told in (both, game):
            profiles = [seat["profile"] for seat in told["seats"]]
            assert profiles == [table.stranger.get(f"players/{player.pk}").json() for player in table.game.players]
        assert code_of(table.stranger.get(f"{table.path}?include=legal_moves")) == "bad_request"
        assert code_of(table.stranger.get(f"{table.path}/view?include=")) == "bad_request"

    def test_bears_a_tag(self, table: Table) -> None:
        answer = table.seats[0].get(f"{table.path}/view")
        headers = {"If-None-Match": answer["ETag"]}
        assert table.seats[0].get(f"{table.path}/view", headers=headers).status_code == 304
        table.move(0, DRAW)
        assert table.seats[0].get(f"{table.path}/view", headers=headers).status_code == 200

    def test_is_not_there_before_the_start(self, guest: ApiClient) -> None:
        game_id = made(OPEN, OPEN).game.id
        assert code_of(guest.get(f"games/{game_id}/view")) == "game_not_started"
        assert code_of(guest.get(f"games/{game_id}/legal-moves")) == "game_not_started"


class TestLegalMoves:
    def test_are_ones_own(self, table: Table) -> None:
        answer = table.seats[0].get(f"{table.path}/legal-moves").json()
        assert (answer["version"], answer["seat"], answer["truncated"]) == (table.version, 0, False)
        assert answer["moves"][1] == {"move": {"type": "take", "card": "9C"}, "text": "take 9C"}
        assert code_of(table.stranger.get(f"{table.path}/legal-moves")) == "not_seated"

    def test_are_cut_where_there_are_too_many(self) -> None:
        table = table_of(2, rules={"preset": "pagat", "jokers_per_pack": 4})
        hand = [f"{rank}{suit}" for rank in "A3579JK" for suit in "CDH"] + ["X1", "X2", "X3", "X4"]
        table.set(turn=0, phase="play", hands=[hand, ["2S"]], stock=["4S"], pile=["6S"])
        answer = table.seats[0].get(f"{table.path}/legal-moves").json()
        assert (len(answer["moves"]), answer["truncated"]) == (MOST_LEGAL_MOVES, True)


class TestAMove:
    def test_answers_with_the_new_view(self, table: Table) -> None:
        version = table.version
        answer = table.move(0, DRAW)
        played = answer.json()
        assert answer.status_code == 201
        assert answer["Location"] == f"/api/v1/{table.path}/moves/{version + 1}"
        assert answer["ETag"] == f'"v{version + 1}.0"'
        assert (played["version"], played["move"], played["text"]) == (version + 1, DRAW, "draw")
        assert played["view"]["hand"] == ["2C", "4D", "5H"]
        assert played["view"] | {"server_time": ""} == table.seats[0].get(f"{table.path}/view").json() | {
            "server_time": ""
        }

    def test_ignores_empty_members_of_other_types(self, table: Table) -> None:
        flat = {"type": "draw", "card": None, "cards": [], "meld": None, "end": "", "wild": {}}
        body = {"move": flat, "version": table.version}
        assert table.seats[0].post(f"{table.path}/moves", body, described=False).status_code == 201

    def test_is_done_once_under_a_key(self, table: Table) -> None:
        body = {"version": table.version, "move": DRAW}
        key = {"Idempotency-Key": "draw-once"}
        answers = [table.seats[0].post(f"{table.path}/moves", body, headers=key) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201] * 3
        assert answers[0].json() == answers[1].json() == answers[2].json()
        assert answers[2]["ETag"] == answers[0]["ETag"]
        assert Entry.objects.filter(kind="move").count() == 1
        other = table.seats[0].post(f"{table.path}/moves", {**body, "version": 1}, headers=key)
        assert code_of(other) == "idempotency_key_reused"

    def test_that_is_refused_may_be_corrected_under_the_same_key(self, table: Table) -> None:
        key = {"Idempotency-Key": "try-again"}
        body = {"version": table.version, "move": {"type": "discard", "card": "2C"}}
        assert code_of(table.seats[0].post(f"{table.path}/moves", body, headers=key)) == "wrong_phase"
        assert table.seats[0].post(f"{table.path}/moves", {**body, "move": DRAW}, headers=key).status_code == 201

    def test_a_stale_version_is_told_the_last_own_move(self, table: Table) -> None:
        version = table.version
        table.move(0, DRAW)
        problem = table.move(0, DRAW, version=version).json()
        assert (problem["status"], problem["code"]) == (412, "version_conflict")
        assert problem["current_version"] == version + 1
        assert problem["your_last_move"] == {"version": version + 1, "move": {"type": "draw"}, "text": "draw"}

    def test_is_refused_with_the_code_and_the_clause(self, table: Table) -> None:
        table.set(turn=0, phase="play", hands=[["2C", "4D"], ["KD"]], stock=["5H"], pile=[], taken=["2C"])
        problem = table.move(0, {"type": "discard", "card": "2C"}).json()
        assert (problem["status"], problem["code"], problem["rule"]) == (422, "taken_card_discarded", "6.6")
        assert problem["errors"][0]["pointer"] == "/move/card"


class TestTheWindow:
    @pytest.fixture
    def four(self) -> Table:
        """Seat 0 has discarded a card that the others may call."""
        table = table_of(4)
        table.set(**BEFORE)
        table.move(0, {"type": "discard", "card": "TH"})
        return table

    def window(self, table: Table, seat: int = 1) -> Any:
        return table.seats[seat].get(f"{table.path}/view").json()["window"]

    def test_is_answered_by_its_id(self, four: Table) -> None:
        window = self.window(four)["id"]
        assert four.move(2, {"type": "pass"}, window=window).status_code == 201
        assert self.window(four, 2)["answered"] == "pass"
        assert self.window(four, 1)["answered"] is None
        assert four.move(1, {"type": "call", "card": "TH"}, window=window).json()["view"]["by_call"] is True
        assert code_of(four.move(3, {"type": "pass"}, window=window)) == "call_closed"

    def test_tells_whether_an_answer_counted_that_is_given_again(self, four: Table) -> None:
        window = self.window(four)["id"]
        first = four.move(2, {"type": "pass"}, window=window).json()["version"]
        again = four.move(2, {"type": "pass"}, window=window)
        counted = {"version": first, "move": {"type": "pass"}, "text": "pass"}
        assert (code_of(again), again.json()["your_last_move"]) == ("call_closed", counted)
        call = {"type": "call", "card": "TH"}
        called = four.move(1, call, window=window).json()["version"]
        again = four.move(1, call, window=window)
        counted = {"version": called, "move": call | {"meld": None, "end": None}, "text": "call TH"}
        assert (code_of(again), again.json()["your_last_move"]) == ("call_closed", counted)
        assert four.move(3, {"type": "pass"}, window=window).json()["your_last_move"] is None

    def test_makes_others_wait(self, four: Table) -> None:
        answer = four.move(1, DRAW)
        assert (answer.status_code, code_of(answer)) == (409, "call_window_open")
        assert 1 <= int(answer["Retry-After"]) <= 5
        assert answer.json()["retryable"] is True

    @pytest.mark.parametrize(
        ("occasion", "code", "status"),
        [
            ({"window": None}, "version_required", 428),
            ({"version": 5}, "version_required", 428),
            ({"window": "01990000-0000-7000-8000-000000000000"}, "call_closed", 422),
            ({"window": "nonsense"}, "bad_request", 400),
            ({"window": "01990000-0000-7000-8000-000000000000", "version": 5}, "bad_request", 400),
        ],
    )
    def test_has_to_be_named(self, four: Table, occasion: dict[str, Any], code: str, status: int) -> None:
        answer = four.move(1, {"type": "pass"}, **occasion)
        assert (code_of(answer), answer.status_code) == (code, status)

    def test_closes_by_time_when_somebody_looks(self, four: Table) -> None:
        passed = timezone.now() - timedelta(milliseconds=1)
        Game.objects.update(window_closes_at=passed, due_at=passed)
        assert self.window(four) is None
        assert four.move(1, DRAW).status_code == 201

    def test_hides_the_answers_of_others(self, four: Table) -> None:
        window = self.window(four)["id"]
        move = four.move(2, {"type": "pass"}, window=window)["Location"]
        assert four.seats[2].get(move).status_code == 200
        assert code_of(four.seats[1].get(move)) == "not_found"
        for client, number in ((four.seats[1], 1), (four.seats[2], 2), (four.stranger, 1)):
            listed = client.get(f"{four.path}/moves").json()["results"]
            assert len(listed) == number


class TestAsking:
    def test_changes_nothing(self, table: Table) -> None:
        version = table.version
        body = {"version": version, "move": {"type": "take", "card": "9C"}}
        answer = table.seats[0].post(f"{table.path}/moves/check", body)
        assert answer.json() == {"version": version, "move": body["move"], "text": "take 9C"}
        assert table.version == version

    def test_refuses_as_the_move_itself_would(self, table: Table) -> None:
        for seat, move, code in ((1, DRAW, "not_your_turn"), (0, {"type": "x"}, "bad_notation")):
            body = {"version": table.version, "move": move}
            assert code_of(table.seats[seat].post(f"{table.path}/moves/check", body)) == code
        assert code_of(table.seats[0].post(f"{table.path}/moves/check", {"move": DRAW})) == "version_required"
        assert code_of(table.stranger.post(f"{table.path}/moves/check", {"move": DRAW})) == "not_seated"


class TestTheMovesPlayed:
    def test_in_pages_and_filtered(self, table: Table) -> None:
        table.move(0, DRAW)
        table.move(0, {"type": "discard", "card": "5H"})
        table.move(1, DRAW)
        moves = table.seats[0].get(f"{table.path}/moves").json()["results"]
        assert [(move["seat"], move["text"], move["drawn"]) for move in moves] == [
            (0, "draw", "5H"),
            (0, "discard 5H", None),
            (1, "draw", None),
        ]
        page = table.stranger.get(f"{table.path}/moves?limit=2").json()
        assert (len(page["results"]), page["has_more"]) == (2, True)
        rest = table.stranger.get(f"{table.path}/moves?cursor={page['next_cursor']}").json()["results"]
        assert [move["text"] for move in rest] == ["draw"]
        assert len(table.stranger.get(f"{table.path}/moves?seat=0").json()["results"]) == 2
        assert table.stranger.get(f"{table.path}/moves?deal=2").json()["results"] == []
        assert code_of(table.stranger.get(f"{table.path}/moves?seat=9")) == "bad_request"

    def test_one_by_one(self, table: Table) -> None:
        location = table.move(0, DRAW)["Location"]
        assert table.seats[0].get(location).json()["drawn"] == "5H"
        assert table.seats[1].get(location).json()["drawn"] is None
        assert code_of(table.seats[0].get(f"{table.path}/moves/1")) == "not_found"
        assert code_of(table.seats[0].get(f"{table.path}/moves/{10**30}")) == "not_found"
