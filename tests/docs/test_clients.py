"""The page on generated clients names each of them with its profile and what it is used with."""

import json
import re

from clients.generate import HERE, PROFILES, ROOT

from .pages import DOCS, LINK, rows, section, text_of

PAGE, PROBLEMS = DOCS / "api" / "clients.md", DOCS / "api" / "problems.md"


def names(cell: str) -> list[str]:
    return re.findall(r"`([\w-]+)`", cell)


def test_every_client_is_told_with_its_profile_and_settings() -> None:
    table = rows(section(PAGE, "Which generator takes which"))
    assert {names(row[0])[0]: row[2] for row in table} == PROFILES
    for (name,), row in ((names(row[0]), row) for row in table):
        settings = HERE / name / "settings.yaml"
        assert [str(settings.relative_to(ROOT))] == [link.removeprefix("../../") for link in LINK.findall(row[3])] or (
            name == "typescript" and not settings.exists()
        )


def test_it_is_told_of_every_client_what_was_tried() -> None:
    told = [name for row in rows(section(PAGE, "What was tried")) for name in names(row[0])]
    assert sorted(told) == sorted(PROFILES)


def test_every_helper_for_problems_is_linked() -> None:
    table = rows(section(PROBLEMS, "Decoding them"))
    assert {names(row[0])[0] for row in table} == set(PROFILES)
    for row in table:
        assert LINK.findall(row[1])[0].startswith(f"../../clients/{names(row[0])[0]}/")


def test_the_versions_are_those_that_are_locked() -> None:
    locked = json.loads((HERE / "package.json").read_text())["dependencies"]
    python = dict(
        re.findall(r"^(\S+?)(?:\[.*\])?==(\S+)$", (ROOT / "requirements" / "clients.in").read_text(), re.MULTILINE)
    )
    generators = text_of(PAGE)
    for name in ("openapi-typescript", "openapi-fetch"):
        assert f"{name} {locked[name].rpartition('.')[0]}" in generators
    assert f"openapi-generator {python['openapi-generator-cli'].rpartition('.')[0]}" in generators
    assert f"openapi-python-client {python['openapi-python-client'].rpartition('.')[0]}" in generators
