"""The page on webhooks tells all events and errors, and its programs know what is genuine."""

import json
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from api.serializers.webhooks import WebhookMessage
from players import posting, reach
from players.hook_events import WEBHOOK_EVENTS
from players.models import Webhook
from players.signing import secrets_of, signed_headers

from .pages import DOCS, examples_of, rows, section

PAGE = DOCS / "api" / "webhooks.md"
NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
BODY = '{"id": "ä"}'


def first_cells(name: str) -> list[str]:
    return [row[0].strip("`") for row in rows(section(PAGE, name))]


def test_all_events_and_members_are_told() -> None:
    assert first_cells("What is told") == [*WEBHOOK_EVENTS, *WebhookMessage().fields]


def test_all_errors_are_told() -> None:
    source = "".join(Path(module.__file__).read_text() for module in (posting, reach))
    assert set(first_cells("How it is sent")) == set(re.findall(r'NotReached\("(\w+)"\)', source))


def cases() -> list[tuple[bool, str, dict[str, str], str, float]]:
    """Whether it is genuine; secret, headers, body and the time at which it is looked at."""
    webhook = Webhook(id=uuid4(), secret_number=2, former_until=NOW.replace(hour=11))
    newest, former = secrets_of(webhook, NOW)
    (another,) = secrets_of(Webhook(id=uuid4()), NOW)
    headers, now = signed_headers("1", BODY, (newest, former), NOW), NOW.timestamp()
    return [
        (True, newest, headers, BODY, now + 299),
        (True, former, headers, BODY, now),
        (False, another, headers, BODY, now),
        (False, newest, headers, BODY + " ", now),
        (False, newest, headers | {"webhook-id": "2"}, BODY, now),
        (False, newest, headers | {"webhook-timestamp": str(int(now) + 1)}, BODY, now),
        (False, newest, headers | {"webhook-signature": "v1,"}, BODY, now),
        (False, newest, headers, BODY, now + 301),
        (False, newest, headers, BODY, now - 301),
    ]


def test_the_program_in_python_knows_what_is_genuine() -> None:
    program: dict[str, Any] = {}
    exec("".join(examples_of(PAGE, "python")), program)
    for is_genuine, secret, headers, body, now in cases():
        assert program["is_genuine"](secret, headers, body.encode(), now) is is_genuine


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_program_in_javascript_knows_it_too(tmp_path: Path) -> None:
    asked = cases()
    looks = """
    const cases = JSON.parse(process.argv[2]);
    const told = cases.map(([, secret, headers, body, now]) => isGenuine(secret, headers, Buffer.from(body), now));
    console.log(JSON.stringify(told));
    """
    program = tmp_path / "genuine.mjs"
    program.write_text("".join(examples_of(PAGE, "js")) + looks)
    done = subprocess.run(["node", program, json.dumps(asked)], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == [one[0] for one in asked]
