"""Playing again: one game follows another, whoever asks and however often."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games import store
from games.models import Game, Status
from games.selectors.games import listed_games
from games.services.create import SeatWish
from games.services.rematch import create_rematch
from games.services.resign import resign
from games.services.seating import leave_seat, seat_bot, take_seat
from games.services.start import start_game
from games.store import GameState
from players.errors import DomainError
from players.models import Player
from tests.at_once import AtOnce
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, OPEN, People, guest, made, people

pytestmark = pytest.mark.django_db
WISH = {
    "rules": {"preset": "quick", "hand_size_two": 10},
    "visibility": "unlisted",
    "max_timeouts": 7,
    "spectator_delay_moves": 9,
}


def over(*players: Player, bots: int = 0, **wish: Any) -> GameState:
    """A game of these people and so many bots that was broken off."""
    seats = [*[OPEN] * len(players), *[SeatWish("club")] * bots]
    state = made(*seats, owner=players[0], **{**WISH, **wish}, leaver_policy="abandon")
    for seat, player in enumerate(players[1:], 1):
        take_seat(game_id=state.game.id, number=seat, player=player, now=NOW)
    start_game(game_id=state.game.id, player_id=players[0].pk, now=NOW)
    return resign(game_id=state.game.id, player_id=players[-1].pk, now=NOW)


def again(state: GameState, player: Player, now: Any = NOW) -> GameState:
    return create_rematch(game_id=state.game.id, player=player, now=now)


def refusal(state: GameState, player: Player) -> str:
    with pytest.raises(DomainError) as refused:
        again(state, player)
    return refused.value.code


def seated(state: GameState) -> list[str]:
    seats = store.load(state.game.id).seats
    return [seat.player.name if seat.player else seat.bot_level for seat in seats]


@pytest.fixture
def three() -> list[Player]:
    return [guest(name) for name in ("Ada", "Bea", "Cid")]


def test_the_first_makes_it_by_the_same_rules(three: list[Player]) -> None:
    old = over(*three, clock={"mode": "daily", "turn_seconds": 3600}, rated=True)
    new = again(old, three[1])
    assert (new.game.status, seated(new), new.game.owner) == ("open", ["", "Bea", ""], three[1])
    same = ("options", "preset", "visibility", "clock", "rated", "max_timeouts", "leaver_policy", "seat_count")
    for name in (*same, "spectator_delay_moves"):
        assert getattr(new.game, name) == getattr(old.game, name), name
    assert new.game.previous_game == old.game.id
    assert store.load(old.game.id).game.next_game == new.game.id


def test_the_others_get_the_same_and_it_starts_when_all_are_there(three: list[Player]) -> None:
    old = over(*three)
    new = again(old, three[2])
    assert again(old, three[2]).game.version == new.game.version
    assert (again(old, three[0]).game.id, seated(new)) == (new.game.id, ["Ada", "", "Cid"])
    assert again(old, three[1]).game.status == Status.RUNNING
    assert seated(new) == ["Ada", "Bea", "Cid"]
    assert again(old, three[1]).game.id == new.game.id
    assert Game.objects.count() == 2


def test_against_bots_it_starts_at_once(three: list[Player]) -> None:
    new = again(over(three[0], bots=2), three[0])
    assert (new.game.status, seated(new)) == ("running", ["Ada", "club", "club"])


def test_it_is_told_to_those_who_follow_the_game(three: list[Player]) -> None:
    old = over(*three)
    followers, version = Followers(old), old.game.version
    again(old, three[1])
    assert followers.check(store.load(old.game.id)) == {"rematch_made"}
    assert store.load(old.game.id).game.version == version


def test_only_after_the_end_and_only_for_players(three: list[Player]) -> None:
    game: People = people(2)
    assert refusal(game.state, game.players[0]) == "game_not_over"
    waiting = made(OPEN, OPEN, owner=three[0])
    assert refusal(waiting, three[0]) == "game_not_over"
    leave_seat(game_id=waiting.game.id, number=0, player_id=three[0].pk, now=NOW)
    assert refusal(over(*three), guest()) == "not_seated"


def test_a_private_one_is_found_by_those_who_played(three: list[Player]) -> None:
    old = over(*three)
    Game.objects.update(visibility="private")
    again(store.load(old.game.id), three[0])
    assert seated(again(old, three[1])) == ["Ada", "Bea", ""]


class TestItsSeats:
    def test_are_kept_for_an_hour(self, three: list[Player]) -> None:
        new, stranger = again(over(*three), three[0]), guest("Stranger")
        asked = {"game_id": new.game.id, "number": 1, "player": stranger}
        with pytest.raises(DomainError) as refused:
            take_seat(**asked, now=NOW + timedelta(minutes=59))
        assert refused.value.code == "seat_taken"
        take_seat(**asked, now=NOW + timedelta(hours=1))
        assert seated(new) == ["Ada", "Stranger", ""]

    def test_are_listed_as_free_to_those_who_may_sit_down(self, three: list[Player]) -> None:
        new, stranger = again(over(*three, visibility="public"), three[0]), guest("Stranger")

        def listed(player: Player | None, minutes: int) -> list[Any]:
            at = NOW + timedelta(minutes=minutes)
            return [game.id for game in listed_games(player_id=player and player.pk, joinable_at=at)]

        assert listed(three[1], 0) == listed(three[2], 59) == [new.game.id]
        assert listed(stranger, 59) == listed(None, 59) == listed(three[0], 59) == []
        assert listed(stranger, 60) == listed(None, 60) == [new.game.id]

    def test_may_be_chosen_by_those_who_played(self, three: list[Player]) -> None:
        old = over(*three)
        new = again(old, three[0])
        take_seat(game_id=new.game.id, number=1, player=three[2], now=NOW)
        assert seated(again(old, three[1])) == ["Ada", "Cid", "Bea"]

    def test_may_be_given_to_bots_and_then_there_is_none(self, three: list[Player]) -> None:
        old = over(*three)
        new = again(old, three[0])
        for number in (1, 2):
            seat_bot(game_id=new.game.id, number=number, level="club", player_id=three[0].pk, now=NOW)
        assert refusal(old, three[1]) == "game_full"


def test_one_that_was_given_up_is_replaced(three: list[Player]) -> None:
    old = over(*three)
    new = again(old, three[0])
    leave_seat(game_id=new.game.id, number=0, player_id=three[0].pk, now=NOW)
    assert store.load(new.game.id).game.status == "aborted"
    assert again(old, three[0]).game.id == store.load(old.game.id).game.next_game != new.game.id


def made_by(old: GameState, player: Player) -> Any:
    return again(old, player).game.id


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time, and one connection")
def test_of_all_who_ask_at_once_one_makes_it(at_once: AtOnce) -> None:
    players = [guest(f"Player {number}") for number in range(4)]
    for _ in range(5):
        old = over(*players)
        new = at_once(*[partial(made_by, old, player) for player in players * 2])
        assert len(set(new)) == 1
        game = store.load(new[0])
        assert (game.game.status, {seat.player_id for seat in game.seats}) == ("running", {p.pk for p in players})
