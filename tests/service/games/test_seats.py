"""Making a game, sitting down, leaving, changing and starting it."""

import pytest

import engine
from games import store
from games.models import Deal, Entry, Game, Seat
from games.services.change import change_game
from games.services.create import SeatWish
from games.services.seating import give_game_up, leave_seat, seat_bot, take_seat
from games.services.start import start_game
from games.store import GameState
from players.errors import DomainError
from players.models import Player
from tests.service.games.table import NOW, OPEN, bots, guest, made

pytestmark = pytest.mark.django_db
CLUB = SeatWish("club")


def seated(state: GameState) -> list[str]:
    """Who sits where: a name, a level, or nothing."""
    return [seat.player.name if seat.player else seat.bot_level for seat in store.load(state.game.id).seats]


def refusal(call: object, **arguments: object) -> DomainError:
    with pytest.raises(DomainError) as refused:
        call(**arguments, now=NOW)  # type: ignore[operator]
    return refused.value


def test_the_owner_sits_at_the_first_seat_for_people() -> None:
    assert seated(made(CLUB, OPEN, OPEN)) == ["club", "Owner", ""]


def test_the_owner_may_choose_a_seat() -> None:
    owner = guest("Owner")
    assert seated(made(OPEN, SeatWish(player_id=owner.pk), owner=owner)) == ["", "Owner"]


def test_a_game_may_be_among_bots_only() -> None:
    state = bots("club", "novice")
    assert (state.game.status, seated(state)) == ("running", ["club", "novice"])


def test_others_are_not_seated_without_being_asked() -> None:
    other = guest("Other")
    assert seated(made(OPEN, SeatWish(player_id=other.pk))) == ["Owner", ""]


@pytest.mark.parametrize("wish", [{"takeover_level": "nobody"}, {}])
def test_an_unknown_level_is_refused_with_a_pointer(wish: dict[str, str]) -> None:
    with pytest.raises(DomainError) as refused:
        made(OPEN, CLUB if wish else SeatWish("nobody"), **wish)
    assert refused.value.code == "bad_request"
    pointers = [fault["pointer"] for fault in refused.value.facts["errors"]]
    assert pointers == ["/takeover_level" if wish else "/seats/1/bot_level"]
    assert not Game.objects.exists()


def test_impossible_numbers_of_players_are_refused_when_the_game_is_made() -> None:
    with pytest.raises(engine.ImpossibleRules):
        made(OPEN, CLUB, CLUB, rules="browser")
    assert not Game.objects.exists()


def test_a_game_with_free_seats_does_not_start() -> None:
    with pytest.raises(DomainError) as refused:
        made(OPEN, OPEN, start=True)
    assert refused.value.code == "seats_open"
    assert not Game.objects.exists()


def test_the_rules_are_echoed_in_full_and_with_their_preset() -> None:
    game = made(OPEN, CLUB, rules={"preset": "quick", "hand_size_two": 10}).game
    assert game.preset == "quick"
    assert game.options == engine.options_json(engine.options_from({"preset": "quick", "hand_size_two": 10}))
    assert game.rules_edition == engine.RULES_EDITION


def test_the_log_begins_with_who_made_the_game_and_who_sits_there() -> None:
    state = made(OPEN, CLUB, start=True)
    kinds = list(Entry.objects.filter(game=state.game).order_by("version").values_list("version", "kind", "seat"))
    assert kinds == [
        (1, "created", None),
        (2, "joined", 0),
        (3, "bot_seated", 1),
        (4, "started", None),
        (5, "dealt", None),
    ]
    assert Game.objects.get().version == 5


def test_the_first_deal_is_fixed_by_its_seed() -> None:
    state = made(OPEN, CLUB, start=True)
    row = Deal.objects.get()
    expected = engine.start_deal(state.options, 2, bytes(row.seed))
    assert store.load(state.game.id).deal == expected
    assert (row.dealer, row.commitment) == (expected.table.dealer, engine.commitment(bytes(row.seed)))


class TestSittingDown:
    def test_at_a_free_seat(self) -> None:
        state = made(OPEN, OPEN)
        take_seat(game_id=state.game.id, number=1, player=guest("Other"), now=NOW)
        assert seated(state) == ["Owner", "Other"]

    def test_twice_is_the_same_as_once(self) -> None:
        state, other = made(OPEN, OPEN), guest("Other")
        first = take_seat(game_id=state.game.id, number=1, player=other, now=NOW)
        again = take_seat(game_id=state.game.id, number=1, player=other, now=NOW)
        assert again.game.version == first.game.version

    def test_elsewhere_changes_seats(self) -> None:
        state, other = made(OPEN, OPEN, OPEN), guest("Other")
        take_seat(game_id=state.game.id, number=1, player=other, now=NOW)
        take_seat(game_id=state.game.id, number=2, player=other, now=NOW)
        assert seated(state) == ["Owner", "", "Other"]

    def test_not_on_somebody_or_on_a_bot(self) -> None:
        state, other = made(OPEN, CLUB), guest("Other")
        codes = [refusal(take_seat, game_id=state.game.id, number=seat, player=other).code for seat in (0, 1)]
        assert codes == ["seat_taken", "seat_taken"]

    def test_not_at_a_seat_that_does_not_exist(self) -> None:
        state = made(OPEN, OPEN)
        assert refusal(take_seat, game_id=state.game.id, number=2, player=guest()).code == "not_found"

    def test_a_bot_by_the_owner_only(self) -> None:
        state = made(OPEN, OPEN)
        other, game_id = guest(), state.game.id
        asked = {"game_id": game_id, "number": 1, "level": "club"}
        assert refusal(seat_bot, player_id=other.pk, **asked).code == "not_owner"
        seat_bot(player_id=state.game.owner_id, now=NOW, **asked)
        assert seated(state) == ["Owner", "club"]

    def test_a_bot_not_on_a_person(self) -> None:
        state = made(OPEN, OPEN)
        asked = {"game_id": state.game.id, "number": 0, "level": "club", "player_id": state.game.owner_id}
        assert refusal(seat_bot, **asked).code == "seat_taken"


class TestLeaving:
    def test_ones_own_seat(self) -> None:
        state, other = made(OPEN, OPEN), guest("Other")
        take_seat(game_id=state.game.id, number=1, player=other, now=NOW)
        leave_seat(game_id=state.game.id, number=1, player_id=other.pk, now=NOW)
        assert seated(state) == ["Owner", ""]

    def test_anothers_seat_only_as_the_owner(self) -> None:
        state, other = made(OPEN, CLUB, OPEN), guest("Other")
        take_seat(game_id=state.game.id, number=2, player=other, now=NOW)
        asked = {"game_id": state.game.id, "number": 1}
        assert refusal(leave_seat, player_id=other.pk, **asked).code == "not_owner"
        leave_seat(player_id=state.game.owner_id, now=NOW, **asked)
        assert seated(state) == ["Owner", "", "Other"]

    def test_an_owner_who_leaves_hands_the_game_on(self) -> None:
        state, other = made(OPEN, OPEN), guest("Other")
        take_seat(game_id=state.game.id, number=1, player=other, now=NOW)
        leave_seat(game_id=state.game.id, number=0, player_id=state.game.owner_id, now=NOW)
        assert Game.objects.get().owner == other

    def test_who_has_left_may_say_so_again(self) -> None:
        state, other, third = made(OPEN, OPEN), guest("Other"), guest("Third")
        asked = {"game_id": state.game.id, "number": 1}
        take_seat(player=other, now=NOW, **asked)
        for _ in range(2):
            leave_seat(player_id=other.pk, now=NOW, **asked)
        assert Entry.objects.filter(kind="left").count() == 1
        take_seat(player=third, now=NOW, **asked)
        assert refusal(leave_seat, player_id=other.pk, **asked).code == "not_owner"

    def test_the_next_owner_is_the_next_clockwise_who_can_sign_in(self) -> None:
        owner = guest("Owner")
        state = made(OPEN, OPEN, SeatWish(player_id=owner.pk), OPEN, owner=owner)
        players = {number: guest(f"Player {number}") for number in (0, 1, 3)}
        for number, player in players.items():
            take_seat(game_id=state.game.id, number=number, player=player, now=NOW)
        Player.objects.filter(pk=players[3].pk).update(is_active=False)
        leave_seat(game_id=state.game.id, number=2, player_id=owner.pk, now=NOW)
        assert Game.objects.get().owner == players[0]
        leave_seat(game_id=state.game.id, number=0, player_id=players[0].pk, now=NOW)
        assert Game.objects.get().owner == players[1]
        leave_seat(game_id=state.game.id, number=1, player_id=players[1].pk, now=NOW)
        assert Game.objects.get().status == "aborted"

    def test_an_owner_who_sits_nowhere_gives_the_game_up(self) -> None:
        state, others = made(CLUB, CLUB), [guest("Other"), guest("Another")]
        asked = {"game_id": state.game.id, "player_id": state.game.owner_id}
        leave_seat(**asked, number=1, now=NOW)
        take_seat(game_id=state.game.id, number=1, player=others[0], now=NOW)
        assert refusal(give_game_up, game_id=state.game.id, player_id=others[1].pk).code == "not_owner"
        version = give_game_up(**asked, now=NOW).game.version
        assert (Game.objects.get().owner, version) == (others[0], state.game.version + 3)
        give_game_up(game_id=state.game.id, player_id=others[0].pk, now=NOW)
        assert Game.objects.get().status == "aborted"
        assert refusal(give_game_up, **asked).code == "not_owner"

    def test_a_game_of_bots_that_its_owner_gives_up_is_broken_off(self) -> None:
        state = made(CLUB, CLUB)
        give_game_up(game_id=state.game.id, player_id=state.game.owner_id, now=NOW)
        assert Game.objects.get().status == "aborted"

    def test_the_game_that_its_last_player_leaves_is_broken_off(self) -> None:
        state = made(OPEN, CLUB)
        leave_seat(game_id=state.game.id, number=0, player_id=state.game.owner_id, now=NOW)
        game = Game.objects.get()
        assert (game.status, game.result) == ("aborted", {"winners": [], "totals": None})
        asked = {"game_id": game.id, "number": 0}
        assert refusal(take_seat, player=guest(), **asked).code == "game_over"


class TestChanging:
    def test_rules_and_settings_by_the_owner(self) -> None:
        state = made(OPEN, CLUB)
        changed = change_game(
            game_id=state.game.id,
            player_id=state.game.owner_id,
            version=state.game.version,
            options=engine.options_from("classic"),
            changes={"visibility": "private"},
            now=NOW,
        )
        game = Game.objects.get()
        assert (game.preset, game.visibility, game.version) == ("classic", "private", state.game.version + 1)
        assert changed.options == engine.PRESETS["classic"]

    @pytest.mark.parametrize(
        ("version", "code"), [(None, "version_required"), (1, "version_conflict"), (99, "version_conflict")]
    )
    def test_only_with_the_current_version(self, version: int | None, code: str) -> None:
        state = made(OPEN, CLUB)
        asked = {"game_id": state.game.id, "player_id": state.game.owner_id, "changes": {}}
        assert refusal(change_game, version=version, **asked).code == code

    def test_not_by_others_and_not_after_the_start(self) -> None:
        state = made(OPEN, CLUB, start=True)
        asked = {"game_id": state.game.id, "version": state.game.version, "changes": {}}
        assert refusal(change_game, player_id=guest().pk, **asked).code == "not_owner"
        assert refusal(change_game, player_id=state.game.owner_id, **asked).code == "game_started"

    def test_not_to_rules_that_so_many_cannot_play(self) -> None:
        state = made(OPEN, CLUB, CLUB)
        with pytest.raises(engine.ImpossibleRules):
            change_game(
                game_id=state.game.id,
                player_id=state.game.owner_id,
                version=state.game.version,
                options=engine.options_from("persian"),
                changes={},
                now=NOW,
            )
        assert Game.objects.get().preset == "pagat"


class TestStarting:
    def test_twice_is_the_same_as_once(self) -> None:
        state = made(OPEN, CLUB)
        asked = {"game_id": state.game.id, "player_id": state.game.owner_id, "now": NOW}
        assert start_game(**asked).game.version == start_game(**asked).game.version
        assert Deal.objects.count() == 1

    def test_by_the_owner_and_with_all_seats_filled(self) -> None:
        state = made(OPEN, OPEN)
        assert refusal(start_game, game_id=state.game.id, player_id=guest().pk).code == "not_owner"
        refused = refusal(start_game, game_id=state.game.id, player_id=state.game.owner_id)
        assert refused.code == "seats_open"

    def test_then_nobody_sits_down_or_leaves(self) -> None:
        state = made(OPEN, CLUB, start=True)
        asked = {"game_id": state.game.id, "number": 1}
        assert refusal(take_seat, player=guest(), **asked).code == "seat_taken"
        assert refusal(leave_seat, player_id=state.game.owner_id, **asked).code == "game_started"


def test_a_private_game_does_not_exist_for_strangers() -> None:
    state, stranger = made(OPEN, OPEN, visibility="private"), guest()
    refused = refusal(take_seat, game_id=state.game.id, number=1, player=stranger)
    assert refused.code == "not_found"
    assert Seat.objects.filter(player=stranger).count() == 0
