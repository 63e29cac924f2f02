"""What players are told of their games: noted with each change, told once, whatever happens in between."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, OfferKind
from games.services.bots import run_bots
from games.services.offers import create_offer
from games.services.rematch import create_rematch
from games.services.resign import resign
from games.services.start import start_game
from games.services.sweep import ring_late_tellers, settle_due_games
from games.services.telling import tell_players
from players.models import Player, PlayerEvent
from tests.service.games.table import NOW, People, bots, gathered, guest, people, set_position

pytestmark = pytest.mark.django_db
NO_CALLS = {"preset": "classic", "call": "off"}
HANDS = [["TH", "4D"], ["6H", "2C"], ["5S", "6D"]]
TABLED = [{"id": 1, "kind": "run", "cards": ["7H", "8H", "9H"], "by": [2, 2, 2], "owner": 2}]


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The tasks that are rung for, with what they are about."""
    heard: list[Any] = []
    monkeypatch.setattr("players.doorbell.ring", lambda task, *ids, **_: heard.append((task, *ids)))
    return heard


def told(game: People, player: Player) -> list[str]:
    """What the player is told now."""
    tell_players(game_id=game.game_id, now=NOW)
    events = PlayerEvent.objects.filter(player=player).order_by("number")
    types = list(events.values_list("type", flat=True))
    events.delete()
    return types


def all_told(game: People) -> list[list[str]]:
    return [told(game, player) for player in game.players]


def playing(rules: Any = NO_CALLS, **wish: Any) -> People:
    """A game in which seat 0 is on turn, and nothing is untold."""
    game = people(3, rules, **wish)
    position = {"turn": 0, "phase": "play", "hands": HANDS, "stock": ["KD", "KS"], "pile": ["9C"], "melds": TABLED}
    set_position(game.game_id, position)
    tell_players(game_id=game.game_id, now=NOW)
    PlayerEvent.objects.all().delete()
    return game


def test_a_move_is_told_to_who_is_on_turn_then() -> None:
    game = playing()
    assert all_told(game) == [[], [], []]
    game.play(0, "discard 4D")
    assert all_told(game) == [[], ["turn_started"], []]
    game.play(1, "draw")
    assert Game.objects.get().untold_at is None
    assert all_told(game) == [[], [], []]


def test_what_several_moves_leave_untold_is_told_in_order_and_once() -> None:
    game = playing()
    game.play(0, "discard 4D")
    since = Game.objects.get().untold_at
    game.play(1, "draw", NOW + timedelta(minutes=1))
    game.play(1, "discard 2C", NOW + timedelta(minutes=2))
    game.play(2, "draw", NOW + timedelta(minutes=3))
    game.play(2, "discard 5S", NOW + timedelta(minutes=4))
    assert Game.objects.get().untold_at == since
    assert tell_players(game_id=game.game_id, now=NOW) == 3
    assert tell_players(game_id=game.game_id, now=NOW) == 0
    events = PlayerEvent.objects.order_by("at").values_list("player", "facts__seat", "at")
    wanted = [(1, 0), (2, 2), (0, 4)]
    assert list(events) == [(game.players[seat].pk, seat, NOW + timedelta(minutes=late)) for seat, late in wanted]


def test_a_call_window_is_told_to_those_who_are_asked() -> None:
    game = playing({"preset": "pagat", "call_window": 60})
    set_position(game.game_id, {"turn": 1, "phase": "play", "hands": HANDS, "stock": ["KD"], "melds": TABLED})
    game.play(1, "discard 6H")
    assert all_told(game) == [["call_window_opened"], [], ["call_window_opened"]]
    game.play(0, "pass")
    assert all_told(game) == [[], [], []]
    settle_due_games(now=NOW + timedelta(minutes=2))
    assert all_told(game) == [[], [], ["turn_started"]]


def test_an_offer_is_told_to_those_who_are_asked() -> None:
    game = playing()
    version = game.state.game.version
    offer, _ = create_offer(
        game_id=game.game_id, player_id=game.players[1].pk, kind=OfferKind.PAUSE, version=version, now=NOW
    )
    tell_players(game_id=game.game_id, now=NOW)
    facts = {"version": version, "seat": 1, "daily": False, "offer": str(offer.id), "offer_kind": "pause"}
    events = PlayerEvent.objects.values_list("player", "type", "facts")
    wanted = [(game.players[seat].pk, "offer_made", facts) for seat in (0, 2)]
    assert sorted(events) == sorted(wanted)


def test_who_leaves_is_told_of_to_all_and_of_nothing_more_but_the_end() -> None:
    game = playing(leaver_policy="bot")
    resign(game_id=game.game_id, player_id=game.players[1].pk, now=NOW)
    assert all_told(game) == [["player_left"]] * 3
    game.play(0, "discard 4D")
    assert all_told(game) == [[], [], []]
    resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
    resign(game_id=game.game_id, player_id=game.players[2].pk, now=NOW)
    run_bots(game_id=game.game_id, clock=lambda: NOW)
    assert game.state.game.status == "finished"
    assert all(types[-1] == "game_over" and "turn_started" not in types for types in all_told(game))


def test_who_lost_the_seat_by_time_is_told() -> None:
    game = people(2, NO_CALLS, clock={"mode": "daily", "turn_seconds": 60}, max_timeouts=0)
    tell_players(game_id=game.game_id, now=NOW)
    PlayerEvent.objects.all().delete()
    settle_due_games(now=NOW + timedelta(hours=1))
    assert all_told(game) == [["player_left"]] * 2


def test_a_game_that_is_broken_off_is_told() -> None:
    game = playing(leaver_policy="abandon")
    resign(game_id=game.game_id, player_id=game.players[1].pk, now=NOW)
    assert all_told(game) == [["player_left", "game_aborted"]] * 3
    event_result = {"winners": [], "totals": game.state.game.totals}
    create_rematch(game_id=game.game_id, player=game.players[0], now=NOW)
    tell_players(game_id=game.game_id, now=NOW)
    assert game.state.game.result == event_result
    assert set(PlayerEvent.objects.values_list("type", "facts__next_game")) == {
        ("rematch_made", str(game.state.game.next_game))
    }


def test_a_player_sees_bots_play_and_is_told_when_they_are_done() -> None:
    game = gathered([guest("Ada")], NO_CALLS, bots=["novice"])
    start_game(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
    run_bots(game_id=game.game_id, clock=lambda: NOW)
    assert all_told(game) == [["game_started", "turn_started"]]


def test_games_of_bots_are_told_to_nobody(rung: list[Any]) -> None:
    state = bots("novice", "novice")
    assert Game.objects.get(id=state.game.id).untold_at is None
    assert "games.tasks.tell_players" not in {task for task, *_ in rung}


@pytest.mark.django_db(transaction=True)
def test_a_lost_bell_is_rung_again(rung: list[Any]) -> None:
    game = people(2, NO_CALLS)
    task = ("games.tasks.tell_players", game.game_id)
    assert task in rung
    rung.clear()
    assert ring_late_tellers(now=NOW + timedelta(seconds=4)) == 0
    assert ring_late_tellers(now=NOW + timedelta(seconds=5)) == 1
    assert rung == [task]
    tell_players(game_id=game.game_id, now=timezone.now())
    assert ring_late_tellers(now=NOW + timedelta(hours=1)) == 0


@pytest.mark.django_db(transaction=True)
def test_what_comes_before_the_rest_is_told_is_not_rung_for_again(rung: list[Any]) -> None:
    game = playing()
    task = ("games.tasks.tell_players", game.game_id)
    rung.clear()
    for seat, move in ((0, "discard 4D"), (1, "draw"), (1, "discard 2C")):
        game.play(seat, move)
    assert rung.count(task) == 1
    assert tell_players(game_id=game.game_id, now=NOW) == 2
    game.play(2, "draw")
    game.play(2, "discard 5S")
    assert rung.count(task) == 2


@pytest.mark.parametrize("delay", [0, 5])
def test_who_has_left_a_game_that_is_shown_later_is_not_told_who_else_leaves(delay: int) -> None:
    game = playing(spectator_delay_moves=delay)
    for player in game.players[:2]:
        resign(game_id=game.game_id, player_id=player.pk, now=NOW)
    assert told(game, game.players[0]) == ["player_left"] * (1 if delay else 2)
    assert told(game, game.players[2]) == ["player_left"] * 2
