"""Links, paths and commands in the documentation lead somewhere."""

import re
from pathlib import Path

import pytest

from .pages import LINK, PAGES, ROOT, anchors_of, prose_of, text_of

CODE_PATH = re.compile(
    r"`((?:engine|bots|players|games|scoring|api|rummy|docs|tests|examples|changes|scripts)/[\w./-]*)`"
)
COMMAND = re.compile(r"\bmake ([a-z][a-z-]*)")
TARGET = re.compile(r"^([a-z][a-z-]*):", re.MULTILINE)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(prose_of(page)):
        if link.startswith("https://"):
            continue
        place, _, anchor = link.partition("#")
        target = (page.parent / place).resolve() if place else page
        assert target.exists(), f"{link} leads nowhere"
        assert not anchor or anchor in anchors_of(target), f"{link} names no heading"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_paths_that_are_named_exist(page: Path) -> None:
    missing = [path for path in CODE_PATH.findall(text_of(page)) if not (ROOT / path).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_that_are_named_exist(page: Path) -> None:
    code = " ".join(re.findall(r"`[^`]+`|^```.*?^```$", text_of(page), re.MULTILINE | re.DOTALL))
    targets = set(TARGET.findall((ROOT / "Makefile").read_text()))
    assert set(COMMAND.findall(code)) <= targets


def test_the_index_leads_to_every_page() -> None:
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in LINK.findall(text_of(index))}
    pages = {page for page in PAGES if page.is_relative_to(index.parent) and page != index}
    assert pages <= linked
