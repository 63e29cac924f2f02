"""Invitations: a seat is kept for one who is invited, as long as they may come, and for nobody else."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from games import store
from games.invariants import breaches_of
from games.models import Game, Invite, Notice
from games.replay import faults_of
from games.selectors.access import viewer_of
from games.selectors.events import all_events
from games.selectors.invites import code_of
from games.services import invites
from games.services.create import SeatWish
from games.services.invites import (
    accept_invite,
    cancel_invite,
    create_invite,
    decline_invite,
    forget_old_invites,
    leave_invites_of,
    look_at_invite,
)
from games.services.look import look_at
from games.services.rematch import create_rematch
from games.services.resign import resign
from games.services.seating import leave_seat, seat_bot, take_seat
from games.services.start import start_game
from games.services.sweep import settle_due_games
from games.store import GameState
from players.errors import DomainError
from players.models import Player, PlayerEvent
from players.services import put_tie
from tests.service.games.table import NOW, OPEN, guest, made, people

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)


@pytest.fixture
def ada() -> Player:
    return guest("Ada")


@pytest.fixture
def ben() -> Player:
    return guest("Ben")


@pytest.fixture
def game(ada: Player) -> GameState:
    return made(OPEN, OPEN, OPEN, owner=ada)


def invited(game: GameState, invitee: Player | None = None, **wish: Any) -> Invite:
    asked = {"game_id": game.game.id, "by": game.game.owner, "now": NOW} | wish
    return create_invite(invitee_id=invitee and invitee.pk, **asked)


def refused(call: Any, **named: Any) -> str:
    with pytest.raises(DomainError) as error:
        call(**named)
    return error.value.code


def accepted(invite: Invite, player: Player, now: datetime = NOW) -> GameState:
    return accept_invite(code=invite.code, player=player, now=now)


def check(game: GameState, now: datetime = NOW) -> list[str]:
    """Who sits at the seats, `kept` or `free`; and nothing is wrong with the game."""
    state = store.load(game.game.id)
    assert breaches_of(state, now) == []
    return [seat.player.name if seat.player else "kept" if seat.reserved_until else "free" for seat in state.seats]


class TestASeatIsKept:
    def test_until_the_invitation_runs_out(self, game: GameState, ben: Player) -> None:
        invite = invited(game, ben)
        state = store.load(game.game.id)
        assert (invite.seat, invite.expires_at) == (1, LATER)
        assert state.seats[1].reserved_until == state.game.invite_expires_at == state.game.due_at == LATER
        assert check(game) == ["Ada", "kept", "free"]

    def test_for_nobody_else(self, game: GameState, ben: Player) -> None:
        invited(game, ben)
        ids = {"game_id": game.game.id, "number": 1, "now": NOW}
        assert refused(take_seat, player=guest(), **ids) == "seat_taken"
        assert refused(seat_bot, level="club", player_id=game.game.owner_id, **ids) == "seat_taken"
        assert refused(create_invite, by=game.game.owner, **ids) == "seat_taken"
        assert check(game) == ["Ada", "kept", "free"]

    def test_and_no_game_starts_before(self, ada: Player) -> None:
        game = made(OPEN, OPEN, owner=ada)
        invited(game)
        assert refused(start_game, game_id=game.game.id, player_id=ada.pk, now=NOW) == "seats_open"

    @pytest.mark.parametrize("looks", [look_at, settle_due_games], ids=["a look", "the sweep"])
    def test_and_is_free_then(self, game: GameState, ben: Player, looks: Any) -> None:
        invite = invited(game, ben)
        invited(game, valid_seconds=3 * 24 * 3600)
        looks(now=LATER, **({"game_id": game.game.id, "player_id": None} if looks is look_at else {}))
        invite.refresh_from_db()
        assert (invite.status, invite.closed_at) == ("expired", LATER)
        assert check(game, LATER) == ["Ada", "free", "kept"]
        assert take_seat(game_id=game.game.id, number=1, player=guest(), now=LATER).seats[1].player

    def test_even_when_nobody_has_looked(self, game: GameState, ben: Player) -> None:
        invited(game)
        take_seat(game_id=game.game.id, number=1, player=ben, now=LATER)
        assert check(game, LATER) == ["Ada", "Ben", "free"]

    def test_all_at_the_table_are_told(self, game: GameState, ben: Player) -> None:
        invite = invited(game, ben)
        decline_invite(code=invite.code, player_id=ben.pk, now=NOW)
        state = store.load(game.game.id)
        told = [event for event in all_events(state, viewer_of(state, None)) if event["type"] == "seat_changed"]
        assert [(event["seat"], event["reserved_until"]) for event in told] == [
            (1, "2026-01-06T10:00:00.000Z"),
            (1, None),
        ]
        assert [event["text"] for event in told] == ["Seat 1 is reserved.", "Seat 1 is not reserved any more."]
        assert Notice.objects.filter(game=game.game).count() == 2

    def test_the_invited_is_told(self, game: GameState, ben: Player) -> None:
        invite = invited(game, ben)
        event = PlayerEvent.objects.get()
        assert (event.player, event.type, event.game) == (ben, "invite_received", game.game.id)
        assert event.facts == {"code": invite.code}


class TestAccepting:
    def test_the_invited_sits_down(self, game: GameState, ben: Player) -> None:
        invite = invited(game, ben, number=2)
        for _ in range(2):
            state = accepted(invite, ben)
            assert state.seats[2].player == ben
        invite.refresh_from_db()
        assert (invite.status, invite.accepted_by) == ("accepted", ben)
        assert check(game) == ["Ada", "free", "Ben"]
        assert faults_of(game.game.id) == []

    def test_whoever_has_the_code_sits_down_once(self, game: GameState, ben: Player) -> None:
        invite = invited(game)
        accepted(invite, ben)
        assert refused(accept_invite, code=invite.code, player=guest(), now=NOW) == "invite_expired"
        assert check(game) == ["Ada", "Ben", "free"]

    def test_not_for_one_who_is_not_named(self, game: GameState, ben: Player) -> None:
        invite = invited(game, ben)
        assert refused(accept_invite, code=invite.code, player=guest(), now=NOW) == "not_found"

    def test_not_too_late(self, game: GameState, ben: Player) -> None:
        invite = invited(game, ben)
        assert refused(accept_invite, code=invite.code, player=ben, now=LATER) == "invite_expired"
        assert check(game, LATER) == ["Ada", "free", "free"]

    def test_who_sits_already_leaves_the_code_to_others(self, game: GameState, ada: Player, ben: Player) -> None:
        invite = invited(game)
        assert accepted(invite, ada).seats[0].player == ada
        assert check(game) == ["Ada", "kept", "free"]
        accepted(invite, ben)

    def test_to_sit_down_is_as_good(self, game: GameState, ben: Player) -> None:
        first = invited(game, ben)
        take_seat(game_id=game.game.id, number=1, player=ben, now=NOW)
        first.refresh_from_db()
        assert first.status == "accepted"
        assert check(game) == ["Ada", "Ben", "free"]

    def test_also_at_another_seat(self, game: GameState, ben: Player) -> None:
        invited(game, ben)
        take_seat(game_id=game.game.id, number=2, player=ben, now=NOW)
        assert check(game) == ["Ada", "free", "Ben"]

    def test_a_code_frees_the_seat_that_was_kept_by_name(self, game: GameState, ben: Player) -> None:
        invited(game, ben)
        accepted(invited(game), ben)
        assert check(game) == ["Ada", "free", "Ben"]

    def test_who_has_left_cannot_come_back_by_it(self, game: GameState, ben: Player) -> None:
        invite = invited(game, ben)
        accepted(invite, ben)
        leave_seat(game_id=game.game.id, number=1, player_id=ben.pk, now=NOW)
        assert refused(accept_invite, code=invite.code, player=ben, now=NOW) == "invite_expired"

    def test_the_owner_starts_the_game(self, ada: Player, ben: Player) -> None:
        game = made(OPEN, OPEN, owner=ada)
        assert accepted(invited(game, ben), ben).game.status == "open"
        assert start_game(game_id=game.game.id, player_id=ada.pk, now=NOW).game.status == "running"


class TestOtherEnds:
    def test_declined(self, game: GameState, ben: Player) -> None:
        invite = invited(game, ben)
        for _ in range(2):
            assert decline_invite(code=invite.code, player_id=ben.pk, now=NOW).status == "declined"
        assert check(game) == ["Ada", "free", "free"]
        assert refused(accept_invite, code=invite.code, player=ben, now=NOW) == "invite_expired"

    def test_an_open_one_is_nobodys_to_decline(self, game: GameState, ben: Player) -> None:
        assert refused(decline_invite, code=invited(game).code, player_id=ben.pk, now=NOW) == "forbidden"

    def test_withdrawn(self, game: GameState, ada: Player, ben: Player) -> None:
        invite = invited(game, ben)
        assert refused(cancel_invite, code=invite.code, player_id=ben.pk, now=NOW) == "not_owner"
        for _ in range(2):
            cancel_invite(code=invite.code, player_id=ada.pk, now=NOW)
        assert check(game) == ["Ada", "free", "free"]

    def test_not_when_it_was_accepted(self, game: GameState, ada: Player, ben: Player) -> None:
        invite = invited(game, ben)
        accepted(invite, ben)
        assert refused(cancel_invite, code=invite.code, player_id=ada.pk, now=NOW) == "invite_expired"

    def test_a_new_owner_withdraws_it_too(self, game: GameState, ada: Player, ben: Player) -> None:
        take_seat(game_id=game.game.id, number=2, player=ben, now=NOW)
        invite = invited(game)
        leave_seat(game_id=game.game.id, number=0, player_id=ada.pk, now=NOW)
        cancel_invite(code=invite.code, player_id=ben.pk, now=NOW)
        assert check(game) == ["free", "free", "Ben"]

    def test_a_game_that_is_given_up_invites_nobody(self, game: GameState, ada: Player, ben: Player) -> None:
        invite = invited(game, ben)
        leave_seat(game_id=game.game.id, number=0, player_id=ada.pk, now=NOW)
        invite.refresh_from_db()
        assert invite.status == "cancelled"
        assert store.load(game.game.id).game.status == "aborted"
        assert check(game) == ["free", "free", "free"]

    def test_all_of_a_player_are_closed(self, game: GameState, ada: Player, ben: Player) -> None:
        other = made(OPEN, OPEN, owner=ben)
        sent, received = invited(game, ben), invited(other, ada)
        leave_invites_of(player_id=ada.pk, now=NOW)
        for invite in (sent, received):
            invite.refresh_from_db()
        assert (sent.status, received.status) == ("cancelled", "declined")

    def test_old_ones_are_forgotten(self, game: GameState, ada: Player) -> None:
        cancel_invite(code=invited(game).code, player_id=ada.pk, now=NOW)
        invited(game)
        assert forget_old_invites(now=NOW + invites.KEPT_FOR - timedelta(seconds=1)) == 0
        assert forget_old_invites(now=NOW + invites.KEPT_FOR) == 1
        assert Invite.objects.get().status == "open"


class TestWhoIsInvited:
    def test_only_by_the_owner(self, game: GameState, ben: Player) -> None:
        assert refused(create_invite, game_id=game.game.id, by=ben, now=NOW) == "not_owner"

    def test_not_twice_nor_at_the_table(self, game: GameState, ben: Player) -> None:
        invited(game, ben)
        assert refused(invited, game=game, invitee=ben) == "already_invited"
        take_seat(game_id=game.game.id, number=1, player=ben, now=NOW)
        assert refused(invited, game=game, invitee=ben) == "already_invited"

    def test_not_oneself_nor_one_who_is_gone(self, game: GameState, ada: Player, ben: Player) -> None:
        assert refused(invited, game=game, invitee=ada) == "forbidden"
        Player.objects.filter(pk=ben.pk).update(is_active=False)
        assert refused(invited, game=game, invitee=ben) == "forbidden"
        Player.objects.filter(pk=ben.pk).update(erased_at=NOW)
        assert refused(invited, game=game, invitee=ben) == "erased"

    @pytest.mark.parametrize("blocking", [0, 1])
    def test_nobody_who_is_blocked(self, game: GameState, ada: Player, ben: Player, blocking: int) -> None:
        pair = [ada, ben]
        put_tie(player=pair[blocking], other_id=pair[1 - blocking].pk, kind="block", now=NOW)
        assert refused(invited, game=game, invitee=ben) == "forbidden"
        assert check(game) == ["Ada", "free", "free"]

    def test_a_code_does_not_bring_one_to_those_who_have_blocked_them(self, game: GameState, ben: Player) -> None:
        cleo = guest("Cleo")
        take_seat(game_id=game.game.id, number=1, player=cleo, now=NOW)
        put_tie(player=cleo, other_id=ben.pk, kind="block", now=NOW)
        assert refused(accept_invite, code=invited(game).code, player=ben, now=NOW) == "forbidden"
        assert check(game) == ["Ada", "Cleo", "kept"]

    def test_only_to_seats_there_are(self, game: GameState) -> None:
        assert refused(invited, game=game, number=3) == "not_found"
        assert refused(invited, game=game, number=0) == "seat_taken"
        for _ in range(2):
            invited(game)
        assert refused(invited, game=game) == "game_full"

    def test_only_before_the_start(self, ada: Player) -> None:
        running = people(2)
        ids = {"game_id": running.game_id, "by": running.players[0], "now": NOW}
        assert refused(create_invite, **ids) == "game_started"

    def test_seats_of_a_rematch_are_kept_for_those_who_have_played(self, ada: Player, ben: Player) -> None:
        before = people(2, players=[ada, ben], leaver_policy="abandon")
        resign(game_id=before.game_id, player_id=ben.pk, now=NOW)
        again = create_rematch(game_id=before.game_id, player=ada, now=NOW)
        assert refused(invited, game=again, invitee=guest()) == "seat_taken"
        assert refused(invited, game=again) == "seat_taken"
        invite = invited(again, ben)
        assert create_rematch(game_id=before.game_id, player=ben, now=NOW).game.status == "running"
        invite.refresh_from_db()
        assert invite.status == "accepted"


class TestANewGame:
    def test_invites_those_whom_it_names(self, ada: Player, ben: Player) -> None:
        game = made(SeatWish(player_id=ben.pk), OPEN, SeatWish("club"), owner=ada)
        invite = Invite.objects.get()
        assert (invite.player, invite.by, invite.seat, invite.expires_at) == (ben, ada, 0, LATER)
        assert check(game) == ["kept", "Ada", "free"]
        assert PlayerEvent.objects.get().player == ben
        assert accepted(invite, ben).seats[0].player == ben

    def test_names_nobody_twice(self, ada: Player, ben: Player) -> None:
        named = [SeatWish(player_id=ben.pk)] * 2
        with pytest.raises(DomainError) as error:
            made(OPEN, *named, owner=ada)
        assert error.value.code == "already_invited"
        assert not Game.objects.exists()

    def test_does_not_start_before_they_have_come(self, ada: Player, ben: Player) -> None:
        with pytest.raises(DomainError) as error:
            made(OPEN, SeatWish(player_id=ben.pk), owner=ada, start=True)
        assert error.value.code == "seats_open"


class TestWhoSees:
    def test_one_that_names_a_player_those_concerned(self, game: GameState, ada: Player, ben: Player) -> None:
        code = invited(game, ben).code
        for player in (ada, ben):
            assert look_at_invite(code=code, player_id=player.pk, now=NOW).status == "open"
        for player_id in (guest().pk, None):
            assert refused(look_at_invite, code=code, player_id=player_id, now=NOW) == "not_found"

    def test_another_whoever_has_the_code_while_it_is_open(self, game: GameState, ada: Player, ben: Player) -> None:
        code = invited(game).code
        assert look_at_invite(code=code.lower(), player_id=None, now=NOW).code == code
        assert refused(look_at_invite, code=code, player_id=ben.pk, now=LATER) == "invite_expired"
        assert look_at_invite(code=code, player_id=ada.pk, now=LATER).status == "expired"

    def test_a_code_is_read_as_people_write_it(self) -> None:
        assert code_of("il0o123abc") == "1100123ABC"
        for nonsense in ("", "123456789", "12345678901", "123456789U", "ABCDE-FGHJ", "\uff11234567890"):
            assert refused(lambda text=nonsense: code_of(text)) == "not_found"
