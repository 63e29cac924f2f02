"""Whether those who sit at a game follow it: by rows of the processes that hold something open for them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from games.models import Game, Listener, Notice, Presence
from games.selectors.games import seats_fields
from games.services import presence
from games.services.presence import LOST_AFTER, forget_lost_listeners, note_presence
from games.services.resign import resign
from games.services.seating import leave_seat, take_seat
from players.ids import uuid7
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, People, gathered, guest, people

pytestmark = pytest.mark.django_db
HERE, ELSEWHERE = uuid7(), uuid7()
GONE = NOW + LOST_AFTER


@pytest.fixture
def game() -> People:
    return people(3)


def note(game: People, arrived: Any = (), left: Any = (), by: UUID = HERE, now: Any = NOW) -> bool:
    at, off = ({(game.game_id, seat) for seat in seats} for seats in (arrived, left))
    return note_presence(listener_id=by, arrived=at, left=off, now=now)


def connected(game: People) -> list[bool]:
    return [seat["connected"] for seat in seats_fields(game.state)]


def test_who_comes_and_goes_is_told_once(game: People) -> None:
    watching = Followers(game.state)
    version = game.state.game.version
    note(game, [0, 2])
    assert connected(game) == [True, False, True]
    assert watching.check(game.state) == {"presence_changed"}
    note(game, [0])
    note(game, left=[2, 1])
    assert connected(game) == [True, False, False]
    watching.check(game.state)
    assert (game.state.game.version, game.state.game.notice_count) == (version, 3)
    assert Notice.objects.count() == 3


def test_nothing_is_written_where_nothing_changes(game: People, django_assert_num_queries: Any) -> None:
    note(game, [0])
    with django_assert_num_queries(2):
        note(game)
    assert Notice.objects.count() == 1


def test_who_is_held_by_another_process_stays(game: People) -> None:
    note(game, [0])
    note(game, [0], by=ELSEWHERE)
    note(game, left=[0])
    assert connected(game)[0]
    note(game, left=[0], by=ELSEWHERE)
    assert not connected(game)[0]


def test_what_a_process_held_that_is_gone_is_let_go(game: People) -> None:
    note(game, [0, 1])
    note(game, [1], by=ELSEWHERE, now=NOW + LOST_AFTER)
    forget_lost_listeners(now=NOW + LOST_AFTER - timedelta(seconds=1))
    assert connected(game) == [True, True, False]
    forget_lost_listeners(now=NOW + LOST_AFTER)
    assert connected(game) == [False, True, False]
    assert [listener.pk for listener in Listener.objects.all()] == [ELSEWHERE]


@pytest.mark.parametrize("lets_go", [lambda game: forget_lost_listeners(now=GONE), lambda game: note(game, left=[0])])
def test_a_process_that_ends_while_it_lets_go_leaves_nobody_connected(
    game: People, lets_go: Callable[[People], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(**_: Any) -> None:
        raise SystemExit

    note(game, [0])
    watching = Followers(game.state)
    with monkeypatch.context() as ending:
        ending.setattr(presence, "_settle", end)
        with pytest.raises(SystemExit):
            lets_go(game)
    assert connected(game)[0]
    forget_lost_listeners(now=GONE)
    assert not connected(game)[0]
    assert watching.check(game.state) == {"presence_changed"}


@pytest.mark.django_db(transaction=True)
def test_a_broken_game_keeps_no_other_connected(game: People, caplog: pytest.LogCaptureFixture) -> None:
    broken, other = sorted((game, people(3)), key=lambda one: one.game_id)
    note(broken, [0])
    note(other, [0])
    Game.objects.filter(id=broken.game_id).update(snapshot=b"broken")
    forget_lost_listeners(now=GONE)
    assert not connected(other)[0]
    assert str(broken.game_id) in caplog.text


def test_a_sweep_without_anything_to_let_go_looks_and_writes_nothing(
    game: People, django_assert_num_queries: Any
) -> None:
    note(game, [0])
    with django_assert_num_queries(2):
        forget_lost_listeners(now=NOW)
    assert Notice.objects.count() == 1


def test_a_process_that_was_taken_for_lost_is_told_so(game: People) -> None:
    assert not note(game, [0])
    assert note(game)
    forget_lost_listeners(now=NOW + LOST_AFTER)
    assert not note(game, now=NOW + LOST_AFTER)


def test_what_two_processes_wrote_at_once_is_mended(game: People) -> None:
    note(game, [0])
    seat = game.state.seats[0]
    seat.connected = False
    seat.save()
    note(game)
    assert connected(game)[0]


def test_who_resigns_is_not_there_any_more(game: People) -> None:
    note(game, [0, 1])
    watching = Followers(game.state)
    resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
    assert connected(game) == [False, True, False]
    watching.check(game.state)
    note(game)
    assert not connected(game)[0]
    take_seat(game_id=game.game_id, number=0, player=game.players[0], now=NOW)
    watching.check(game.state)
    note(game)
    assert connected(game)[0]


def test_who_leaves_a_seat_takes_nothing_along() -> None:
    game = gathered([guest("Ada"), guest("Bert")])
    note(game, [1])
    leave_seat(game_id=game.game_id, number=1, player_id=game.players[1].pk, now=NOW)
    note(game)
    assert connected(game) == [False, False]
    assert Presence.objects.count() == 1


def test_of_a_seat_that_does_not_exist_nothing_is_told(game: People) -> None:
    note(game, [7])
    assert not Presence.objects.exists()
