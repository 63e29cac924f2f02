"""Moves that are taken back: how far, when, and by whose leave; the log and the record of the game afterwards."""

from datetime import timedelta
from typing import Any

import pytest

import engine
from games import store
from games.models import Entry
from games.replay import faults_of
from games.selectors.moves import moves_of, taken_back
from games.selectors.records import record_fields
from games.services.create import SeatWish
from games.services.offers import create_offer
from games.services.play import submit_move
from games.sight import SPECTATOR
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, People, made, people
from tests.service.games.test_offers import answered, offered, refusal

pytestmark = pytest.mark.django_db
BANK = {"mode": "live", "initial_ms": 60_000}


def seed_with(condition: Any, options: engine.Options, players: int) -> bytes:
    """A seed whose first deal has what is wanted."""
    seeds = (bytes([a, b]) * 16 for a in range(256) for b in range(256))
    return next(seed for seed in seeds if condition(engine.start_deal(options, players, seed)))


class TestAnUndo:
    @pytest.fixture
    def game(self, monkeypatch: pytest.MonkeyPatch) -> People:
        """Two people; the eldest holds a meld and can take the upcard."""
        options = engine.options_from({"preset": "classic", "call": "off"})
        seed = seed_with(lambda deal: self.melds(deal) and self.takes(deal), options, 2)
        monkeypatch.setattr("games.services.deals.new_seed", lambda: seed)
        return people(2, rules={"preset": "classic", "call": "off"})

    def takes(self, deal: engine.Deal) -> list[engine.Move]:
        moves = engine.legal_moves(engine.observe(deal, deal.table.turn))
        return [move for move in moves if isinstance(move, engine.Take)]

    def melds(self, deal: engine.Deal) -> list[engine.Move]:
        turn = deal.table.turn
        drawn = engine.play(deal, turn, engine.Draw())
        moves = engine.legal_moves(engine.observe(drawn, turn))
        held = set(engine.codes(deal.hands[turn]))
        return [move for move in moves if isinstance(move, engine.NewMeld) and set(move.cards) <= held]

    def test_brings_the_deal_back(self, game: People) -> None:
        seat, before = game.state.playing.table.turn, game.state.playing
        other = 1 - seat
        followers = Followers(game.state)
        (take, *_), (meld, *_) = self.takes(before), self.melds(before)
        start = game.state.game.version
        taken = game.play(seat, engine.move_text(take)).state.playing
        game.play(seat, engine.move_text(meld))
        followers.check(game.state)
        answered(game, other, offered(game, seat, "undo"))
        followers.check(game.state)
        assert (game.state.playing, game.state.game.version) == (taken, start + 3)
        answered(game, other, offered(game, seat, "undo"))
        followers.check(game.state)
        assert game.state.playing == before
        assert refusal(offered, game, seat, "undo") == "nothing_to_undo"
        game.play(seat, "draw")
        game.play(seat, engine.move_text(meld))
        assert faults_of(game.game_id) == []
        self.check_log(game, start)

    def check_log(self, game: People, start: int) -> None:
        """Everything is in the log; the record has what counts."""
        state = game.state
        entries = list(Entry.objects.filter(game=state.game, version__gt=start).order_by("version"))
        assert [entry.kind for entry in entries] == ["move", "move", "undone", "undone", "move", "move"]
        assert taken_back(state).spans == [(start, start + 4)]
        assert moves_of(state, SPECTATOR).count() == 4
        record = record_fields(state, SPECTATOR)
        assert [move["text"] for move in record["deals"][0]["moves"]] == [entries[4].text, entries[5].text]
        assert not any(move["undone"] for move in record["deals"][0]["moves"])

    def test_may_go_back_several_moves(self, game: People) -> None:
        seat, before = game.state.playing.table.turn, game.state.playing
        version = game.state.game.version
        game.play(seat, engine.move_text(self.takes(before)[0]))
        game.play(seat, engine.move_text(self.melds(before)[0]))
        assert refusal(offered, game, seat, "undo", to_version=version - 1) == "nothing_to_undo"
        assert refusal(offered, game, seat, "undo", to_version=version + 2) == "nothing_to_undo"
        answered(game, 1 - seat, offered(game, seat, "undo", to_version=version))
        assert game.state.playing == before

    def test_not_of_a_draw_or_what_was_before_it(self, game: People) -> None:
        seat = game.state.playing.table.turn
        assert refusal(offered, game, seat, "undo") == "nothing_to_undo"
        game.play(seat, "draw")
        assert refusal(offered, game, seat, "undo") == "nothing_to_undo"

    def test_not_when_the_turn_is_over(self, game: People) -> None:
        seat = game.state.playing.table.turn
        card = game.play(seat, "draw").entry.drawn
        game.play(seat, f"discard {card}")
        assert refusal(offered, game, seat, "undo") == "nothing_to_undo"
        assert refusal(offered, game, 1 - seat, "undo") == "nothing_to_undo"

    def test_offer_is_closed_by_the_next_move(self, game: People) -> None:
        seat, before = game.state.playing.table.turn, game.state.playing
        game.play(seat, engine.move_text(self.takes(before)[0]))
        followers = Followers(game.state)
        offer = offered(game, seat, "undo")
        game.play(seat, engine.move_text(self.melds(before)[0]))
        followers.check(game.state)
        assert refusal(answered, game, 1 - seat, offer) == "offer_closed"

    def test_keeps_the_clock_running(self, game: People) -> None:
        timed = people(2, rules={"preset": "classic", "call": "off"}, clock=BANK)
        seat, since = timed.state.playing.table.turn, timed.state.game.clock_since
        timed.play(seat, engine.move_text(self.takes(timed.state.playing)[0]), NOW + timedelta(seconds=5))
        later = NOW + timedelta(seconds=9)
        answered(timed, 1 - seat, offered(timed, seat, "undo", later), now=later)
        assert timed.state.game.clock_since == since

    def test_can_be_ruled_out(self, game: People) -> None:
        strict = people(2, rules={"preset": "classic", "call": "off"}, undo_policy="off")
        seat = strict.state.playing.table.turn
        strict.play(seat, engine.move_text(self.takes(strict.state.playing)[0]))
        assert refusal(offered, strict, seat, "undo") == "undo_off"

    def test_is_free_against_bots_in_an_unrated_game(self, game: People) -> None:
        for clock in ({"mode": "none"}, BANK):
            rated = clock is BANK
            owner = game.players[0]
            turn = game.state.playing.table.turn
            seats = [SeatWish("club"), SeatWish("club")]
            seats[turn] = SeatWish()
            rules = {"preset": "classic", "call": "off"}
            state = made(*seats, owner=owner, rules=rules, clock=clock, rated=rated, start=True)
            take = engine.move_json(self.takes(state.playing)[0])
            submit_move(game_id=state.game.id, player_id=owner.pk, move=take, version=state.game.version, now=NOW)
            version = store.load(state.game.id).game.version
            asked = {"game_id": state.game.id, "player_id": owner.pk, "kind": "undo", "version": version, "now": NOW}
            assert create_offer(**asked)[0].status == ("declined" if rated else "accepted")
