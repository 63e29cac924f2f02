"""Offers: made, answered, withdrawn, expired; and what comes of those that all accept."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.invariants import breaches_of
from games.models import Entry, Offer
from games.replay import faults_of
from games.selectors.events import events_after
from games.selectors.views import view_fields
from games.services.bots import run_bots
from games.services.create import SeatWish
from games.services.offers import answer_offer, cancel_offer, create_offer
from games.services.resign import resign
from games.services.sweep import settle_due_games
from games.services.telling import tell_players
from games.sight import SPECTATOR, Role, Viewer
from games.store import GameState
from players.errors import DomainError
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, People, made, people, set_position, ticking
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
BANK = {"mode": "live", "initial_ms": 60_000}


def offered(game: People, seat: int, kind: str, now: datetime = NOW, **facts: Any) -> Offer:
    asked = {"version": game.state.game.version, **facts}
    return create_offer(game_id=game.game_id, player_id=game.players[seat].pk, kind=kind, now=now, **asked)[0]


def answered(game: People, seat: int, offer: Offer, answer: str = "accepted", now: datetime = NOW) -> Offer:
    player_id = game.players[seat].pk
    return answer_offer(game_id=game.game_id, player_id=player_id, offer_id=offer.id, answer=answer, now=now)[0]


def cancelled(game: People, seat: int, offer: Offer) -> None:
    cancel_offer(game_id=game.game_id, player_id=game.players[seat].pk, offer_id=offer.id, now=NOW)


def refusal(call: Any, *arguments: Any, **facts: Any) -> str:
    with pytest.raises(DomainError) as refused:
        call(*arguments, **facts)
    return refused.value.code


def told(state: GameState, since: Any) -> list[str]:
    return [event["type"] for event in events_after(state, SPECTATOR, since, 500)[0]]


class TestAnOffer:
    def test_is_carried_out_when_all_have_accepted(self) -> None:
        game = people(3)
        followers, start = Followers(game.state), game.state.cursor
        offer = offered(game, 0, "pause")
        assert game.state.game.version == offer.made_at_version == start.version
        followers.check(game.state)
        assert answered(game, 1, offer).status == "open"
        followers.check(game.state)
        assert answered(game, 2, offer).status == "accepted"
        followers.check(game.state)
        assert told(game.state, start) == ["offer_made", "offer_answered", "game_paused", "offer_closed"]
        assert game.state.game.status == "paused"

    def test_is_closed_by_one_who_declines(self) -> None:
        game = people(3)
        followers, start = Followers(game.state), game.state.cursor
        offer = offered(game, 0, "pause")
        assert answered(game, 2, offer, "declined").status == "declined"
        followers.check(game.state)
        assert told(game.state, start) == ["offer_made", "offer_closed"]
        assert refusal(answered, game, 1, offer) == "offer_closed"
        assert (game.state.game.status, game.state.game.version) == ("running", start.version)

    def test_does_not_disturb_a_move(self) -> None:
        game = people(2)
        turn, version = game.state.playing.table.turn, game.state.game.version
        offered(game, 0, "pause")
        assert game.play(turn, "draw", version=version).state.game.offer_id is not None

    def test_can_be_withdrawn_by_its_maker(self) -> None:
        game = people(2)
        offer = offered(game, 0, "pause")
        assert refusal(cancelled, game, 1, offer) == "forbidden"
        cancelled(game, 0, offer)
        cancelled(game, 0, offer)
        assert refusal(answered, game, 1, offer) == "offer_closed"

    def test_is_not_answered_by_its_maker(self) -> None:
        game = people(2)
        assert refusal(answered, game, 0, offered(game, 0, "pause")) == "forbidden"

    def test_answers_may_be_repeated(self) -> None:
        game = people(2)
        offer = offered(game, 0, "pause")
        assert answered(game, 1, offer).status == answered(game, 1, offer).status == "accepted"
        assert Entry.objects.filter(kind="paused").count() == 1

    def test_expires(self) -> None:
        game = people(2)
        followers = Followers(game.state)
        offered(game, 0, "pause")
        assert settle_due_games(now=NOW + timedelta(seconds=119)) == 0
        assert settle_due_games(now=NOW + timedelta(seconds=120)) == 1
        followers.check(game.state)
        assert Offer.objects.get().status == "expired"

    def test_is_the_only_open_one(self) -> None:
        game = people(2)
        offered(game, 0, "pause")
        assert refusal(offered, game, 1, "abandon") == "offer_open"

    def test_needs_the_version_and_a_seat(self) -> None:
        game = people(2)
        assert refusal(offered, game, 0, "pause", version=None) == "version_required"
        assert refusal(offered, game, 0, "pause", version=1) == "version_conflict"
        resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
        assert refusal(offered, game, 0, "pause") == "not_seated"

    def test_of_somebody_else_is_not_found(self) -> None:
        game, other = people(2), people(2)
        offer = offered(game, 0, "pause")
        assert refusal(answered, other, 1, offer) == "not_found"

    def test_ends_with_the_game(self) -> None:
        game = people(2, leaver_policy="abandon")
        followers = Followers(game.state)
        offered(game, 0, "pause")
        resign(game_id=game.game_id, player_id=game.players[1].pk, now=NOW)
        followers.check(game.state)
        assert (Offer.objects.get().status, game.state.game.due_at) == ("expired", None)

    def test_is_answered_for_a_seat_that_a_bot_has_taken_over(self) -> None:
        game = people(3)
        offer = offered(game, 0, "pause")
        resign(game_id=game.game_id, player_id=game.players[2].pk, now=NOW)
        assert answered(game, 1, offer).status == "accepted"


class TestBots:
    def alone(self, **wish: Any) -> People:
        state = made(SeatWish(), SeatWish("club"), start=True, **wish)
        return People(state.game.id, [state.game.owner])

    @pytest.mark.parametrize("kind", ["pause", "abandon"])
    def test_accept_at_once(self, kind: str) -> None:
        game = self.alone()
        followers, start = Followers(game.state), game.state.cursor
        assert offered(game, 0, kind).status == "accepted"
        followers.check(game.state)
        assert "offer_made" not in told(game.state, start)

    @pytest.mark.parametrize(
        "asked", [("abandon", {}), ("pause", {}), ("add_time", {"seconds": 60})], ids=lambda asked: asked[0]
    )
    def test_decline_in_a_rated_game_what_changes_its_outcome(self, asked: tuple[str, dict[str, int]]) -> None:
        """Time without end too, which nobody else would bound."""
        kind, facts = asked
        game = self.alone(rated=True, clock=BANK)
        followers, start = Followers(game.state), game.state.cursor
        assert offered(game, 0, kind, **facts).status == "declined"
        followers.check(game.state)
        assert told(game.state, start) == ["offer_made", "offer_closed"]
        assert game.state.game.status == "running"

    def test_follow_the_people_of_a_rated_game(self) -> None:
        """Two people may agree to a pause and to more time though a bot sits with them; when one is left, no more."""
        game = people(3, rated=True, clock=BANK)
        resign(game_id=game.game_id, player_id=game.players[2].pk, now=NOW)
        assert answered(game, 1, offered(game, 0, "add_time", seconds=60)).status == "accepted"
        assert answered(game, 1, offered(game, 0, "pause")).status == "accepted"
        resign(game_id=game.game_id, player_id=game.players[1].pk, now=NOW)
        assert offered(game, 0, "resume").status == "accepted"
        assert offered(game, 0, "pause").status == "declined"

    def test_rest_while_the_game_is_paused(self) -> None:
        game = self.alone()
        offered(game, 0, "pause")
        assert run_bots(game_id=game.game_id, clock=ticking().__next__).game.bot_due_at is None
        offered(game, 0, "resume")
        state = run_bots(game_id=game.game_id, clock=ticking().__next__)
        assert not state.seats[state.playing.table.turn].is_bot


class TestAPause:
    def paused(self, **wish: Any) -> People:
        game = people(2, **wish)
        answered(game, 1, offered(game, 0, "pause", NOW + timedelta(seconds=10)), now=NOW + timedelta(seconds=10))
        return game

    def test_lets_nobody_move(self) -> None:
        game = self.paused()
        assert refusal(game.play, game.state.playing.table.turn, "draw") == "game_paused"
        assert view_fields(game.state, Viewer(Role.SEAT, 0), NOW, with_legal_moves=True)["legal_moves"]["moves"] == []

    def test_stops_the_clocks(self) -> None:
        game = self.paused(clock=BANK)
        turn = game.state.playing.table.turn
        row = game.state.game
        assert (row.clock_seat, row.due_at, row.clocks and row.clocks[turn]) == (None, None, [50_000, 0, 0, 10_000])
        later = NOW + timedelta(minutes=10)
        answered(game, 1, offered(game, 0, "resume", later), now=later)
        assert game.state.game.clock_ends_at == later + timedelta(seconds=50)

    def test_can_be_ended_alone_after_an_hour(self) -> None:
        game = self.paused()
        offer = offered(game, 0, "resume", NOW + timedelta(minutes=5))
        cancelled(game, 0, offer)
        assert offered(game, 1, "resume", NOW + timedelta(minutes=61)).status == "accepted"
        assert game.state.game.status == "running"

    @pytest.mark.parametrize("kind", ["abandon", "resume"])
    def test_is_ended_alone_whatever_the_other_asks_for(self, kind: str) -> None:
        game = self.paused()
        later = NOW + timedelta(minutes=59)
        followers = Followers(game.state)
        asked = offered(game, 0, kind, later)
        assert refusal(offered, game, 1, "resume", later) == "offer_open"
        later += timedelta(minutes=1, seconds=30)
        assert offered(game, 1, "resume", later).status == "accepted"
        state = game.state
        assert (state.game.status, state.game.offer_id) == ("running", None)
        assert Offer.objects.get(id=asked.id).status == "expired"
        assert tell_players(game_id=game.game_id, now=later)
        assert breaches_of(game.state, later) == []
        followers.check(state)

    def test_is_not_begun_twice_and_not_ended_before(self) -> None:
        game = people(2)
        assert refusal(offered, game, 0, "resume") == "game_not_paused"
        assert refusal(offered, self.paused(), 0, "pause") == "game_paused"

    def test_waits_for_the_call_window(self) -> None:
        game = people(4)
        set_position(game.game_id, BEFORE)
        offer = offered(game, 0, "pause")
        game.play(0, "discard TH")
        for seat in (1, 2):
            answered(game, seat, offer)
        assert refusal(answered, game, 3, offer) == "call_window_open"
        assert answered(game, 3, offer, now=NOW + timedelta(seconds=6)).status == "accepted"
        assert faults_of(game.game_id) != []  # a position that was set does not follow from the log

    def test_keeps_the_seats(self) -> None:
        game = self.paused()
        assert resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW).seats[0].is_bot


class TestMoreTime:
    def test_goes_to_every_seat(self) -> None:
        game = people(2, clock=BANK)
        followers, before = Followers(game.state), game.state.game
        answered(game, 1, offered(game, 0, "add_time", seconds=30))
        followers.check(game.state)
        after = game.state.game
        assert after.clocks == [[60_000, 30_000, 0, 0], [60_000, 30_000, 0, 0]]
        assert before.clock_ends_at
        assert after.clock_ends_at == before.clock_ends_at + timedelta(seconds=30)

    def test_needs_a_clock(self) -> None:
        assert refusal(offered, people(2), 0, "add_time", seconds=30) == "no_clock"


def test_a_game_is_broken_off_by_agreement() -> None:
    game = people(2)
    followers = Followers(game.state)
    answered(game, 1, offered(game, 0, "abandon"))
    followers.check(game.state)
    assert game.state.game.status == "aborted"


class TestTheDeadline:
    """Of a view: that of play first; where there is none, the end of the open offer."""

    def deadline(self, game: People, now: datetime = NOW) -> Any:
        return view_fields(game.state, SPECTATOR, now)["deadline"]

    def test_is_the_offers_where_nobodys_time_is_limited(self) -> None:
        game = people(2)
        followers = Followers(game.state)
        offer = offered(game, 0, "pause")
        end = {"seat": None, "at": "2026-01-05T10:02:00.000Z", "kind": "offer", "then": "expire"}
        assert self.deadline(game) == end
        followers.check(game.state)
        answered(game, 1, offer, "declined")
        assert self.deadline(game) is None
        followers.check(game.state)

    def test_is_the_offers_in_a_pause(self) -> None:
        game = people(2, clock=BANK)
        followers = Followers(game.state)
        offer = offered(game, 0, "pause")
        assert self.deadline(game)["kind"] == "turn"
        answered(game, 1, offer)
        assert self.deadline(game) is None
        followers.check(game.state)
        offered(game, 1, "resume")
        assert self.deadline(game)["kind"] == "offer"
        followers.check(game.state)
        assert settle_due_games(now=NOW + timedelta(minutes=3)) == 1
        assert self.deadline(game) is None
        followers.check(game.state)

    @pytest.mark.parametrize("clock", [BANK, {"mode": "none"}])
    def test_of_a_turn_is_told_after_a_window_and_an_offer_that_end_together(self, clock: Any) -> None:
        game = people(4, clock=clock)
        set_position(game.game_id, BEFORE)
        offered(game, 1, "abandon")
        game.play(0, "discard TH")
        followers = Followers(game.state)
        assert self.deadline(game)["kind"] == "call_window"
        assert settle_due_games(now=NOW + timedelta(minutes=2)) == 1
        assert followers.check(game.state) >= {"call_window_closed", "offer_closed"}
        assert (self.deadline(game) or {"kind": None})["kind"] == ("turn" if clock == BANK else None)

    def test_goes_back_to_the_offers_when_a_window_has_closed(self) -> None:
        game = people(4)
        set_position(game.game_id, BEFORE)
        offered(game, 1, "abandon")
        followers = Followers(game.state)
        game.play(0, "discard TH")
        followers.check(game.state)
        settle_due_games(now=NOW + timedelta(seconds=30))
        assert self.deadline(game)["kind"] == "offer"
        followers.check(game.state)
