"""The image and the compose file, as far as they can be checked without a container engine."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[3]
DOCKERFILE = (ROOT / "docker/Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker/compose.yaml").read_text())
OURS = {"migrations", "web", "streams", "workers", "beat"}

STRINGS = {"type": "array", "items": {"type": "string"}}
STRING_MAP = {"type": "object", "additionalProperties": {"type": "string"}}
CONDITION = {"enum": ["service_started", "service_healthy", "service_completed_successfully"]}
DURATION = {"type": "string", "pattern": r"^\d+(s|m|h)$"}
HEALTHCHECK = {
    "type": "object",
    "required": ["test"],
    "properties": {
        "test": STRINGS,
        "interval": DURATION,
        "timeout": DURATION,
        "start_period": DURATION,
        "retries": {"type": "integer"},
    },
    "additionalProperties": False,
}
SERVICE = {
    "type": "object",
    "required": ["image"],
    "properties": {
        "image": {"type": "string"},
        "build": STRING_MAP,
        "command": STRINGS,
        "environment": STRING_MAP,
        "depends_on": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["condition"],
                "properties": {"condition": CONDITION},
            },
        },
        "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
        "init": {"type": "boolean"},
        "read_only": {"type": "boolean"},
        "tmpfs": STRINGS,
        "cap_drop": STRINGS,
        "security_opt": STRINGS,
        "ports": STRINGS,
        "volumes": STRINGS,
        "healthcheck": HEALTHCHECK,
    },
    "additionalProperties": False,
}
COMPOSE_SCHEMA = {
    "type": "object",
    "required": ["services"],
    "properties": {
        "name": {"type": "string"},
        "services": {"type": "object", "additionalProperties": SERVICE},
        "volumes": {"type": "object"},
    },
    "patternProperties": {"^x-": {}},
    "additionalProperties": False,
}


def test_the_compose_file_has_the_shape_of_the_specification() -> None:
    """The part of the Compose specification that the file uses; a misspelt key is an error."""
    assert [error.message for error in Draft202012Validator(COMPOSE_SCHEMA).iter_errors(COMPOSE)] == []


def test_the_parts_are_there_and_wait_for_what_they_need() -> None:
    services = COMPOSE["services"]
    assert set(services) == OURS | {"postgres", "redis"}
    for name in OURS - {"migrations"}:
        assert set(services[name]["depends_on"]) == {"migrations", "postgres", "redis"}
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_part_of_ours_is_the_one_image_with_few_rights(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["image"] == "rummy"
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "user" not in service, "the image is non-root by itself"


def test_every_variable_of_the_parts_is_a_documented_setting() -> None:
    documented = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/settings.md").read_text(), re.MULTILINE))
    for name in OURS:
        assert set(COMPOSE["services"][name]["environment"]) <= documented


def test_there_is_one_beat_and_pools_are_for_web_processes_only() -> None:
    services = COMPOSE["services"]
    assert [name for name in services if "beat" in services[name].get("command", [])] == ["beat"]
    pooled = {name for name in OURS if "RUMMY_DATABASE_POOL" in services[name]["environment"]}
    assert pooled == {"web", "streams"}


def test_the_image_is_not_root_and_installs_the_lock_with_hashes() -> None:
    assert re.findall(r"^USER (\w+)$", DOCKERFILE, re.MULTILINE) == ["rummy"]
    for name in ("runtime", "push"):
        assert f"--require-hashes -r /tmp/{name}.txt" in DOCKERFILE
    assert DOCKERFILE.count("FROM python:3.11-slim") == 2


def test_the_image_holds_every_package_and_the_ignore_file_lets_it_through() -> None:
    copied = set(re.findall(r"^COPY (\S+?)/? ", DOCKERFILE, re.MULTILINE)) - {"--from=packages"}
    packages = {folder.parent.name for folder in ROOT.glob("*/__init__.py")} - {"benchmarks", "tests", "examples"}
    assert packages <= copied
    ignore = (ROOT / "docker/Dockerfile.dockerignore").read_text()
    assert copied == set(re.findall(r"^!(\S+)$", ignore, re.MULTILINE))
    for path in copied:
        assert (ROOT / path).exists()
