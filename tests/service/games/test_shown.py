"""As of when a game is shown: to those who play as it stands, to all others some moves later, all of one moment."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
import games
from games import store
from games.models import Game, Moment
from games.selectors.access import viewer_of
from games.selectors.deals import deal_fields, deal_row, full_deal_fields
from games.selectors.events import all_events
from games.selectors.games import game_row_fields, listed_games
from games.selectors.histories import history
from games.selectors.views import view_fields
from games.services.change import change_game
from games.services.look import look_at, public_place, visible_place
from games.services.offers import answer_offer, create_offer
from games.services.resign import resign
from games.services.seating import take_seat
from games.services.start import start_game
from games.services.turn import submit_turn
from games.shown import deals_of, entries_of, is_deal_over, notices_of, shown_to
from games.sight import SPECTATOR
from games.store import GameState
from players.errors import DomainError
from players.models import Player
from tests.service.games.table import NOW, People, gathered, guest, people, set_position

pytestmark = pytest.mark.django_db
PLAIN = {"preset": "classic", "call": "off"}
POSITION: dict[str, Any] = {
    "turn": 0,
    "hands": [["2C", "4D", "7S", "7H", "7D", "9H"], ["KD", "4S", "QS"]],
    "stock": ["5H", "6H", "7C", "8C", "JC", "TC"],
    "pile": ["9C"],
}
MOVES = [(0, "draw"), (0, "discard 5H"), (1, "draw"), (1, "discard 6H"), (0, "draw"), (0, "discard 7C")]


def table(delay: int, **wish: Any) -> People:
    """Two people, seat 0 to draw."""
    game = people(2, rules=PLAIN, spectator_delay_moves=delay, **wish)
    set_position(game.game_id, POSITION)
    return game


def shown(game: People, player: Player | None = None) -> GameState:
    return look_at(game_id=game.game_id, player_id=player and player.pk, now=NOW)


def pile(state: GameState) -> list[str]:
    return list(view_fields(state, SPECTATOR, NOW)["pile"])


def test_moves_are_shown_so_many_moves_later() -> None:
    game, piles = table(2), []
    for seat, text in MOVES:
        game.play(seat, text)
        piles.append((pile(game.state), pile(shown(game))))
    now = [["9C"], ["9C", "5H"], ["9C", "5H"], ["9C", "5H", "6H"], ["9C", "5H", "6H"], ["9C", "5H", "6H", "7C"]]
    assert [told for told, _ in piles] == now
    assert [told for _, told in piles] == [["9C"], ["9C"], *now[:-2]]


def test_who_plays_sees_everything_at_once_and_all_others_do_not() -> None:
    owner = guest("Owner")
    game = gathered([guest("Ada"), guest("Ben")], PLAIN, spectator_delay_moves=3)
    Game.objects.update(owner=owner)
    start_game(game_id=game.game_id, player_id=owner.pk, now=NOW)
    before = game.state.game.version
    game.play(game.state.playing.table.turn, "draw")
    assert [shown(game, player).game.version for player in game.players] == [before + 1] * 2
    assert [shown(game, player).game.version for player in (owner, guest("Cleo"), None)] == [before] * 3


def test_who_has_left_looks_on_and_who_comes_back_sees_the_present() -> None:
    game = table(2)
    ada = game.players[0]
    game.play(0, "draw")
    resign(game_id=game.game_id, player_id=ada.pk, now=NOW)
    state = shown(game, ada)
    assert (state.is_past, state.seat_of(ada.pk), viewer_of(state, ada.pk)) == (True, None, SPECTATOR)
    view = view_fields(state, viewer_of(state, ada.pk), NOW)
    assert (view["hand"], view["seats"][0]["resigned"], view["pile"]) == ([], False, ["9C"])
    take_seat(game_id=game.game_id, number=0, player=ada, now=NOW)
    assert not shown(game, ada).is_past


def test_everything_is_shown_when_the_game_is_over() -> None:
    game = table(50, leaver_policy="abandon")
    game.play(0, "draw")
    assert Moment.objects.exists()
    assert len(list(all_events(shown(game), SPECTATOR))) < len(list(all_events(game.state, SPECTATOR)))
    resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
    assert shown(game).game.version == game.state.game.version
    assert deal_fields(shown(game), deal_row(shown(game), 1))["seed"]
    assert not Moment.objects.exists()


def test_a_deal_is_not_over_before_it_is_shown_to_be() -> None:
    game = table(2)
    set_position(game.game_id, POSITION | {"phase": "play", "hands": [["2C"], ["KD", "4S"]]})
    game.play(0, "discard 2C")
    state, turn = shown(game), game.state.playing.table.turn
    assert (game.state.game.deal_number, state.game.deal_number) == (2, 1)
    (row,) = deals_of(state)
    told = full_deal_fields(state, row)
    assert (row.is_over, is_deal_over(state, row)) == (True, False)
    names = ("seed", "scores", "totals", "out", "ended", "results", "finished_at", "hands", "stock", "breakdown")
    assert [name for name in names if told[name] is not None] == []
    with pytest.raises(DomainError) as refused:
        deal_row(state, 2)
    assert refused.value.code == "not_found"
    game.play(turn, "draw")
    game.play(turn, f"discard {engine.codes(game.state.playing.hands[turn])[0]}")
    state = shown(game)
    assert (state.game.deal_number, is_deal_over(state, deal_row(state, 1))) == (2, True)
    told = full_deal_fields(state, deal_row(state, 1))
    assert [name for name in names if told[name] is None] == []


def test_a_pause_is_shown_when_the_moves_behind_it_are() -> None:
    game, cleo = table(1), guest("Cleo")

    def agree(kind: str) -> None:
        version = game.state.game.version
        offer, _ = create_offer(game_id=game.game_id, player_id=game.players[0].pk, kind=kind, version=version, now=NOW)
        told = view_fields(shown(game), SPECTATOR, NOW)["offers"]
        assert told == []
        answer_offer(game_id=game.game_id, player_id=game.players[1].pk, offer_id=offer.id, answer="accepted", now=NOW)

    def listed(status: str, player: Player | None) -> list[str]:
        asked: Any = {"player_id": player and player.pk, "statuses": [status]}
        rows = [game_row_fields(row, asked["player_id"])["status"] for row in listed_games(**asked)]
        seats = [
            game_row_fields(seat.game, asked["player_id"])["status"]
            for seat in history(of_player=game.players[0].pk, **asked)
        ]
        assert rows == seats
        return rows

    game.play(0, "draw")
    agree("pause")
    assert game.state.game.status == "paused"
    for player, status in ((game.players[1], "paused"), (cleo, "running"), (None, "running")):
        other = {"paused": "running", "running": "paused"}[status]
        assert (listed(status, player), listed(other, player)) == ([status], [])
    agree("resume")
    game.play(0, "discard 5H")
    kinds = [entry.kind for entry in entries_of(shown(game)).order_by("version")]
    assert kinds[-3:] == ["move", "paused", "resumed"]


def test_an_offer_is_shown_as_it_was() -> None:
    game = people(3, rules=PLAIN, spectator_delay_moves=1)
    offer, _ = create_offer(
        game_id=game.game_id,
        player_id=game.players[0].pk,
        kind="pause",
        version=game.state.game.version,
        now=NOW,
    )
    turn = game.state.playing.table.turn
    before = view_fields(shown(game), SPECTATOR, NOW)["offers"]
    game.play(turn, "draw")
    answer_offer(game_id=game.game_id, player_id=game.players[1].pk, offer_id=offer.id, answer="declined", now=NOW)
    assert game.state.game.offer_id is None
    assert view_fields(shown(game), SPECTATOR, NOW)["offers"] == before
    assert before[0]["status"] == "open"


def test_moves_that_came_together_are_shown_together() -> None:
    game = table(2)
    game.play(0, "draw")
    moves = [engine.move_json(engine.parse_move(text)) for text in ("meld 7S 7H 7D", "discard 9H")]
    version = game.state.game.version
    submit_turn(game_id=game.game_id, player_id=game.players[0].pk, moves=moves, version=version, window=None, now=NOW)
    assert (len(shown(game).playing.table.melds), pile(shown(game))) == (0, ["9C"])
    game.play(1, "draw")
    assert (len(shown(game).playing.table.melds), shown(game).game.version) == (0, version)
    game.play(1, "discard 6H")
    assert (len(shown(game).playing.table.melds), pile(shown(game))) == (1, ["9C", "9H"])


def test_no_more_moments_are_kept_than_are_needed() -> None:
    game = table(3)
    for number, (seat, text) in enumerate(MOVES, 1):
        game.play(seat, text)
        kept = list(Moment.objects.order_by("moves").values_list("moves", flat=True))
        assert kept == list(range(max(0, number - 3), number + 1))


def test_there_are_none_before_the_start_nor_without_a_delay() -> None:
    game = gathered([guest("Ada"), guest("Ben")], PLAIN, spectator_delay_moves=3)
    assert not Moment.objects.exists()
    ada, version = game.players[0].pk, game.state.game.version
    changes = {"spectator_delay_moves": 0}
    change_game(game_id=game.game_id, player_id=ada, version=version, changes=changes, now=NOW)
    start_game(game_id=game.game_id, player_id=ada, now=NOW)
    game.play(game.state.playing.table.turn, "draw")
    assert not Moment.objects.exists()
    assert shown(game).game.version == game.state.game.version


def test_what_was_is_never_written() -> None:
    game = table(1)
    game.play(0, "draw")
    with pytest.raises(AssertionError, match="not written"):
        store.write(shown(game))


def test_it_costs_a_statement_for_those_who_look_on_and_none_for_others() -> None:
    game, plain_game = table(1), table(0)
    for one, player, number in ((game, None, 3), (game, game.players[0], 2), (plain_game, None, 2)):
        with CaptureQueriesContext(connection) as asked:
            shown(one, player)
        assert len(asked) == number


def test_the_tag_of_what_was_is_no_tag_of_what_is() -> None:
    game = table(1)
    before = game.state.tag
    game.play(0, "draw")
    assert shown(game).tag == before[:-1] + '.0"'
    assert shown(game).cursor.tag == before
    assert public_place(game_id=game.game_id, now=NOW) is None
    assert visible_place(game_id=game.game_id, player_id=None, now=NOW) is None


def test_notices_are_shown_with_the_moves_before_them() -> None:
    game = table(1)
    game.play(0, "draw")
    with pytest.raises(DomainError):
        create_offer(
            game_id=game.game_id, player_id=game.players[0].pk, kind="add_time", seconds=9, version=None, now=NOW
        )
    create_offer(
        game_id=game.game_id,
        player_id=game.players[0].pk,
        kind="pause",
        version=game.state.game.version,
        now=NOW + timedelta(seconds=1),
    )
    assert (notices_of(game.state).count(), notices_of(shown(game)).count()) == (1, 0)
    game.play(0, "discard 5H")
    assert notices_of(shown(game)).count() == 1


def test_selectors_read_rows_of_a_game_as_far_as_they_are_shown() -> None:
    """By `games.shown`; chat is not shown later, and invariants are not told to anybody."""
    folder = Path(games.__file__).parent
    rows = re.compile(r"game\.(entries|notices|deals|offers)\b|\b(Entry|Notice|Deal|Offer)\.objects")
    readers = [path for path in (folder / "selectors").glob("*.py") if rows.search(path.read_text())]
    views = [path for path in (folder.parent / "api").rglob("*.py") if rows.search(path.read_text())]
    assert [path.name for path in readers + views] == []


def test_a_state_that_was_is_shown_as_it_is() -> None:
    game = table(1)
    game.play(0, "draw")
    state = shown(game)
    assert shown_to(state, None) is state
