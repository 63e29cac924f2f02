"""The workers' tasks find their rows, and do nothing for rows that are gone."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail

from players import doorbell, silence, tasks
from players.ids import uuid7
from players.models import AppAct, DataExport, MailOrder, Player, RefreshToken, Token
from players.services import (
    create_app,
    create_export,
    create_guest,
    note_act,
    open_session,
    request_password_reset,
    session_secrets,
)
from players.services.sweep import sweep_players

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def test_a_mail_is_rung_for_and_sent(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> None:
    sent: list[Any] = []
    monkeypatch.setattr("players.doorbell.current_app.send_task", lambda *args, **_: sent.append(args))
    Player.objects.create_user("ada", "a long password", email="ada@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        request_password_reset(address="Ada@example.org", now=NOW)
    assert sent == [("players.tasks.send_mail", [str(MailOrder.objects.get().pk)])]
    tasks.send_mail(sent[0][1][0])
    tasks.send_mail(sent[0][1][0])
    assert [one.to for one in mail.outbox] == [["ada@example.org"]]


def test_an_export_is_written_once() -> None:
    export = create_export(player=create_guest(name="Ada", now=NOW), now=NOW)
    tasks.write_export(str(export.pk))
    written = DataExport.objects.get()
    tasks.write_export(str(export.pk))
    assert DataExport.objects.get().ready_at == written.ready_at
    tasks.write_export(str(uuid7()))


def test_a_silent_broker_is_no_harm_and_not_asked_by_everybody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, asked = [100.0], []

    def fail(*call: Any, **_: Any) -> None:
        asked.append(call)
        raise RuntimeError("whatever a broker's client raises")

    monkeypatch.setattr("players.silence.monotonic", lambda: now[0])
    monkeypatch.setattr("players.doorbell.current_app.send_task", fail)
    for _ in range(3):
        doorbell.ring("players.tasks.send_mail", uuid7())
    assert len(asked) == caplog.text.count("does not answer") == 1
    now[0] += silence.SECONDS
    doorbell.ring("players.tasks.send_mail", uuid7())
    assert len(asked) == 2


def test_what_apps_did_is_forgotten_when_it_is_old_the_oldest_first(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.APP_ACTS_DAYS = 10
    monkeypatch.setattr("players.services.sweep.ACTS_BATCH", 2)
    ada = Player.objects.create_user("ada", "a long password")
    app, _ = create_app(owner=ada, name="Club", now=NOW)
    for day in (3, 1, 0, 2):
        at = NOW + timedelta(days=day)
        note_act(app=app, player=ada, operation=f"day {day}", path="/", request_id=str(uuid7()), now=at)

    def left() -> set[str]:
        return set(AppAct.objects.values_list("operation", flat=True))

    sweep_players(now=NOW + timedelta(days=9, hours=23))
    assert len(left()) == 4
    sweep_players(now=NOW + timedelta(days=12))
    assert left() == {"day 2", "day 3"}
    sweep_players(now=NOW + timedelta(days=12))
    assert left() == {"day 3"}


def test_what_is_over_is_forgotten() -> None:
    player = create_guest(now=NOW)
    open_session(player=player, secrets=session_secrets("one"), now=NOW)
    sweep_players(now=NOW + timedelta(days=59))
    assert (Token.objects.count(), RefreshToken.objects.count()) == (1, 1)
    sweep_players(now=NOW + timedelta(days=60))
    assert (Token.objects.count(), RefreshToken.objects.count()) == (1, 0)
    sweep_players(now=NOW + timedelta(days=90))
    assert Token.objects.count() == 0
    tasks.sweep()
