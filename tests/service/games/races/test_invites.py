"""Invitations answered in several ways at once: they end in one, and a seat is nobody's or somebody's."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from datetime import timedelta
from typing import Any

from games import store
from games.invariants import breaches_of
from games.models import Invite
from games.services.deadlines import settle_game
from games.services.invites import accept_invite, cancel_invite, create_invite, decline_invite
from games.services.seating import leave_seat, seat_bot, take_seat
from games.services.sweep import settle_due_games
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.service.games.log import check_log
from tests.service.games.table import NOW, OPEN, guest, made

pytestmark = RACES
LATER = NOW + timedelta(days=1)
BEFORE = LATER - timedelta(milliseconds=1)


def check(game_id: Any, now: Any = NOW) -> list[str]:
    """Whose the seats are; the log is whole, and reservations and invitations go together."""
    check_log(game_id)
    state = store.load(game_id)
    assert breaches_of(state, now) == []
    return [seat.player.name if seat.player else "kept" if seat.reserved_until else "free" for seat in state.seats]


def test_accepted_declined_withdrawn_and_run_out(at_once: AtOnce) -> None:
    ada, ben = guest("Ada"), guest("Ben")
    for _ in range(SOME_ROUNDS):
        game_id = made(OPEN, OPEN, owner=ada).game.id
        invite = create_invite(game_id=game_id, by=ada, invitee_id=ben.pk, now=NOW)
        answers = at_once(
            *[lambda: accept_invite(code=invite.code, player=ben, now=BEFORE).game.status] * 3,
            lambda: decline_invite(code=invite.code, player_id=ben.pk, now=BEFORE).status,
            lambda: cancel_invite(code=invite.code, player_id=ada.pk, now=BEFORE) or "cancelled",
            lambda: settle_due_games(now=LATER) and None,
            lambda: settle_game(game_id=game_id, now=LATER) and None,
        )
        invite.refresh_from_db()
        is_accepted = invite.status == "accepted"
        assert answers[:3] == ["open" if is_accepted else "invite_expired"] * 3
        assert (answers[3] == "declined") == (invite.status == "declined")
        assert answers[4] == ("invite_expired" if is_accepted else "cancelled")
        assert check(game_id, LATER) == ["Ada", "Ben" if is_accepted else "free"]


def test_one_code_for_many(at_once: AtOnce) -> None:
    ada, guests = guest("Ada"), [guest("Ben") for _ in range(8)]
    for _ in range(SOME_ROUNDS):
        game_id = made(OPEN, OPEN, OPEN, owner=ada).game.id
        code = create_invite(game_id=game_id, by=ada, now=NOW).code
        answers = at_once(
            *[lambda who=who: accept_invite(code=code, player=who, now=NOW).game.status for who in guests],
            lambda: seat_bot(game_id=game_id, number=1, level="club", player_id=ada.pk, now=NOW) and "seated",
        )
        assert sorted(answers) == ["invite_expired"] * 7 + ["open", "seat_taken"]
        assert check(game_id) == ["Ada", "Ben", "free"]
        assert Invite.objects.get(code=code).accepted_by == store.load(game_id).seats[1].player


def test_a_seat_is_kept_or_taken(at_once: AtOnce) -> None:
    ada, ben, cleo = guest("Ada"), guest("Ben"), guest("Cleo")
    for _ in range(SOME_ROUNDS):
        game_id = made(OPEN, OPEN, owner=ada).game.id
        asked = {"game_id": game_id, "by": ada, "now": NOW}
        answers = at_once(
            *[lambda: create_invite(invitee_id=ben.pk, **asked).status] * 2,
            lambda: create_invite(**asked).status,
            *[lambda: take_seat(game_id=game_id, number=1, player=cleo, now=NOW).game.status] * 2,
        )
        taken = answers[3:] == ["open", "open"]
        assert taken or answers[3:] == ["seat_taken"] * 2
        assert answers[:3].count("open") == (not taken)
        assert check(game_id) == ["Ada", "Cleo" if taken else "kept"]


def test_a_game_that_is_given_up_keeps_no_seat(at_once: AtOnce) -> None:
    ada, ben = guest("Ada"), guest("Ben")
    for _ in range(SOME_ROUNDS):
        game_id = made(OPEN, OPEN, owner=ada).game.id
        invite = create_invite(game_id=game_id, by=ada, invitee_id=ben.pk, now=NOW)
        answers = at_once(
            lambda: accept_invite(code=invite.code, player=ben, now=NOW).game.status,
            lambda: leave_seat(game_id=game_id, number=0, player_id=ada.pk, now=NOW).game.status,
        )
        invite.refresh_from_db()
        expected = {
            "accepted": (["open", "open"], ["free", "Ben"]),
            "cancelled": (["invite_expired", "aborted"], ["free"] * 2),
        }
        assert (answers, check(game_id)) == expected[invite.status]
