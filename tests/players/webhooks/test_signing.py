"""Signatures as the standard has them, two secrets for a day, and no secret in any row."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core import serializers
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from players.models import Delivery, Player, Webhook
from players.services import rotate_webhook_secret, webhook_secret
from players.services.exports import everything_about

from .conftest import NOW, Net, hooked, told

pytestmark = pytest.mark.django_db


def verifies(net: Net, secret: str) -> bool:
    """Whether the last message that came is signed with it."""
    with time_machine.travel(net.now):
        try:
            return bool(Verifier(secret).verify(net.bodies[-1], net.headers[-1]))
        except WebhookVerificationError:
            return False


def test_what_comes_is_signed_as_the_standard_says(ada: Player, net: Net) -> None:
    webhook = hooked(ada)
    told(ada, net, uuid4())
    net.work()
    secret = webhook_secret(webhook=webhook, now=NOW)
    assert verifies(net, secret)
    assert not verifies(net, webhook_secret(webhook=hooked(ada, "https://other.example.org/"), now=NOW))
    net.bodies[-1] = net.bodies[-1].replace("turn_started", "game_over")
    assert not verifies(net, secret)


def test_two_secrets_sign_for_a_day(ada: Player, net: Net) -> None:
    webhook = hooked(ada)
    former = webhook_secret(webhook=webhook, now=NOW)
    rotated = rotate_webhook_secret(owner=ada, webhook_id=webhook.pk, end_former=False, now=NOW)
    newest = webhook_secret(webhook=rotated, now=NOW)
    for passed, is_former_good in ((timedelta(0), True), (timedelta(hours=23), True), (timedelta(hours=24), False)):
        net.now = NOW + passed
        told(ada, net, uuid4())
        net.work()
        assert (verifies(net, newest), verifies(net, former)) == (True, is_former_good)


def test_a_former_secret_can_end_at_once(ada: Player, net: Net) -> None:
    webhook = hooked(ada)
    former = webhook_secret(webhook=webhook, now=NOW)
    rotate_webhook_secret(owner=ada, webhook_id=webhook.pk, end_former=False, now=NOW)
    rotate_webhook_secret(owner=ada, webhook_id=webhook.pk, end_former=True, now=NOW)
    told(ada, net, uuid4())
    net.work()
    assert not verifies(net, former)
    assert net.headers[-1]["webhook-signature"].count("v1,") == 1


def test_secrets_outlive_a_change_of_the_servers_key(ada: Player, net: Net, settings: Any) -> None:
    webhook = hooked(ada)
    former = webhook_secret(webhook=webhook, now=NOW)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    told(ada, net, uuid4())
    net.work()
    assert verifies(net, former)
    assert verifies(net, webhook_secret(webhook=webhook, now=NOW))


def test_no_row_and_no_export_holds_a_secret(ada: Player, net: Net, caplog: pytest.LogCaptureFixture) -> None:
    webhook = hooked(ada)
    told(ada, net, uuid4())
    with caplog.at_level("DEBUG"):
        net.work()
    secret = webhook_secret(webhook=webhook, now=NOW)
    rows = serializers.serialize("json", [*Webhook.objects.all(), *Delivery.objects.all()])
    exported = json.dumps(everything_about(ada), default=str)
    for text in (rows, exported, caplog.text):
        assert secret not in text
        assert secret.removeprefix("whsec_") not in text
    assert "club.example.org" in exported
