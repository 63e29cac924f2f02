"""By what people know the game of an event or notice: its preset, and who else plays."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.streaming import read_feed
from games.models import Visibility
from games.services.create import SeatWish
from games.services.invites import cancel_invite, create_invite
from games.services.resign import resign
from games.services.telling import tell_players
from players.feed import parse_place
from players.models import Player
from players.news import Feed, FeedKind
from players.streaming import Follower
from tests.api.games.tables import client_of
from tests.service.games.table import NOW, OPEN, People, guest, made, people

pytestmark = pytest.mark.django_db


def told(player: Player, where: str = "events") -> list[dict[str, Any]]:
    return list(client_of(player).get(f"me/{where}").json()["results"])


def known_by(player: Player, where: str = "events") -> list[tuple[str | None, list[str] | None]]:
    """Of each event its preset, and the names of the others."""
    names = [one["others"] and [other["name"] for other in one["others"]] for one in told(player, where)]
    return [(one["preset"], others) for one, others in zip(told(player, where), names, strict=True)]


@pytest.fixture
def game() -> People:
    """Ada, Bert and Cleo have begun a game, and were told."""
    begun = people(3, "classic", [guest(name) for name in ("Ada", "Bert", "Cleo")])
    tell_players(game_id=begun.game_id, now=NOW)
    return begun


@pytest.mark.parametrize("where", ["events", "notifications"])
def test_it_is_told_with_its_preset_and_the_others(game: People, where: str) -> None:
    ada, bert, cleo = game.players
    assert set(map(str, known_by(ada, where))) == {str(("classic", ["Bert", "Cleo"]))}
    assert told(bert, where)[0]["others"] == [
        {"id": str(one.pk), "kind": "guest", "name": one.name} for one in (ada, cleo)
    ]


def test_a_stream_tells_it_too(game: People) -> None:
    ada = game.players[0]
    follower = Follower(ada.pk, "en", "n0")
    frames = read_feed(Feed(FeedKind.PLAYER, ada.pk), [follower], NOW).frames[follower]
    assert frames is not None
    assert parse_place(frames.place) > 0
    assert b'"preset":"classic"' in frames.content
    assert b'"name":"Bert"' in frames.content


def test_who_has_left_is_among_the_others_and_knows_them(game: People) -> None:
    ada, bert, _ = game.players
    resign(game_id=game.game_id, player_id=ada.pk, now=NOW)
    tell_players(game_id=game.game_id, now=NOW)
    assert known_by(ada)[-1] == ("classic", ["Bert", "Cleo"])
    assert known_by(bert)[-1] == ("classic", ["Ada", "Cleo"])


def test_computer_players_are_nobody() -> None:
    ada = guest("Ada")
    state = made(OPEN, SeatWish("novice"), owner=ada, start=True)
    tell_players(game_id=state.game.pk, now=NOW)
    assert known_by(ada)[0] == ("pagat", [])


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_who_is_invited_knows_it_while_they_are(visibility: Visibility) -> None:
    ada, bert = guest("Ada"), guest("Bert")
    state = made(OPEN, OPEN, owner=ada, visibility=visibility)
    invite = create_invite(game_id=state.game.pk, by=ada, invitee_id=bert.pk, now=NOW)
    for where in ("events", "notifications"):
        assert known_by(bert, where) == [("pagat", ["Ada"])]
    cancel_invite(code=invite.code, player_id=ada.pk, now=NOW)
    for where in ("events", "notifications"):
        assert known_by(bert, where) == [(None, None)]


def test_it_costs_the_same_for_many_games(game: People) -> None:
    ada, more = game.players[0], [guest("Dora"), guest("Emil")]
    client = client_of(ada)
    counts = []
    for _ in range(3):
        for where in ("events", "notifications"):
            with CaptureQueriesContext(
                connection,
            ) as asked:
                client.get(f"me/{where}")
            counts.append((where, len(asked)))
        tell_players(game_id=people(3, players=[ada, *more]).game_id, now=NOW)
    assert len(set(counts)) == 2
