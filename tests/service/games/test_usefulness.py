"""What is pushed late is still of use: no turn that was played, no offer or invitation that was answered."""

import pytest

from games.models import Invite, OfferKind
from games.services.invites import create_invite, decline_invite
from games.services.offers import answer_offer, create_offer
from games.services.resign import resign
from games.services.telling import tell_players
from players.models import Notification, Player
from players.usefulness import is_of_use
from tests.service.games.table import NOW, OPEN, People, guest, made, people, set_position

pytestmark = pytest.mark.django_db
DAILY = {"mode": "daily", "turn_seconds": 3600}


@pytest.fixture
def game() -> People:
    """Seat 0 is on turn, and all are told."""
    game = people(2, {"preset": "classic", "call": "off"}, clock=DAILY)
    set_position(
        game.game_id,
        {"turn": 1, "hands": [["2C", "4C"], ["KD", "QD"]], "stock": ["5H", "6H", "7C", "8C"], "pile": ["9C"]},
    )
    for move in ("draw", "discard KD"):
        game.play(1, move)
    tell_players(game_id=game.game_id, now=NOW)
    return game


def notice(player: Player, kind: str) -> Notification:
    """The newest of this kind."""
    return Notification.objects.filter(player=player, type=kind).latest("pk")


def test_a_turn_until_it_is_played(game: People) -> None:
    turn = notice(game.players[0], "turn_started")
    assert is_of_use(turn)
    game.play(0, "draw")
    assert is_of_use(turn)
    game.play(0, "discard 2C")
    assert not is_of_use(turn)
    tell_players(game_id=game.game_id, now=NOW)
    theirs = notice(game.players[1], "turn_started")
    assert is_of_use(theirs)
    resign(game_id=game.game_id, player_id=game.players[1].pk, now=NOW)
    assert not is_of_use(theirs)


def test_an_offer_until_it_is_answered(game: People) -> None:
    version, (ada, ben) = game.state.game.version, game.players
    offer, _ = create_offer(game_id=game.game_id, player_id=ben.pk, kind=OfferKind.PAUSE, version=version, now=NOW)
    tell_players(game_id=game.game_id, now=NOW)
    asked = notice(ada, "offer_made")
    assert is_of_use(asked)
    answer_offer(game_id=game.game_id, player_id=ada.pk, offer_id=offer.pk, answer="declined", now=NOW)
    assert not is_of_use(asked)


def test_an_invitation_until_it_is_answered() -> None:
    owner, ben = guest("Owner"), guest("Ben")
    game_id = made(OPEN, OPEN, owner=owner).game.id
    create_invite(game_id=game_id, by=owner, invitee_id=ben.pk, now=NOW)
    invited = notice(ben, "invite_received")
    assert is_of_use(invited)
    decline_invite(code=Invite.objects.get().code, player_id=ben.pk, now=NOW)
    assert not is_of_use(invited)


def test_news_that_ask_for_nothing_are_of_use_for_ever(game: People) -> None:
    started = notice(game.players[0], "game_started")
    resign(game_id=game.game_id, player_id=game.players[1].pk, now=NOW)
    assert is_of_use(started)
