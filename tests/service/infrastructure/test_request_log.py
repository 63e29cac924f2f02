"""Request ids and the one log line about each request."""

import logging
import sys
import uuid
from io import StringIO

import pytest
from django.test import Client

from rummy.logs import FORMS, logging_config


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, logger="rummy.request")
    return caplog


@pytest.mark.django_db
def test_the_clients_uuid_comes_back() -> None:
    own = "0197a8b2-0000-7000-8000-000000000001"
    assert Client().get("/admin/login/", headers={"Request-Id": own})["Request-Id"] == own


@pytest.mark.django_db
@pytest.mark.parametrize("sent", ["", "7", "a\tb", "x" * 5000])
def test_anything_else_is_replaced_by_a_new_uuid(sent: str) -> None:
    answer = Client().get("/admin/login/", headers={"Request-Id": sent})["Request-Id"]
    assert uuid.UUID(answer).version == 4


@pytest.mark.django_db
def test_the_line_tells_the_request_and_no_secret(lines: pytest.LogCaptureFixture) -> None:
    Client().post(
        "/admin/login/?next=hidden-query",
        {"username": "ann", "password": "hidden-body"},
        headers={"Authorization": "Bearer hidden-token"},
    )
    text = " ".join(str(record.msg) for record in lines.records if record.name == "rummy.request")
    assert "/admin/login/" in text
    assert "POST" in text
    assert "hidden" not in text


@pytest.mark.django_db
def test_a_foreign_host_and_a_query_that_is_refused_have_one_line_without_traceback(
    lines: pytest.LogCaptureFixture, admin_client: Client
) -> None:
    answer = Client().get("/api/v1/meta", headers={"Host": "elsewhere.example"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert "RUMMY_HOSTS" in answer.json()["detail"]
    assert answer.json()["errors"][0]["parameter"] == "Host"
    assert admin_client.get("/admin/games/deal/?seed=00").status_code == 400
    assert [(record.name, record.levelname, record.exc_info) for record in lines.records] == [
        ("rummy.request", "INFO", None)
    ] * 2


@pytest.mark.parametrize("form", FORMS)
def test_a_traceback_in_the_log_shows_no_local_variables(form: str) -> None:
    formatter = logging_config("INFO", form)["formatters"]["lines"]
    build = formatter.pop("()")
    hand = " ".join(["7H", "8H", "9H"])
    try:
        raise ValueError(f"{len(hand)} characters")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed", (), sys.exc_info())
    text = build(**formatter).format(record)
    assert "8 characters" in text
    assert "7H 8H" not in text


def test_what_a_client_sends_rules_no_terminal_and_forges_no_line() -> None:
    formatter = logging_config("INFO", "text")["formatters"]["lines"]
    renderer, stream = formatter.pop("()")(**formatter), StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(renderer)
    logger = logging.getLogger("rummy.request")
    logger.addHandler(handler)
    try:
        Client().get("/api/v1/%1b%5b31mred%0a%c2%9b%e2%80%aeé")
        logger.error("a\nforged line\x1b[2J")
        try:
            raise ValueError("\x1b[2J")
        except ValueError:
            logger.exception("failed")
    finally:
        logger.removeHandler(handler)
    lines = stream.getvalue().splitlines()
    assert all(line.isprintable() for line in lines)
    assert r"\x1b[31mred\n\x9b\u202eé" in lines[0]
    assert r"a\nforged line\x1b[2J" in lines[1]
    assert lines[-1] == r"ValueError: \x1b[2J"
    assert len(lines) > 4  # a traceback keeps its lines


def test_nobody_is_answered_in_html_outside_the_admin() -> None:
    for path in ("/", "/nothing", "/static/nothing.css", "/healthz/nothing"):
        answer = Client().get(path)
        assert answer.status_code == 404
        assert answer["Content-Type"] == "application/problem+json"
