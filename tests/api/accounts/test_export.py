"""The copy of everything: whatever refers to a player is in it, or is named here with why it is not."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.utils import timezone

from engine import options_from
from games.models import BulkJob, ChatMessage, Game, Invite, Seek
from players.models import (
    AppAct,
    AppPlayer,
    Device,
    MailOrder,
    MailPurpose,
    MailSecret,
    Notification,
    Player,
    PlayerEvent,
    Webhook,
)
from players.services import create_app, note_act, put_tie, request_erasure
from players.services.exports import everything_about
from scoring.services.rating import rate_games
from scoring.sheets.services.sheets import create_sheet
from tests.api.games.tables import Table, table_of
from tests.scoring.games import over
from tests.service.games.daily import started

pytestmark = pytest.mark.django_db
REQUEST = "01990c5e-7d6a-7000-8000-0242ac120002"

# Model and field -> where in the copy the rows are.
EXPORTED = {
    "players.App.owner": "apps",
    "players.AppAct.player": "acts_of_apps",
    "players.AppPlayer.player": "player_of_apps",
    "players.Device.player": "devices",
    "players.Erasure.player": "erasure",
    "players.MailOrder.player": "addresses_asked",
    "players.MailSecret.player": "addresses_asked",
    "players.Notification.player": "notifications",
    "players.Player_groups.player": "groups",
    "players.Player_user_permissions.player": "permissions",
    "players.PlayerEvent.player": "events",
    "players.Tie.player": "ties",
    "players.Token.player": "tokens",
    "players.Webhook.player": "webhooks",
    "games.Attempt.player": "games.attempts",
    "games.BulkJob.player": "games.orders",
    "games.ChatMessage.player": "games.messages",
    "games.Entry.player": "games.played.0.entries",
    "games.Game.owner": "games.made",
    "games.Invite.accepted_by": "games.invites",
    "games.Invite.by": "games.invites_sent",
    "games.Invite.player": "games.invites",
    "games.Seat.player": "games.played",
    "games.Seek.player": "games.seeks",
    "scoring.RatingChange.player": "scoring.changes",
    "scoring.Standing.player": "scoring.standings",
    "sheets.Member.player": "sheets.seats",
    "sheets.Sheet.owner": "sheets.owned",
    "sheets.SheetChange.by": "sheets.changes",
}
LEFT_OUT = {
    "admin.LogEntry.user": "the admin changes nothing, so nothing is logged",
    "players.AuthorizationCode.player": "good for a minute; what comes of it is a token",
    "players.DataExport.player": "the copies themselves",
    "players.PlayerEventCount.player": "how many events there were: the last one's number",
    "players.StreamTicket.player": "good for a minute",
    "players.Tie.other": "what others think of the player is theirs, and not told",
    "games.ChatMessage.removed_by": "of what was said the copy has the player's own, removed or not",
}
FIELDS_LEFT_OUT = {
    "password": "a secret",
    "look": "follows from the name",
    "erased_at": "who was erased gets no copy",
}


@pytest.fixture
def table(db: None) -> Table:
    """A game, made by Ada, in which she has offered and answered something."""
    table = table_of(2)
    for seat, other in ((0, 1), (1, 0)):
        asked = {"kind": "pause", "version": table.version}
        offer = table.seats[seat].post(f"{table.path}/offers", asked).json()["offer"]["id"]
        answered = table.seats[other].post(f"{table.path}/offers/{offer}/answer", {"answer": "declined"})
        assert answered.status_code == 200
    return table


@pytest.fixture
def ada(table: Table) -> Player:
    """A player of whom there is something of everything."""
    now, (ada, bob) = timezone.now(), table.game.players
    Player.objects.filter(pk=ada.pk).update(kind="account", username="Ada")
    ada.refresh_from_db()
    ada.groups.add(Group.objects.create(name="reviewers"))
    ada.user_permissions.add(Permission.objects.all()[0])
    app, _ = create_app(owner=ada, name="Club", now=now)
    AppPlayer.objects.create(app=app, external_id="ada", player=ada)
    note_act(app=app, player=ada, operation="updateMe", path="/", request_id=REQUEST, now=now)
    put_tie(player=ada, other_id=bob.pk, kind="friend", now=now)
    request_erasure(player=ada, now=now)
    _write_down_what_ada_was_told(ada, now)
    _find_others(ada, table.game.state.game, now)
    _rate(ada, bob, now)
    started(ada, now)
    create_sheet(owner=ada, name="Friday", options=options_from("pagat"), names=["Ada", "Bob"], own_seat=0, now=now)
    MailOrder.objects.create(purpose=MailPurpose.CONFIRM, address="new@example.org", player=ada, due_at=now)
    later = now + timedelta(days=1)
    MailSecret.objects.create(
        digest="0", purpose=MailPurpose.CONFIRM, address="newer@example.org", player=ada, expires_at=later
    )
    return ada


def _write_down_what_ada_was_told(ada: Player, now: datetime) -> None:
    PlayerEvent.objects.create(player=ada, number=1_000_000, type="game_over", at=now)
    Notification.objects.create(player=ada, type="game_over", created_at=now)
    device = {"client_id": REQUEST, "push_token": "secret", "push_digest": "0", "platform": "ios", "locale": "en"}
    Device.objects.create(player=ada, created_at=now, updated_at=now, **device)
    url = "https://club.example.org/hook"
    Webhook.objects.create(player=ada, url=url, host="club.example.org", events=["game_over"], created_at=now)


def _find_others(ada: Player, game: Game, now: datetime) -> None:
    """Talk, seeks, invitations and orders."""
    later = now + timedelta(days=1)
    ChatMessage.objects.create(game=game, room="table", player=ada, seat=0, text="Hello", posted_at=now)
    seats = {"min_seats": 2, "max_seats": 2, "rating": 1500}
    Seek.objects.create(player=ada, pool="0", preset="pagat", options={}, created_at=now, expires_at=later, **seats)
    BulkJob.objects.create(player=ada, is_atomic=True, created_at=now, due_at=now, expires_at=later)
    for number, whose in enumerate(({"player": ada}, {"accepted_by": ada})):
        wish = {"seat": number, "by": ada, "created_at": now, "expires_at": later}
        Invite.objects.create(game=game, code=f"000000000{number}", **wish, **whose)


def _rate(ada: Player, bob: Player, now: datetime) -> None:
    over([ada, bob], [500, 0], now)
    rate_games(pool="classic.fast", now=now)


def references() -> set[str]:
    """All fields of all models by which a row belongs to a player."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model is Player
    }


def part(copy: Any, place: str) -> Any:
    for step in place.split("."):
        copy = copy[int(step) if step.isdigit() else step]
    return copy


def test_nothing_that_refers_to_a_player_is_forgotten() -> None:
    assert references() == set(EXPORTED) | set(LEFT_OUT)
    assert not set(EXPORTED) & set(LEFT_OUT)


@pytest.mark.parametrize("reference", EXPORTED)
def test_the_rows_are_in_the_copy(ada: Player, reference: str) -> None:
    label, _, field = reference.rpartition(".")
    assert apps.get_model(label)._default_manager.filter(**{field: ada.pk}).exists()
    assert part(everything_about(ada), EXPORTED[reference])


def test_every_field_of_a_player_is_in_the_copy(ada: Player) -> None:
    fields = {field.name for field in Player._meta.concrete_fields}
    assert set(everything_about(ada)["player"]) == fields - set(FIELDS_LEFT_OUT)


def test_addresses_that_are_not_confirmed_yet(ada: Player) -> None:
    addresses = [asked["address"] for asked in everything_about(ada)["addresses_asked"]]
    assert addresses == ["new@example.org", "newer@example.org"]


def test_what_an_app_did_names_the_request(ada: Player) -> None:
    assert [str(act["request_id"]) for act in everything_about(ada)["acts_of_apps"]] == [REQUEST]
    assert AppAct.objects.count() == 1


def test_offers_and_the_players_own_answers(table: Table) -> None:
    for number, expected in ((0, [(True, None), (False, "declined")]), (1, [(False, "declined"), (True, None)])):
        (played,) = everything_about(table.game.players[number])["games"]["played"]
        assert [(offer["made"], offer["answer"]) for offer in played["offers"]] == expected
        assert {offer["status"] for offer in played["offers"]} == {"declined"}
