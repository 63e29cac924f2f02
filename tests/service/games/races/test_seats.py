"""Seats and starts at once: a seat has one player, a game is dealt once, nobody is lost on the way."""

from games.models import Deal, Seat
from games.replay import faults_of
from games.services.create import SeatWish
from games.services.seating import leave_seat, seat_bot, take_seat
from games.services.start import start_game
from tests.at_once import RACES, ROUNDS, AtOnce
from tests.service.games.log import check_log
from tests.service.games.table import NOW, OPEN, guest, made

pytestmark = RACES


def test_double_joins(at_once: AtOnce) -> None:
    owner, guests = guest(), [guest() for _ in range(8)]
    for _ in range(ROUNDS):
        game_id = made(OPEN, OPEN, owner=owner).game.id
        ids = {"game_id": game_id, "number": 1, "now": NOW}
        answers = at_once(
            *[lambda who=who, ids=ids: take_seat(player=who, **ids) for who in guests],
            *[lambda ids=ids: seat_bot(level="club", player_id=owner.pk, **ids)] * 2,
        )
        seat = Seat.objects.get(game=game_id, seat=1)
        assert answers.count("seat_taken") == (8 if seat.bot_level else 9)
        assert bool(seat.bot_level) != (seat.player in guests)
        assert Seat.objects.filter(game=game_id, player=None, bot_level="").count() == 0
        check_log(game_id)


def test_one_player_at_two_seats(at_once: AtOnce) -> None:
    owner, other = guest(), guest()
    for _ in range(ROUNDS):
        game_id = made(OPEN, OPEN, OPEN, owner=owner).game.id
        ids = {"game_id": game_id, "now": NOW}
        at_once(
            *[lambda ids=ids, number=number: take_seat(number=number, player=other, **ids) for number in (1, 2) * 3]
        )
        assert Seat.objects.filter(game=game_id, player=other).count() == 1
        assert Seat.objects.filter(game=game_id, player=owner).count() == 1
        check_log(game_id)


def test_double_starts(at_once: AtOnce) -> None:
    owner = guest()
    for _ in range(ROUNDS):
        game_id = made(OPEN, SeatWish("club"), owner=owner).game.id
        start = {"game_id": game_id, "player_id": owner.pk, "now": NOW}
        answers = at_once(*[lambda start=start: start_game(**start).game.version] * 10)
        assert len(set(answers)) == 1
        assert Deal.objects.filter(game=game_id).count() == 1
        assert faults_of(game_id) == []


def test_the_last_seats_and_the_start(at_once: AtOnce) -> None:
    """Both guests sit, or one and the other has left again; the game starts with all seats taken, or not yet."""
    owner, ada, ben = guest(), guest(), guest()
    for _ in range(ROUNDS):
        game_id = made(OPEN, OPEN, OPEN, owner=owner).game.id
        ids = {"game_id": game_id, "now": NOW}
        answers = at_once(
            *[lambda ids=ids: start_game(player_id=owner.pk, **ids).game.status] * 3,
            lambda ids=ids: take_seat(number=1, player=ada, **ids).game.status,
            lambda ids=ids: take_seat(number=2, player=ben, **ids).game.status,
            lambda ids=ids: leave_seat(number=2, player_id=ben.pk, **ids).game.status,
        )
        seats = list(Seat.objects.filter(game=game_id).order_by("seat").values_list("player", flat=True))
        started, left = "running" in answers[:3], seats[2] is None
        assert set(answers[:3]) <= {"running", "seats_open"}
        assert answers[3:5] == ["open", "open"]
        assert not (started and left)
        assert answers[5] in ("open", "game_started")  # also where nobody sat there yet
        assert answers[5] == "open" or (started and not left)
        assert Deal.objects.filter(game=game_id).count() == started
        assert seats == [owner.pk, ada.pk, None if left else ben.pk]
        if left:
            take_seat(number=2, player=ben, **ids)
        start_game(player_id=owner.pk, **ids)
        assert Deal.objects.filter(game=game_id).count() == 1
        assert faults_of(game_id) == []
