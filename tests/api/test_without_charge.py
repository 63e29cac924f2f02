"""What costs nothing is given also where a limit is reached, and nothing else is: no way in by a key or a tag."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from api.limits import BUCKETS
from games.models import Entry, Game, Offer
from players.models import AppAct, IdempotencyKey, Player
from players.services import create_app, issue_app_token, issue_personal_token, put_app_player
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, table_of
from tests.service.games.table import guest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits")]
KEY = {"Idempotency-Key": "6f1c0b5e-93a4-4b13-8f67-0c9d3f2a7e55"}
PAUSE: dict[str, Any] = {"kind": "pause"}


@pytest.fixture
def reach(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Leaves nothing in the common buckets: whatever comes now is one too many."""

    def empty() -> None:
        for name in ("anonymous", "player", "app", "all_moves"):
            monkeypatch.setitem(BUCKETS, name, replace(BUCKETS[name], quota=0))

    return empty


def tag_of(answer: Any) -> dict[str, str]:
    return {"If-None-Match": answer["ETag"]}


class TestAKey:
    @pytest.fixture
    def table(self) -> Table:
        return table_of(2)

    def asked(self, table: Table, seat: int = 0, key: dict[str, str] = KEY, **body: Any) -> Any:
        return table.seats[seat].post(f"{table.path}/offers", PAUSE | {"version": 4} | body, headers=key)

    def test_gets_its_answer_again(self, table: Table, reach: Any) -> None:
        version = table.version
        first = self.asked(table, version=version)
        reach()
        again = self.asked(table, version=version)
        assert (again.status_code, again.content, again["Idempotency-Replayed"]) == (201, first.content, "true")
        assert again["RateLimit"].startswith('"player";r=0;t=')
        assert Offer.objects.count() == 1

    def test_lets_nothing_new_in(self, table: Table, reach: Any) -> None:
        version = table.version
        assert self.asked(table, version=version).status_code == 201
        before = (Entry.objects.count(), Offer.objects.count(), IdempotencyKey.objects.count())
        reach()
        answers = [
            self.asked(table, version=version, kind="abandon"),
            self.asked(table, version=version, key={"Idempotency-Key": "another"}),
            self.asked(table, version=version, key={}),
            self.asked(table, seat=1, version=version),
            table.seats[0].post(f"{table.path}/resign", headers=KEY),
            table.seats[0].post(f"{table.path}/offers", raw=b"{", headers=KEY),
            table.seats[0].post(f"{table.path}/offers", raw=b" " * 70_000, headers=KEY),
            table.seats[0].post(f"{table.path}/offers", raw=b"{}", content_type="text/plain", headers=KEY),
            table.seats[0].post(f"{table.path}/offers", {}, headers={"Idempotency-Key": "\u00e4"}),
            table.seats[0].put(f"{table.path}/seats/0", {}, headers=KEY),
        ]
        assert [code_of(answer) for answer in answers] == ["rate_limited"] * 10
        assert (Entry.objects.count(), Offer.objects.count(), IdempotencyKey.objects.count()) == before

    def test_that_was_refused_is_new(self, table: Table, reach: Any) -> None:
        assert code_of(self.asked(table, version=1)) == "version_conflict"
        reach()
        assert code_of(self.asked(table, version=1)) == "rate_limited"

    def test_of_a_new_guest_gives_the_token_again(self, anybody: ApiClient, reach: Any) -> None:
        first = anybody.post("guests", headers=KEY)
        reach()
        assert anybody.post("guests", headers=KEY).content == first.content
        assert code_of(anybody.post("guests", headers=KEY, REMOTE_ADDR="10.0.0.2")) == "rate_limited"
        assert code_of(ApiClient("nonsense").post("guests", headers=KEY)) == "rate_limited"
        assert Player.objects.count() == 1

    def test_of_a_new_account_makes_no_password_again(
        self, anybody: ApiClient, reach: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """That takes long, and is no look."""
        body = {"name": "Ada Lovelace", "password": "a very long password"}
        first = anybody.post("accounts", body, headers=KEY)
        reach()
        monkeypatch.setattr("api.views.accounts.stored_form", None)
        assert (first.status_code, anybody.post("accounts", body, headers=KEY).content) == (201, first.content)

    def test_of_an_app_is_written_down_once(self, reach: Any) -> None:
        now = timezone.now()
        app, secret = create_app(owner=Player.objects.create_user("ada", "a long password"), name="Club", now=now)
        player = put_app_player(app=app, external_id="1", now=now).player
        client = ApiClient(issue_app_token(app_id=app.pk, secret=secret, now=now)[1])
        wish = {"rules": {"preset": "pagat"}, "seats": [{}, {}]}
        headers = KEY | {"Act-As": str(player.pk)}
        assert client.post("games", wish, headers=headers).status_code == 201
        reach()
        assert client.post("games", wish, headers=headers)["Idempotency-Replayed"] == "true"
        assert (AppAct.objects.count(), Game.objects.count()) == (1, 1)


class TestATag:
    @pytest.mark.parametrize("path", ["rulesets", "rulesets/pagat", "problems", "bots", "schema?profile=flat"])
    def test_that_holds_is_told_so(self, anybody: ApiClient, reach: Any, path: str) -> None:
        first = anybody.get(path)
        assert first.status_code == 200
        reach()
        again = anybody.get(path, headers=tag_of(first))
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert again["Cache-Control"] == first["Cache-Control"]

    def test_lets_nobody_in_who_has_another(self, anybody: ApiClient, reach: Any) -> None:
        tag = tag_of(anybody.get("rulesets"))
        anybody.get("rulesets/pagat")
        reach()
        assert code_of(anybody.get("rulesets", headers={"If-None-Match": '"another"'})) == "rate_limited"
        for path in ("rulesets/pagat", "rulesets/nonsense", "rulesets?nonsense=1", "meta", "games", "nowhere"):
            assert code_of(anybody.get(path, headers=tag)) == "rate_limited"
            assert anybody.get(path, headers={"If-None-Match": "*"}).status_code in (304, 429)
        assert code_of(ApiClient("nonsense").get("rulesets", headers=tag)) == "rate_limited"

    @pytest.mark.parametrize("part", ["", "/view"])
    def test_of_a_game_holds_until_it_goes_on(self, part: str, reach: Any) -> None:
        table = table_of(2)
        player, path = table.seats[table.game.state.playing.table.turn], f"{table.path}{part}"
        tag = tag_of(player.get(path))
        reach()
        for client in (player, table.stranger, ApiClient()):
            assert client.get(path, headers=tag).status_code == 304
            assert code_of(client.get(f"{table.path}/record", headers=tag)) == "rate_limited"
        assert code_of(player.get(path)) == "rate_limited"
        table.game.play(table.game.state.playing.table.turn, "draw", timezone.now())
        assert code_of(player.get(path, headers=tag)) == "rate_limited"

    @pytest.mark.parametrize("part", ["", "/view"])
    def test_of_a_private_game_tells_others_nothing(self, part: str, reach: Any) -> None:
        table = table_of(2)
        Game.objects.update(visibility="private")
        path = f"{table.path}{part}"
        tag = tag_of(table.seats[0].get(path))
        reach()
        answers = [client.get(path, headers=tag) for client in (*table.seats, table.stranger, ApiClient())]
        assert [answer.status_code for answer in answers] == [304, 304, 429, 429]
        assert code_of(table.stranger.get(path, headers={"If-None-Match": "*"})) == "rate_limited"

    def test_tells_nothing_to_a_token_that_may_not_read(self, reach: Any) -> None:
        """Not even whether its player belongs to a private game."""
        table = table_of(2)
        Game.objects.update(visibility="private")
        now = timezone.now()
        wish: Any = {"token": None, "name": "", "scopes": ("profile",), "expires_at": None, "now": now}
        tokens = [issue_personal_token(player=player, **wish)[1] for player in (table.game.players[0], guest("Bea"))]
        reach()
        for token in tokens:
            assert code_of(ApiClient(token).get(table.path, headers={"If-None-Match": "*"})) == "rate_limited"

    def test_carries_out_nothing_that_time_has_decided(self, reach: Any) -> None:
        table = table_of(2, clock={"mode": "live", "turn_ms": 10_000})
        Game.objects.update(
            due_at=timezone.now() - timedelta(hours=1), clock_ends_at=timezone.now() - timedelta(hours=1)
        )
        tag, version = {"If-None-Match": table.game.state.cursor.tag}, table.version
        reach()
        assert code_of(table.seats[0].get(f"{table.path}/view", headers=tag)) == "rate_limited"
        assert table.version == version
