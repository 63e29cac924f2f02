"""Those who leave a game: it goes on for the others, and what they have asked or were asked is not left hanging."""

from typing import Any

import pytest

from games import store
from games.invariants import breaches_of
from games.models import Entry, Game, Offer
from games.selectors.events import events_after
from games.services import seating
from games.services.bots import run_bots
from games.services.create import SeatWish
from games.services.offers import answer_offer
from games.services.resign import resign
from games.services.seating import leave_seat, take_seat
from games.services.start import start_game
from games.services.sweep import settle_due_games
from games.sight import SPECTATOR
from players.belongings import parts
from players.models import Erasure, Player
from players.services import erasure
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, OPEN, People, guest, made, people, set_position, ticking
from tests.service.games.test_clocks import BANK, TURN, after
from tests.service.games.test_offers import answered, offered
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
ONE_DEAL = {"preset": "classic", "deal_limit": 1}


def leave(game: People, *seats: int) -> None:
    for seat in seats:
        resign(game_id=game.game_id, player_id=game.players[seat].pk, now=NOW)


def types(game: People, since: Any) -> list[str]:
    return [event["type"] for event in events_after(game.state, SPECTATOR, since, 500)[0]]


class TestAPausedGame:
    def paused(self, **wish: Any) -> People:
        game = people(2, rules=ONE_DEAL, **wish)
        answered(game, 1, offered(game, 0, "pause"))
        return game

    @pytest.mark.parametrize("wish", [{}, {"clock": TURN, "returnable": False}], ids=["no clock", "clock"])
    def test_goes_on_when_nobody_is_left_who_could_resume_it(self, wish: Any) -> None:
        game = self.paused(**wish)
        followers, start = Followers(game.state), game.state.cursor
        leave(game, 0)
        assert game.state.game.status == "paused"
        leave(game, 1)
        followers.check(game.state)
        assert types(game, start) == ["player_left", "seat_changed"] * 2 + ["game_resumed"]
        assert breaches_of(game.state, NOW) == []
        assert run_bots(game_id=game.game_id, clock=ticking().__next__).game.status == "finished"

    def test_waits_for_the_one_who_is_left(self) -> None:
        game = self.paused()
        leave(game, 0)
        assert (game.state.game.status, game.state.game.bot_due_at) == ("paused", None)
        assert offered(game, 1, "resume").status == "accepted"
        assert game.state.game.status == "running"

    def test_with_bots_alone_is_found(self) -> None:
        game = self.paused()
        leave(game, 0, 1)
        Game.objects.update(status="paused", bot_due_at=None)
        assert breaches_of(game.state, NOW) == ["the game is paused, and nobody is left to resume it"]


class TestAnOpenOffer:
    def test_is_withdrawn_with_its_maker(self) -> None:
        """Nobody else could, and it would be in the way of others for two minutes or a day."""
        game = people(3)
        followers, start = Followers(game.state), game.state.cursor
        offered(game, 0, "abandon")
        leave(game, 0)
        followers.check(game.state)
        assert (Offer.objects.get().status, game.state.game.offer_id) == ("cancelled", None)
        assert types(game, start) == ["offer_made", "player_left", "seat_changed", "offer_closed"]
        assert offered(game, 1, "pause").status == "open"

    def test_is_carried_out_when_the_last_who_was_asked_leaves(self) -> None:
        game = people(3)
        followers = Followers(game.state)
        answered(game, 1, offered(game, 0, "pause"))
        leave(game, 2)
        followers.check(game.state)
        assert (Offer.objects.get().status, game.state.game.status) == ("accepted", "paused")

    def test_waits_for_those_who_are_left(self) -> None:
        game = people(3)
        followers = Followers(game.state)
        offer = offered(game, 0, "pause")
        leave(game, 2)
        followers.check(game.state)
        assert game.state.game.status == "running"
        assert Offer.objects.get().answers == {"1": None, "2": "accepted"}
        assert answered(game, 1, offer).status == "accepted"

    def test_is_declined_where_a_bot_declines(self) -> None:
        game = people(3, rated=True, clock=BANK)
        followers = Followers(game.state)
        answered(game, 1, offered(game, 0, "abandon"))
        leave(game, 2)
        followers.check(game.state)
        assert (Offer.objects.get().status, game.state.game.status) == ("declined", "running")

    def test_in_a_call_window_is_answered_and_waits(self) -> None:
        """A pause is not possible while others may call: the computer player has agreed, the others may again."""
        game = people(4)
        set_position(game.game_id, BEFORE)
        offer = offered(game, 0, "pause")
        for seat in (1, 2):
            answered(game, seat, offer)
        game.play(0, "discard TH")
        leave(game, 3)
        assert (Offer.objects.get().status, game.state.game.status) == ("open", "running")
        assert Offer.objects.get().answers == {"1": "accepted", "2": "accepted", "3": "accepted"}
        assert breaches_of(game.state, NOW) == []
        assert answered(game, 1, offer, now=after(6)).status == "accepted"
        assert game.state.game.status == "paused"

    def test_after_a_time_out_is_answered_too(self) -> None:
        game = people(2, clock=TURN, max_timeouts=0)
        turn = game.state.playing.table.turn
        offered(game, 1 - turn, "pause")
        settle_due_games(now=after(15.5))
        assert game.state.seats[turn].is_bot
        assert (Offer.objects.get().status, game.state.game.status) == ("accepted", "paused")
        assert breaches_of(game.state, after(16)) == []

    def test_that_a_bot_declines_is_closed_by_the_next_answer(self) -> None:
        """A seat that a bot has taken over since, before bots were asked at once."""
        game = people(3, rated=True, clock=BANK)
        offer = offered(game, 0, "abandon")
        seat = game.state.seats[2]
        seat.resigned_at, seat.bot_level = NOW, "club"
        seat.save()
        ids = {"game_id": game.game_id, "offer_id": offer.id, "answer": "accepted", "now": NOW}
        assert answer_offer(player_id=game.players[1].pk, **ids)[0].status == "declined"
        assert game.state.game.offer_id is None


class TestErasure:
    def leave_all(self, player: Player) -> None:
        (part,) = [part for part in parts() if part.name == "games"]
        part.leave(player.pk, NOW)

    def test_an_open_game_goes_to_those_who_sit_there(self) -> None:
        """Also where its owner has no seat."""
        owner, other = guest("Owner"), guest("Other")
        state = made(SeatWish("club"), SeatWish("club"), owner=owner)
        leave_seat(game_id=state.game.id, number=0, player_id=owner.pk, now=NOW)
        take_seat(game_id=state.game.id, number=0, player=other, now=NOW)
        version = Game.objects.get().version
        self.leave_all(owner)
        game = Game.objects.get()
        assert (game.owner, game.status, game.version) == (other, "open", version + 1)

    def test_an_open_game_among_bots_is_broken_off(self) -> None:
        owner = guest("Owner")
        made(SeatWish("club"), SeatWish("club"), owner=owner)
        self.leave_all(owner)
        assert Game.objects.get().status == "aborted"

    def test_a_game_that_starts_at_that_moment_is_resigned(self, monkeypatch: pytest.MonkeyPatch) -> None:
        owner, other = guest("Owner"), guest("Other")
        state = made(OPEN, OPEN, owner=owner)
        take_seat(game_id=state.game.id, number=1, player=other, now=NOW)
        lock = seating.lock_for

        def start_first(*ids: Any) -> Any:
            start_game(game_id=state.game.id, player_id=owner.pk, now=NOW)
            return lock(*ids)

        monkeypatch.setattr(seating, "lock_for", start_first)
        self.leave_all(other)
        assert store.load(state.game.id).seats[1].is_bot

    def test_who_comes_back_at_the_last_moment_leaves_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = people(2)
        player = game.players[0]
        blank = erasure._blank

        def come_back_first(one: Player, now: Any) -> None:
            take_seat(game_id=game.game_id, number=0, player=player, now=NOW)
            blank(one, now)

        monkeypatch.setattr(erasure, "_blank", come_back_first)
        Erasure.objects.create(player=player, requested_at=NOW, due_at=NOW)
        assert erasure.erase_due(now=NOW) == 1
        assert game.state.seats[0].is_bot
        assert Entry.objects.filter(kind="resigned", seat=0).count() == 2
