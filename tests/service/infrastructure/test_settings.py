"""The settings, read in processes of their own with other variables."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PRODUCTION = {
    "DATABASE_URL": "postgres://u:p@db/cards",
    "REDIS_URL": "redis://cache:6379/0",
    "RUMMY_SECRET_KEY": "a key",
}


def settings_with(*names: str, **variables: str) -> dict[str, object]:
    """The named settings as a process with just these variables has them."""
    wanted = f"{{name: getattr(settings, name) for name in {names!r}}}"
    code = f"import json; from rummy import settings; print(json.dumps({wanted}, default=str))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=variables, capture_output=True, text=True)
    if result.returncode:
        raise AssertionError(result.stderr)
    answer: dict[str, object] = json.loads(result.stdout)
    return answer


def test_every_variable_that_is_read_is_documented_and_the_other_way_round() -> None:
    source = (ROOT / "rummy/settings.py").read_text()
    read = set(re.findall(r'_env\.\w+\(\s*"(\w+)"', source))
    documented = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/settings.md").read_text(), re.MULTILINE))
    assert read == documented
    assert len(read) > 10
    assert "os.environ" not in source


def test_embedded_is_sqlite_with_immediate_transactions_and_a_file_broker(tmp_path: Path) -> None:
    found = settings_with("DATABASES", "CELERY_BROKER_URL", "CACHES", RUMMY_DATA=str(tmp_path))
    database = found["DATABASES"]["default"]  # type: ignore[index]
    assert database["ENGINE"].endswith("sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert str(found["CELERY_BROKER_URL"]).startswith("files:")
    assert "locmem" in str(found["CACHES"])


def test_the_key_in_the_data_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("kept\n")
    assert settings_with("SECRET_KEY", RUMMY_DATA=str(tmp_path)) == {"SECRET_KEY": "kept"}


def test_production_is_postgresql_and_redis() -> None:
    found = settings_with("DATABASES", "CELERY_BROKER_URL", "CACHES", "SECRET_KEY", **PRODUCTION)
    database = found["DATABASES"]["default"]  # type: ignore[index]
    assert (database["HOST"], database["CONN_MAX_AGE"]) == ("db", 600)
    assert found["CELERY_BROKER_URL"] == PRODUCTION["REDIS_URL"]
    assert "RedisCache" in str(found["CACHES"])
    assert found["SECRET_KEY"] == "a key"


def test_web_processes_may_pool_connections() -> None:
    found = settings_with("DATABASES", RUMMY_DATABASE_POOL="on", **PRODUCTION)
    database = found["DATABASES"]["default"]  # type: ignore[index]
    assert database["CONN_MAX_AGE"] == 0
    assert database["OPTIONS"]["pool"]["max_size"] >= 1


@pytest.mark.parametrize("pool", ["on", "off"])
def test_nobody_waits_long_for_a_lock_and_options_of_the_address_stay(pool: str) -> None:
    variables = PRODUCTION | {"DATABASE_URL": "postgres://u:p@db/cards?sslmode=require", "RUMMY_DATABASE_POOL": pool}
    options = settings_with("DATABASES", **variables)["DATABASES"]["default"]["OPTIONS"]  # type: ignore[index]
    assert (options["options"], options["sslmode"]) == ("-c lock_timeout=5000", "require")


def test_postgresql_keeps_statements_ready_unless_a_proxy_stands_before_it() -> None:
    address = {"DATABASE_URL": f"{PRODUCTION['DATABASE_URL']}?sslmode=require"}
    (ready, plain) = (
        settings_with("DATABASES", **{**PRODUCTION, **address, **more})["DATABASES"]["default"]["OPTIONS"]  # type: ignore[index]
        for more in ({}, {"RUMMY_DATABASE_PREPARES": "off"})
    )
    assert ready == plain | {"server_side_binding": True, "prepare_threshold": 2}
    assert plain["sslmode"] == "require"


@pytest.mark.parametrize("pool", ["on", "off"])
def test_what_is_lost_or_does_not_answer_holds_nobody_for_long(pool: str) -> None:
    names = ("DATABASES", "CACHES", "CELERY_BROKER_TRANSPORT_OPTIONS")
    address = PRODUCTION["DATABASE_URL"] + "?sslmode=require"
    found: Any = settings_with(*names, **PRODUCTION | {"DATABASE_URL": address, "RUMMY_DATABASE_POOL": pool})
    database = found["DATABASES"]["default"]
    assert database["CONN_HEALTH_CHECKS"]
    assert database["OPTIONS"].items() >= {"connect_timeout": 5, "sslmode": "require"}.items()
    for options in (found["CACHES"]["default"]["OPTIONS"], found["CELERY_BROKER_TRANSPORT_OPTIONS"]):
        assert options.items() >= {"socket_connect_timeout": 2, "socket_timeout": 2}.items()


def test_workers_wait_for_a_broker_as_long_as_it_takes() -> None:
    assert settings_with("CELERY_BROKER_CONNECTION_MAX_RETRIES") == {"CELERY_BROKER_CONNECTION_MAX_RETRIES": None}


def test_production_without_a_key_does_not_start() -> None:
    with pytest.raises(AssertionError, match="Set RUMMY_SECRET_KEY"):
        settings_with(**{name: value for name, value in PRODUCTION.items() if name != "RUMMY_SECRET_KEY"})


def test_limits_and_delays_can_be_opened() -> None:
    names = ("RATE_LIMITS_ENABLED", "BOT_DELAY_FACTOR")
    assert settings_with(*names) == {"RATE_LIMITS_ENABLED": True, "BOT_DELAY_FACTOR": 1.0}
    opened = settings_with(*names, RUMMY_RATE_LIMITS="off", RUMMY_BOT_DELAY="0")
    assert opened == {"RATE_LIMITS_ENABLED": False, "BOT_DELAY_FACTOR": 0.0}


def test_https_closes_cookies_and_believes_the_proxy_only_if_there_is_one() -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_PROXY_SSL_HEADER")
    alone = settings_with(*names, RUMMY_HTTPS="on")
    assert alone == {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_PROXY_SSL_HEADER": None,
    }
    behind = settings_with(*names, RUMMY_HTTPS="on", RUMMY_PROXIES="1")
    assert behind["SECURE_PROXY_SSL_HEADER"]


@pytest.mark.parametrize("module", ["rummy.wsgi", "rummy.asgi", "rummy.serve.application"])
def test_a_web_server_may_import_an_application_before_anything_else(module: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", f"import {module}"],
        cwd=ROOT,
        env={"RUMMY_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr


def test_manage_tells_an_unreadable_setting_in_one_line() -> None:
    command = [sys.executable, "manage.py", "serve"]
    variables = os.environ | {"RUMMY_RATE_LIMITS": "maybe"}
    result = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)
    assert result.returncode == 1
    assert result.stderr == "RUMMY_RATE_LIMITS must be one of on, off, not 'maybe'.\n"
