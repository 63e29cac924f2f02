"""Seeks: who is matched with whom, what comes of a seek that runs out, and that nobody gets two games."""

from datetime import timedelta
from typing import Any

import pytest

import engine
from games import store
from games.models import Game, Seek
from games.replay import faults_of
from games.services import lobby, seeks
from games.services.seeks import (
    SeekWish,
    cancel_seek,
    cancel_seeks_of,
    create_seek,
    forget_old_seeks,
    look_at_seek,
    renew_seek,
    settle_due_seeks,
)
from players.errors import DomainError
from players.models import Player, PlayerEvent, PlayerKind
from players.services import put_tie
from tests.service.games.table import NOW, guest

pytestmark = pytest.mark.django_db
LIVE = {"mode": "live", "initial_ms": 60_000}
SOON = NOW + timedelta(seconds=1)
LATER = NOW + seeks.OPEN_FOR


def sought(player: Player | None = None, count: int = 2, now: Any = NOW, rules: Any = "pagat", **wish: Any) -> Seek:
    wish = {"min_seats": count, "max_seats": count} | wish
    return create_seek(player=player or guest(), wish=SeekWish(engine.options_from(rules), **wish), now=now)


def now_of(*found: Seek) -> list[str]:
    for seek in found:
        seek.refresh_from_db()
    return [seek.status for seek in found]


def seated(seek: Seek) -> set[Any]:
    assert seek.game is not None
    return {seat.player_id for seat in store.load(seek.game).seats}


class TestMatching:
    def test_two_who_seek_the_same_play_at_once(self) -> None:
        first, second = sought(), sought(now=SOON)
        assert now_of(first, second) == ["matched", "matched"]
        assert first.game == second.game
        assert first.closed_at == SOON
        game = store.load(first.game)
        assert (game.game.status, game.game.owner, game.game.started_at) == ("running", first.player, SOON)
        assert seated(first) == {first.player_id, second.player_id}
        assert faults_of(first.game) == []

    def test_both_are_told(self) -> None:
        for seek in (sought(), sought()):
            event = PlayerEvent.objects.get(player=seek.player)
            seek.refresh_from_db()
            assert (event.type, event.game, event.facts) == ("seek_matched", seek.game, {"seek": str(seek.id)})

    @pytest.mark.parametrize(
        "other",
        [
            {"rules": "quick"},
            {"rules": {"preset": "pagat", "target": 300}},
            {"clock": LIVE},
            {"visibility": "private"},
            {"count": 3},
        ],
    )
    def test_who_seeks_something_else_waits(self, other: dict[str, Any]) -> None:
        assert now_of(sought(), sought(**other)) == ["open", "open"]

    def test_rated_with_rated(self) -> None:
        players = [guest() for _ in range(3)]
        Player.objects.update(kind=PlayerKind.ACCOUNT)
        for player in players:
            player.refresh_from_db()
        casual = sought(players[0], clock=LIVE)
        rated = [sought(player, clock=LIVE, rated=True) for player in players[1:]]
        assert now_of(casual, *rated) == ["open", "matched", "matched"]
        assert Game.objects.get().rated

    def test_a_clock_is_the_same_however_it_is_written(self) -> None:
        assert now_of(sought(clock=LIVE), sought(clock=LIVE | {"increment_ms": 0})) == ["matched", "matched"]

    def test_rules_are_the_same_however_they_are_named(self) -> None:
        assert now_of(sought(), sought(rules={"preset": "pagat"})) == ["matched", "matched"]

    def test_nobody_plays_with_themselves(self) -> None:
        ada = guest()
        assert now_of(sought(ada), sought(ada)) == ["open", "open"]
        assert now_of(sought(ada, count=3), sought(count=3)) == ["open", "open"]

    def test_the_first_who_waits_is_taken_first(self) -> None:
        waiting = [sought(min_seats=2, max_seats=2, min_rating=low) for low in (1600, None)]
        waiting += [sought(count=3)]
        assert now_of(*waiting, sought()) == ["open", "matched", "open", "matched"]

    def test_ratings_have_to_suit_both(self) -> None:
        picky = sought(min_rating=seeks.rating_of(guest().pk, "joker.fast") + 1)
        assert now_of(picky, sought()) == ["open", "open"]
        assert now_of(sought(max_rating=1499)) == ["open"]
        assert now_of(sought(min_rating=1500, max_rating=1500)) == ["matched"]

    def test_a_range_of_seats_takes_the_largest_table_that_can_be_filled(self) -> None:
        three = [sought(count=3), sought(count=3)]
        four = sought(count=4)
        last = sought(min_seats=2, max_seats=4)
        assert now_of(*three, four, last) == ["matched", "matched", "open", "matched"]
        assert len(seated(last)) == 3

    def test_the_rules_must_allow_each_number_of_seats(self) -> None:
        with pytest.raises(engine.ImpossibleRules):
            sought(rules={"preset": "pagat", "max_players": 4}, min_seats=3, max_seats=5)

    def test_seats_are_given_by_chance(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lobby, "in_random_order", lambda players: list(players)[::-1])
        sought()
        last = sought()
        assert [seat.player_id for seat in store.load(last.game).seats][-1] == last.player_id


class TestBlocks:
    @pytest.mark.parametrize("blocking", [0, 1])
    def test_who_is_blocked_is_no_match(self, blocking: int) -> None:
        pair = [guest(), guest()]
        put_tie(player=pair[blocking], other_id=pair[1 - blocking].pk, kind="block", now=NOW)
        assert now_of(*[sought(player) for player in pair]) == ["open", "open"]
        assert now_of(sought()) == ["matched"]

    def test_nor_are_two_others_of_one_table(self) -> None:
        """The first keeps the second and third from one another's table only as long as it is tried with it."""
        first, second, third, last = [guest() for _ in range(4)]
        for other in (second, third):
            put_tie(player=first, other_id=other.pk, kind="block", now=NOW)
        found = [sought(player, count=3) for player in (first, second, third, last)]
        assert now_of(*found) == ["open", "matched", "matched", "matched"]


class TestManySeeks:
    def test_a_game_cancels_the_others_of_its_players(self) -> None:
        ada = guest()
        others = [sought(ada, rules="quick"), sought(ada, count=4)]
        sought(ada)
        sought()
        assert now_of(*others) == ["cancelled", "cancelled"]
        assert now_of(sought(rules="quick")) == ["open"]

    def test_there_is_an_end(self) -> None:
        ada = guest()
        for _ in range(seeks.MOST_OPEN):
            sought(ada)
        with pytest.raises(DomainError, match="at most 5") as refused:
            sought(ada)
        assert refused.value.code == "limit_reached"
        assert sought(ada, now=LATER).status == "open"


class TestTheEnd:
    def test_it_runs_out_when_somebody_looks(self) -> None:
        seek = sought()
        before = LATER - timedelta(milliseconds=1)
        assert look_at_seek(seek_id=seek.id, player_id=None, now=before).status == "open"
        assert look_at_seek(seek_id=seek.id, player_id=None, now=LATER).status == "expired"
        assert Seek.objects.get().closed_at == LATER

    def test_it_runs_out_when_nobody_looks(self) -> None:
        first = sought()
        second = sought(rules="quick", now=SOON)
        assert settle_due_seeks(now=LATER) == 1
        assert now_of(first, second) == ["expired", "open"]

    def test_one_that_has_run_out_is_no_match(self) -> None:
        first = sought()
        assert now_of(first, sought(now=LATER)) == ["open", "open"]

    @pytest.mark.django_db(transaction=True)
    def test_one_that_cannot_be_closed_keeps_no_other_waiting(self, monkeypatch: pytest.MonkeyPatch) -> None:
        broken = sought(bots="on_expiry", bot_level="club")
        fine = sought(rules="quick", now=SOON)
        monkeypatch.setattr(lobby, "_begin", lambda *_: 1 / 0)
        assert settle_due_seeks(now=LATER + timedelta(minutes=1)) == 1
        assert now_of(broken, fine) == ["open", "expired"]

    def test_it_goes_on_when_it_is_renewed(self) -> None:
        seek = sought()
        renewed = renew_seek(seek_id=seek.id, player_id=seek.player_id, now=LATER - timedelta(seconds=1))
        assert renewed.expires_at == LATER - timedelta(seconds=1) + seeks.OPEN_FOR
        assert look_at_seek(seek_id=seek.id, player_id=None, now=LATER).status == "open"
        with pytest.raises(DomainError) as refused:
            renew_seek(seek_id=seek.id, player_id=seek.player_id, now=renewed.expires_at)
        assert (refused.value.code, now_of(seek)) == ("seek_closed", ["expired"])

    def test_a_renewal_looks_again(self) -> None:
        ada, ben = guest(), guest()
        put_tie(player=ada, other_id=ben.pk, kind="block", now=NOW)
        first, second = sought(ada), sought(ben)
        ada.ties.all().delete()
        assert renew_seek(seek_id=first.id, player_id=ada.pk, now=SOON).status == "matched"
        assert now_of(second) == ["matched"]

    def test_it_is_withdrawn_by_its_player(self) -> None:
        seek = sought()
        ids = {"seek_id": seek.id, "now": SOON}
        with pytest.raises(DomainError, match="no such seek"):
            cancel_seek(player_id=guest().pk, **ids)
        for _ in range(2):
            cancel_seek(player_id=seek.player_id, **ids)
        assert now_of(seek, sought()) == ["cancelled", "open"]

    def test_not_when_a_game_has_come_of_it(self) -> None:
        seek = sought()
        sought()
        with pytest.raises(DomainError) as refused:
            cancel_seek(seek_id=seek.id, player_id=seek.player_id, now=SOON)
        assert refused.value.code == "seek_closed"

    def test_all_of_a_player_are_withdrawn(self) -> None:
        ada = guest()
        found = [sought(ada), sought(ada, count=3), sought(rules="quick")]
        cancel_seeks_of(player_id=ada.pk, now=NOW)
        assert now_of(*found) == ["cancelled", "cancelled", "open"]

    def test_old_ones_are_forgotten(self) -> None:
        seek = sought()
        cancel_seek(seek_id=seek.id, player_id=seek.player_id, now=NOW)
        sought(rules="quick")
        assert forget_old_seeks(now=NOW + timedelta(hours=23)) == 0
        assert forget_old_seeks(now=NOW + timedelta(hours=24)) == 1
        assert Seek.objects.get().preset == "quick"


class TestBots:
    def test_at_once_if_not_enough_people_wait(self) -> None:
        sought(count=3)
        seek = sought(count=3, bots="at_once", bot_level="club")
        seats = store.load(seek.game).seats
        assert sorted(seat.bot_level for seat in seats) == ["", "club", "club"]
        assert now_of(sought(count=3, bots="at_once", bot_level="club")) == ["matched"]
        assert Seek.objects.filter(status="open").count() == 1

    def test_people_are_taken_before_bots(self) -> None:
        seek = sought()
        assert now_of(sought(bots="at_once", bot_level="club"), seek) == ["matched", "matched"]

    def test_when_it_runs_out(self) -> None:
        seek = sought(min_seats=3, max_seats=4, bots="on_expiry", bot_level="casual")
        assert now_of(seek) == ["open"]
        found = look_at_seek(seek_id=seek.id, player_id=None, now=LATER)
        assert (found.status, found.closed_at) == ("matched", LATER)
        assert sorted(seat.bot_level for seat in store.load(found.game).seats) == ["", "casual", "casual"]

    def test_others_who_would_play_with_them_are_taken_along(self) -> None:
        same = {"count": 4, "bots": "on_expiry", "bot_level": "club"}
        first, along = sought(**same), sought(now=SOON, **same)
        purist = sought(count=4, now=SOON)
        assert settle_due_seeks(now=LATER) == 1
        assert now_of(first, along, purist) == ["matched", "matched", "open"]
        assert sorted(seat.bot_level for seat in store.load(first.game).seats) == ["", "", "club", "club"]

    def test_a_rated_game_takes_none(self) -> None:
        with pytest.raises(DomainError) as refused:
            sought(clock=LIVE, rated=True, bots="at_once", bot_level="club")
        assert refused.value.code == "bad_request"

    def test_a_level_has_to_exist(self) -> None:
        with pytest.raises(DomainError) as refused:
            sought(bots="at_once", bot_level="nonsense")
        assert refused.value.facts["errors"][0]["pointer"] == "/bot_level"

    def test_not_for_one_who_is_gone(self) -> None:
        seek = sought(bots="on_expiry", bot_level="club")
        Player.objects.update(is_active=False)
        assert look_at_seek(seek_id=seek.id, player_id=None, now=LATER).status == "expired"


def test_a_rated_game_needs_an_account() -> None:
    with pytest.raises(DomainError) as refused:
        sought(clock=LIVE, rated=True)
    assert refused.value.code == "forbidden"
