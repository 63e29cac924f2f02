"""Offers, their answers and moves at once: one offer is open, it closes in one way, an undo meets no later move."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

import engine
from games import store
from games.models import Offer
from games.replay import faults_of
from games.services.create import SeatWish
from games.services.offers import answer_offer, cancel_offer, create_offer
from games.services.play import submit_move
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.service.games.log import check_log, new_entries, new_kinds
from tests.service.games.table import NOW, OPEN, guest, made, people
from tests.service.games.test_clocks import TURN

pytestmark = RACES
RULES = {"preset": "classic", "call": "off"}
ROUNDS_A_GAME = 20
"""An undo replays the deal: with many in one deal, that would be all that is measured."""


def test_one_at_a_time(at_once: AtOnce) -> None:
    game = people(2)
    for _ in range(SOME_ROUNDS):
        asked = {"game_id": game.game_id, "kind": "pause", "version": game.state.game.version, "now": NOW}
        makers = [lambda player=player: create_offer(player_id=player.pk, **asked)[0].id for player in game.players]
        answers = at_once(*makers * 3)
        assert answers.count("offer_open") == 5
        offer = Offer.objects.get(game=game.game_id, status="open")
        cancel_offer(game_id=game.game_id, player_id=game.players[offer.seat].pk, offer_id=offer.id, now=NOW)


def test_accepted_declined_and_withdrawn(at_once: AtOnce) -> None:
    game = people(2, clock=TURN)
    for _ in range(SOME_ROUNDS):
        version, maker, other = game.state.game.version, game.players[0].pk, game.players[1].pk
        asked = {"game_id": game.game_id, "version": version, "seconds": 5, "kind": "add_time", "now": NOW}
        offer = create_offer(player_id=maker, **asked)[0]
        ids = {"game_id": game.game_id, "offer_id": offer.id, "now": NOW}
        answers = at_once(
            *[lambda: answer_offer(player_id=other, answer="accepted", **ids)[0].status] * 3,
            lambda: answer_offer(player_id=other, answer="declined", **ids)[0].status,
            lambda: cancel_offer(player_id=maker, **ids) or "cancelled",
        )
        offer.refresh_from_db()
        expected = {"accepted": ["accepted"] * 3, "declined": ["declined"], "cancelled": ["cancelled"]}[offer.status]
        assert sorted(answers) == sorted(expected + ["offer_closed"] * (5 - len(expected)))
        assert new_kinds(game.game_id, version) == ["clock_set"] * (offer.status == "accepted")
        assert game.state.game.offer_id is None
    check_log(game.game_id)


class TestAnUndo:
    """The eldest has taken the upcard. That is taken back, or the turn goes on."""

    @pytest.fixture(autouse=True)
    def seed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """All deals are one in which the eldest, seat 1, can take the upcard, and go on in more than one way."""
        options = engine.options_from(RULES)
        seeds = (bytes([number]) * 32 for number in range(256))
        seed = next(seed for seed in seeds if len(going_on(engine.start_deal(options, 2, seed))) > 1)
        monkeypatch.setattr("games.services.deals.new_seed", lambda: seed)

    def test_against_bots(self, at_once: AtOnce) -> None:
        owner = guest()
        game_id = self.against_a_bot(owner)
        for number in range(1, SOME_ROUNDS + 1):
            version, moves = self.taken(game_id, owner.pk)
            asked = {"game_id": game_id, "player_id": owner.pk, "kind": "undo", "version": version, "now": NOW}
            answers = at_once(
                *[lambda: create_offer(**asked)[0].status] * 3,
                *[self.playing(game_id, owner.pk, move, version) for move in moves],
            )
            accepted = [answer for answer in answers if answer != "version_conflict"]
            ((kind, seat, author, text),) = new_entries(game_id, version)
            assert accepted == (["accepted"] if kind == "undone" else [text])
            assert (seat, author) == (1, "person")
            assert faults_of(game_id) == []
            if kind != "undone" or number % ROUNDS_A_GAME == 0:
                game_id = self.against_a_bot(owner)

    def test_that_the_other_allows(self, at_once: AtOnce) -> None:
        players = [guest(), guest()]
        game = people(2, RULES, players)
        for number in range(1, SOME_ROUNDS + 1):
            maker, other = players[1].pk, players[0].pk
            version, moves = self.taken(game.game_id, maker)
            asked = {"game_id": game.game_id, "version": version, "kind": "undo", "now": NOW}
            ids = {"game_id": game.game_id, "offer_id": create_offer(player_id=maker, **asked)[0].id, "now": NOW}
            answers = at_once(
                *[lambda: answer_offer(player_id=other, answer="accepted", **ids)[0].status] * 3,
                *[self.playing(game.game_id, maker, move, version) for move in moves],
            )
            ((kind, seat, author, text),) = new_entries(game.game_id, version)
            undone = kind == "undone"
            assert answers[:3] == ["accepted" if undone else "offer_closed"] * 3
            late = ["version_conflict"] * (len(moves) - (not undone))
            assert sorted(answers[3:]) == sorted(late + [text] * (not undone))
            assert (seat, author, Offer.objects.get(id=ids["offer_id"]).status) == (
                *(1, "person"),
                "accepted" if undone else "expired",
            )
            assert faults_of(game.game_id) == []
            if not undone or number % ROUNDS_A_GAME == 0:
                game = people(2, RULES, players)

    def against_a_bot(self, owner: Any) -> UUID:
        return made(SeatWish("club"), OPEN, owner=owner, rules=RULES, start=True).game.id

    def taken(self, game_id: UUID, player_id: UUID) -> tuple[int, list[engine.Move]]:
        """The upcard is taken: the version then, and moves that could follow."""
        state = store.load(game_id)
        take = {"game_id": game_id, "player_id": player_id, "version": state.game.version, "now": NOW}
        after = submit_move(move=engine.move_json(takes(state.playing)[0]), **take).state
        return after.game.version, going_on(state.playing)[:4]

    def playing(self, game_id: UUID, player_id: UUID, move: engine.Move, version: int) -> Callable[[], Any]:
        ids = {"game_id": game_id, "player_id": player_id, "version": version, "now": NOW}
        return lambda: submit_move(move=engine.move_json(move), **ids).entry.text


def takes(deal: engine.Deal) -> list[engine.Move]:
    moves = engine.legal_moves(engine.observe(deal, deal.table.turn))
    return [move for move in moves if isinstance(move, engine.Take)]


def going_on(deal: engine.Deal) -> list[engine.Move]:
    """What may follow when the upcard is taken; nothing where it cannot be, or seat 1 does not begin."""
    if deal.table.turn != 1 or not takes(deal):
        return []
    after = engine.play(deal, deal.table.turn, takes(deal)[0])
    return list(engine.legal_moves(engine.observe(after, after.table.turn)))
