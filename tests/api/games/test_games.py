"""Games over HTTP: made, listed, read, changed, seated, started and given up."""

from typing import Any

import pytest

from games.models import Game, Seat
from games.services.seating import take_seat
from players.models import Player, Token
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, client_of, table_of
from tests.service.games.table import NOW, OPEN, bots, guest, made

pytestmark = pytest.mark.django_db
BOT = {"bot_level": "club"}
BANK = {"mode": "live", "initial_ms": 60_000}


def wish(*seats: Any, **options: Any) -> dict[str, Any]:
    return {"rules": {"preset": "pagat"}, "seats": list(seats) or [{}, BOT], **options}


class TestMaking:
    def test_one_call_names_rules_people_and_bots_and_starts(self, guest: ApiClient) -> None:
        answer = guest.post("games", wish({}, BOT, {"kind": "bot", "bot_level": "novice"}, start=True))
        game = answer.json()
        assert answer.status_code == 201
        assert answer["Location"] == f"/api/v1/games/{game['id']}"
        assert (game["status"], game["deal_number"], game["totals"]) == ("running", 1, [0, 0, 0])
        assert [seat["kind"] for seat in game["seats"]] == ["person", "bot", "bot"]
        assert [seat["bot_level"] for seat in game["seats"]] == [None, "club", "novice"]
        assert [seat["card_count"] for seat in game["seats"]] == [7, 7, 7]

    @pytest.mark.parametrize(
        "rules", ["quick", {"preset": "quick"}, {"preset": "pagat", "target": 200}], ids=["name", "object", "options"]
    )
    def test_rules_are_a_preset_or_options_and_are_echoed_in_full(self, guest: ApiClient, rules: Any) -> None:
        game = guest.post("games", wish() | {"rules": rules}).json()
        assert game["rules"]["target"] == 200
        assert len(game["rules"]) > 40

    def test_impossible_rules_name_the_options(self, guest: ApiClient) -> None:
        answer = guest.post("games", wish() | {"rules": {"preset": "classic", "wild": "jokers"}})
        assert (answer.status_code, code_of(answer)) == (422, "impossible_rules")
        assert answer.json()["options"] == ["wild", "jokers_per_pack"]

    def test_nobodys_time_is_limited_unless_it_is_asked_for(self, guest: ApiClient) -> None:
        game = guest.post("games", wish(rated=False)).json()
        assert {name for name, value in game["clock"].items() if value is not None} == {"mode"}
        assert (game["clock"]["mode"], game["rated"], game["max_timeouts"]) == ("none", False, 2)
        assert (game["returnable"], game["undo_policy"], game["spectator_delay_moves"]) == (True, "agreed", 0)

    @pytest.mark.parametrize(
        "clock",
        [
            {"mode": "live", "initial_ms": 300_000, "increment_ms": 5000},
            {"mode": "live", "turn_ms": 30_000, "reserve_ms": 60_000},
            {"mode": "live", "initial_ms": 30_000, "turn_ms": 5000, "reserve_ms": 0},
            {"mode": "daily", "turn_seconds": 86_400, "vacation_days": 7},
        ],
        ids=["bank", "turn", "least", "daily"],
    )
    def test_a_clock(self, guest: ApiClient, clock: dict[str, Any]) -> None:
        settings = {"max_timeouts": 0, "returnable": False, "undo_policy": "off", "spectator_delay_moves": 50}
        game = guest.post("games", wish(clock=clock, rated=True, **settings)).json()
        assert game["clock"].items() >= clock.items()
        assert game.items() >= (settings | {"rated": True}).items()

    def test_the_same_key_makes_one_game(self, guest: ApiClient) -> None:
        key = {"Idempotency-Key": "one-game-please"}
        first, again = (guest.post("games", wish(), headers=key) for _ in range(2))
        assert first.json() == again.json()
        assert again["Idempotency-Replayed"] == "true"
        assert Game.objects.count() == 1

    @pytest.mark.parametrize(
        ("body", "code", "pointer"),
        [
            ({"seats": [{}, BOT]}, "bad_request", "/rules"),
            (wish({}), "bad_request", "/seats"),
            (wish(*[{}] * 9), "bad_request", "/seats"),
            (wish({}, {"bot_level": "nobody"}), "bad_request", "/seats/1/bot_level"),
            (wish({}, {"kind": "bot"}), "bad_request", "/seats/1/bot_level"),
            (wish({}, {"kind": "person", "bot_level": "club"}), "bad_request", "/seats/1/bot_level"),
            (wish({}, {"level": "club"}), "unknown_field", "/seats/1/level"),
            (wish({}, "club"), "bad_request", "/seats/1"),
            (wish(visibility="secret"), "bad_request", "/visibility"),
            (wish(leaver_policy="none"), "bad_request", "/leaver_policy"),
            (wish(takeover_level="nobody"), "bad_request", "/takeover_level"),
            (wish(start="yes"), "bad_request", "/start"),
            (wish(clock={"mode": "slow"}), "bad_request", "/clock/mode"),
            (wish(clock={"mode": "live"}), "bad_request", "/clock/initial_ms"),
            (wish(clock={"mode": "live", "initial_ms": 1}), "bad_request", "/clock/initial_ms"),
            (wish(clock={"mode": "live", "initial_ms": 86_400_001}), "bad_request", "/clock/initial_ms"),
            (wish(clock=BANK | {"increment_ms": 3_600_001}), "bad_request", "/clock/increment_ms"),
            (wish(clock=BANK | {"reserve_ms": 86_400_001}), "bad_request", "/clock/reserve_ms"),
            (wish(clock={"mode": "live", "turn_ms": 4999}), "bad_request", "/clock/turn_ms"),
            (wish(clock={"mode": "daily", "turn_seconds": 59}), "bad_request", "/clock/turn_seconds"),
            (wish(clock={"mode": "daily"}), "bad_request", "/clock/turn_seconds"),
            (wish(clock={"mode": "daily", "turn_seconds": 60, "turn_ms": 9000}), "bad_request", "/clock/turn_ms"),
            (wish(clock={"mode": "none", "vacation_days": 3}), "bad_request", "/clock/vacation_days"),
            (wish(max_timeouts=-1), "bad_request", "/max_timeouts"),
            (wish(returnable="no"), "bad_request", "/returnable"),
            (wish(undo_policy="always"), "bad_request", "/undo_policy"),
            (wish(spectator_delay_moves=51), "bad_request", "/spectator_delay_moves"),
            (wish(spectator_delay_moves=-1), "bad_request", "/spectator_delay_moves"),
            (wish(rated=True), "bad_request", "/rated"),
            (wish(colour="red"), "unknown_field", "/colour"),
            (wish() | {"rules": {"preset": "nonsense"}}, "impossible_rules", "/rules/preset"),
            (wish() | {"rules": {"nonsense": 1}}, "impossible_rules", "/rules/nonsense"),
            (wish() | {"rules": 7}, "impossible_rules", None),
        ],
    )
    def test_what_is_wrong_is_pointed_at(self, guest: ApiClient, body: Any, code: str, pointer: str | None) -> None:
        answer = guest.post("games", body)
        assert code_of(answer) == code
        assert [fault["pointer"] for fault in answer.json()["errors"]] == ([pointer] if pointer else [])
        assert not Game.objects.exists()

    def test_nobody_is_invited_who_is_not_there(self, guest: ApiClient) -> None:
        other = {"player": "01990000-0000-7000-8000-000000000000"}
        assert code_of(guest.post("games", wish({}, other))) == "not_found"

    def test_nobody_has_two_seats(self, guest: ApiClient) -> None:
        own = {"player": guest.get("me").json()["id"]}
        answer = guest.post("games", wish(own, BOT, own, own))
        assert (code_of(answer), answer.json()["errors"][0]["pointer"]) == ("bad_request", "/seats/2/player")
        assert not Game.objects.exists()

    def test_free_seats_keep_it_from_starting(self, guest: ApiClient) -> None:
        assert code_of(guest.post("games", wish({}, {}, start=True))) == "seats_open"

    def test_a_token_is_needed(self, anybody: ApiClient) -> None:
        assert code_of(anybody.post("games", wish())) == "not_authenticated"


class TestListing:
    def ids(self, client: ApiClient, query: str = "") -> list[str]:
        return [game["id"] for game in client.get(f"games{query}").json()["results"]]

    def test_the_newest_first_in_pages(self, anybody: ApiClient) -> None:
        games = [str(bots("club", "club").game.id) for _ in range(5)][::-1]
        page = anybody.get("games?limit=2").json()
        found = [game["id"] for game in page["results"]]
        while page["has_more"]:
            page = anybody.get(f"games?cursor={page['next_cursor']}").json()
            found += [game["id"] for game in page["results"]]
        assert found == games

    def test_the_oldest_first_in_pages(self, anybody: ApiClient) -> None:
        games = [str(bots("club", "club").game.id) for _ in range(5)]
        page = anybody.get("games?limit=2&sort=oldest").json()
        assert [game["id"] for game in page["results"]] == games[:2]
        page = anybody.get(f"games?cursor={page['next_cursor']}").json()
        assert [game["id"] for game in page["results"]] == games[2:4]
        assert self.ids(anybody, "?sort=newest") == games[::-1]

    def test_private_and_unlisted_games_are_their_players_own(self) -> None:
        player = guest("Owner")
        own, stranger = client_of(player), client_of(guest("Stranger"))
        games = [
            str(made(OPEN, OPEN, owner=player, visibility=visibility).game.id)
            for visibility in ("private", "unlisted", "public")
        ]
        assert self.ids(stranger) == games[2:]
        assert self.ids(own) == games[::-1]

    def test_filters(self, anybody: ApiClient) -> None:
        player = guest("Owner")
        open_game = str(made(OPEN, OPEN, owner=player).game.id)
        running = str(bots("club", "club", rules="classic").game.id)
        assert self.ids(anybody, "?status=open") == [open_game]
        assert self.ids(anybody, "?status=running,finished") == [running]
        assert self.ids(anybody, "?preset=classic") == [running]
        assert code_of(anybody.get("games?preset=nonsense")) == "bad_request"
        assert self.ids(anybody, f"?player={player.pk}") == [open_game]
        assert self.ids(anybody, "?rated=true") == []
        assert self.ids(anybody, "?created_after=2030-01-01T00:00:00Z") == []

    @pytest.mark.parametrize(
        ("query", "code"),
        [
            ("status=nonsense", "bad_request"),
            ("player=me", "bad_request"),
            ("created_after=yesterday", "bad_request"),
            ("sort=biggest", "bad_request"),
            ("limit=0", "bad_request"),
            ("limit=101", "bad_request"),
            ("cursor=nonsense", "bad_cursor"),
            ("colour=red", "unknown_parameter"),
        ],
    )
    def test_bad_filters(self, anybody: ApiClient, query: str, code: str) -> None:
        assert code_of(anybody.get(f"games?{query}")) == code


class TestThoseOfAPlayer:
    def test_are_the_public_ones_and_those_that_are_shared(self, anybody: ApiClient) -> None:
        players = [guest(name) for name in ("Ada", "Bea")]
        games = [
            made(OPEN, OPEN, owner=players[0], visibility=visibility).game.id
            for visibility in ("public", "unlisted", "private")
        ]
        made(OPEN, OPEN, owner=players[1])
        take_seat(game_id=games[1], number=1, player=players[1], now=NOW)
        path = f"players/{players[0].pk}/games"

        def listed(client: ApiClient, query: str = "") -> list[str]:
            return [game["id"] for game in client.get(path + query).json()["results"]]

        ids = [str(game) for game in games]
        assert listed(anybody) == ids[:1]
        assert listed(client_of(players[1])) == [ids[1], ids[0]]
        assert listed(client_of(players[0]), "?sort=oldest") == ids
        assert listed(client_of(players[0]), "?status=running") == []
        assert code_of(anybody.get(f"{path}?player={players[1].pk}")) == "unknown_parameter"

    def test_are_counted_by_what_they_came_to(self, table: Table) -> None:
        path = f"players/{table.game.players[0].pk}/statistics"
        assert table.stranger.get(path).json()["results"] == []
        seats = Seat.objects.filter(game_id=table.game.game_id)
        Game.objects.filter(id=table.game.game_id).update(status="finished")
        seats.filter(seat=0).update(outcome="won")
        (row,) = table.stranger.get(path).json()["results"]
        told = {"preset": "classic", "against": "people", "games": 1, "won": 1, "shared": 0, "lost": 0, "left": 0}
        assert row.items() >= told.items()

    @pytest.mark.parametrize("part", ["games", "statistics"])
    def test_of_nobody_and_of_one_who_is_forgotten(self, anybody: ApiClient, part: str) -> None:
        assert code_of(anybody.get(f"players/01990000-0000-7000-8000-000000000000/{part}")) == "not_found"
        gone = guest()
        Player.objects.filter(pk=gone.pk).update(erased_at=NOW)
        assert code_of(anybody.get(f"players/{gone.pk}/{part}")) == "erased"


class TestReading:
    def test_bears_a_tag(self, table: Table) -> None:
        answer = table.stranger.get(table.path)
        assert answer["ETag"] == f'"v{table.version}.0"'
        again = table.stranger.get(table.path, headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "Content-Type" not in again
        table.move(0, {"type": "draw"})
        assert table.stranger.get(table.path, headers={"If-None-Match": answer["ETag"]}).status_code == 200

    @pytest.mark.parametrize("part", ["", "/view"])
    def test_what_has_not_changed_costs_one_statement(
        self, table: Table, part: str, django_assert_num_queries: Any
    ) -> None:
        path = f"{table.path}{part}"
        tag = {"If-None-Match": table.stranger.get(path)["ETag"]}
        with django_assert_num_queries(1):
            assert table.seats[0].get(path, headers=tag).status_code == 304
        Token.objects.filter(player=table.game.players[0].pk).update(revoked_at=NOW)
        assert code_of(table.seats[0].get(path, headers=tag)) == "token_revoked"
        Game.objects.filter(pk=table.game.game_id).update(visibility="private")
        assert table.seats[1].get(path, headers=tag).status_code == 304
        assert code_of(table.stranger.get(path, headers=tag)) == "not_found"

    def test_a_private_game_does_not_exist_for_others(self) -> None:
        player = guest("Owner")
        game_id = made(OPEN, OPEN, owner=player, visibility="private").game.id
        for client in (client_of(guest("Stranger")), ApiClient()):
            for path in ("", "/view", "/legal-moves", "/moves", "/events", "/deals", "/deals/1", "/record"):
                answer = client.get(f"games/{game_id}{path}")
                assert code_of(answer) == (
                    "not_found" if client.token or path != "/legal-moves" else "not_authenticated"
                )
        assert code_of(client_of(guest()).put(f"games/{game_id}/seats/1", {"nonsense": 1})) == "not_found"
        assert client_of(player).get(f"games/{game_id}").status_code == 200


class TestChanging:
    def patch(self, client: ApiClient, game_id: Any, tag: str | None, body: Any) -> Any:
        return client.patch(f"games/{game_id}", body, headers={"If-Match": tag} if tag else {})

    def test_by_the_owner_with_the_version(self) -> None:
        player = guest("Owner")
        game = made(OPEN, OPEN, owner=player).game
        client, body = client_of(player), {"visibility": "unlisted", "rules": {"preset": "classic"}}
        tag = client.get(f"games/{game.id}")["ETag"]
        changed = self.patch(client, game.id, tag, body).json()
        assert (changed["visibility"], changed["rules"]["preset"]) == ("unlisted", "classic")
        assert code_of(self.patch(client, game.id, tag, body)) == "version_conflict"
        assert code_of(self.patch(client, game.id, None, body)) == "version_required"
        for form in ("v3", '"v\u0663"'):
            assert code_of(self.patch(client, game.id, form, body)) == "bad_request"
        assert code_of(self.patch(client_of(guest()), game.id, tag, body)) == "not_owner"

    @pytest.mark.parametrize("clock", [{}, {"turn_seconds": 60}, {"mode": None}])
    def test_a_clock_is_changed_as_a_whole(self, clock: Any) -> None:
        game = made(OPEN, OPEN, owner=(owner := guest())).game
        answer = self.patch(client_of(owner), game.id, f'"v{game.version}.0"', {"clock": clock})
        assert code_of(answer) == "bad_request"
        assert answer.json()["errors"][0]["pointer"] == "/clock/mode"


class TestSeats:
    def test_sitting_down_leaving_and_starting(self) -> None:
        player = guest("Owner")
        game_id = made(OPEN, OPEN, OPEN, owner=player).game.id
        owner, other = client_of(player), client_of(guest("Other"))
        path = f"games/{game_id}"
        assert other.put(f"{path}/seats/1", {}).json()["seats"][1]["player"]["name"] == "Other"
        assert other.put(f"{path}/seats/1", {}).status_code == 200
        assert other.delete(f"{path}/seats/1").status_code == 204
        assert other.put(f"{path}/seats/1").status_code == 200
        assert code_of(other.put(f"{path}/seats/0", {})) == "seat_taken"
        assert code_of(other.put(f"{path}/seats/2", BOT)) == "not_owner"
        assert [seat["ready"] for seat in owner.get(path).json()["seats"]] == [True, True, False]
        assert code_of(owner.post(f"{path}/start")) == "seats_open"
        assert owner.put(f"{path}/seats/2", BOT).json()["seats"][2].items() >= {"kind": "bot", "ready": True}.items()
        assert code_of(other.post(f"{path}/start")) == "not_owner"
        started = owner.post(f"{path}/start").json()
        assert started["status"] == "running"
        assert owner.post(f"{path}/start").json()["version"] == started["version"]
        assert code_of(other.delete(f"{path}/seats/1")) == "game_started"

    def test_a_start_can_be_sent_again_even_when_all_is_over(self) -> None:
        player = guest("Owner")
        owner = client_of(player)
        path = f"games/{made(OPEN, OPEN, owner=player).game.id}"
        seen = {"If-Match": owner.get(path)["ETag"]}
        assert owner.patch(path, {"leaver_policy": "abandon"}, headers=seen).status_code == 200
        assert owner.put(f"{path}/seats/0", {}).status_code == 200
        assert owner.put(f"{path}/seats/1", BOT).status_code == 200
        assert owner.post(f"{path}/start").json()["status"] == "running"
        owner.post(f"{path}/resign")
        assert owner.post(f"{path}/start").json()["status"] == "aborted"


class TestPlayingAgain:
    def test_is_answered_once_for_a_key_and_the_same_for_the_others(self, table: Table) -> None:
        Game.objects.update(leaver_policy="abandon")
        assert code_of(table.seats[0].post(f"{table.path}/rematch")) == "game_not_over"
        table.seats[0].post(f"{table.path}/resign")
        key = {"Idempotency-Key": "again"}
        first, again = [table.seats[0].post(f"{table.path}/rematch", {}, headers=key) for _ in range(2)]
        assert (first.status_code, first.content, again["Idempotency-Replayed"]) == (201, again.content, "true")
        assert first["Location"] == f"/api/v1/games/{first.json()['id']}"
        other = table.seats[1].post(f"{table.path}/rematch").json()
        assert (other["id"], other["status"], other["previous_game"]) == (
            first.json()["id"],
            "running",
            str(table.game.game_id),
        )
        assert table.stranger.get(table.path).json()["next_game"] == other["id"]
        assert code_of(table.stranger.post(f"{table.path}/rematch")) == "not_seated"
        events = table.stranger.get(f"{table.path}/events").json()["results"]
        assert (events[-1]["type"], events[-1]["next_game"]) == ("rematch_made", other["id"])


class TestResigning:
    def test_a_bot_goes_on(self, table: Table) -> None:
        key = {"Idempotency-Key": "i-give-up"}
        first, again = (table.seats[0].post(f"{table.path}/resign", headers=key) for _ in range(2))
        assert first.json() == again.json()
        seat = first.json()["seats"][0]
        assert (seat["kind"], seat["resigned"], seat["player"]["name"]) == ("bot", True, "Player 0")
        late = table.seats[0].post(f"{table.path}/resign")
        assert (code_of(late), late.json()["detail"]) == ("not_seated", "You have left this game.")
        assert table.seats[0].get(f"{table.path}/view").json()["viewer"] == "spectator"
        assert code_of(table.seats[0].post(f"{table.path}/resign")) == "not_seated"

    def test_or_the_game_is_broken_off(self) -> None:
        table = table_of(2, leaver_policy="abandon")
        game = table.seats[1].post(f"{table.path}/resign").json()
        assert (game["status"], game["result"]) == ("aborted", {"winners": [], "totals": [0, 0]})
        assert code_of(table.move(0, {"type": "draw"})) == "game_over"
