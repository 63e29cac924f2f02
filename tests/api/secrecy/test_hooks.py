"""Webhooks of players at the table are told nothing that a spectator may not know, at any moment, by any rules."""

import json
from uuid import UUID

import pytest

from games.services.telling import tell_players
from players.hook_events import WEBHOOK_EVENTS
from players.models import App, Delivery
from players.services import create_webhook
from tests.api.secrecy.callers import crowd
from tests.api.secrecy.games import SETTINGS, Setting
from tests.api.secrecy.hidden import cards_in, hidden_from, of_running_deal, secrets_of
from tests.api.secrecy.moments import Story
from tests.api.secrecy.stillness import Stillness
from tests.engine.sizes import SIZED

pytestmark = [pytest.mark.django_db, *SIZED]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_webhooks_are_told_no_hidden_card(setting: Setting, still: Stillness) -> None:
    people = crowd(setting.players, app_seat=2 % setting.players, staff_seat=1)
    account = next(player for player in people.players if player.kind == "account")
    for owner in (account, App.objects.get(pk=people.app_id)):
        url = "https://club.example.org/hooks"
        create_webhook(owner=owner, url=url, events=WEBHOOK_EVENTS, now=still.now)
    story = Story(people, setting.rules, still, visibility=setting.visibility)
    seen: set[UUID] = set()
    types: set[str] = set()
    for moment in story.moments():
        tell_players(game_id=moment.state.game.id, now=still.now)
        hidden, secrets = hidden_from(moment.state, None), secrets_of(moment.state)
        for delivery in Delivery.objects.exclude(pk__in=seen):
            told = cards_in(of_running_deal(delivery.body, moment.state))
            assert not told & hidden, (moment.phase, told & hidden, delivery.body)
            assert not [secret for secret in secrets if secret in delivery.body], (moment.phase, delivery.body)
            event = json.loads(delivery.body)["event"]  # none with an invitation
            assert event is None or (event["drawn"], (event["changes"] or {}).get("hand", [])) == (None, [])
            seen.add(delivery.pk)
            types.add(delivery.type)
    assert types >= {"game_started", "deal_over", "game_over", "game_aborted", "offer_made"}
