"""The pages of the documentation, and what the tests read in them."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md"), *(ROOT / "changes").glob("*.md")])

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@cache
def text_of(page: Path) -> str:
    """The page's text."""
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """The page's text without its examples."""
    return FENCE.sub("", text_of(page))


def examples_of(page: Path, language: str) -> list[str]:
    """The examples of the page in a language."""
    return [code for found, code in FENCE.findall(text_of(page)) if found == language]


def anchors_of(page: Path) -> set[str]:
    """What a link to a heading of the page may name."""
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(prose_of(page))}


def section(page: Path, title: str) -> str:
    """The text under a heading, up to the next heading of the same depth or a higher one."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#{{1,6}} |\Z)", text_of(page), re.MULTILINE | re.DOTALL)
    assert found, f"{page.name} has no section {title!r}"
    return found[2]


@cache
def fault_codes() -> set[str]:
    """The codes that a line of `errors` may bear, beside those of problems."""
    return {row[0].strip("`") for row in rows(section(DOCS / "api" / "problems.md", "Codes of errors"))}


def rows(text: str) -> list[list[str]]:
    """The cells of all table rows in a text, without the heads of the tables."""
    lines = text.splitlines()
    heads = {number - 1 for number, line in enumerate(lines) if re.match(r"\|( ---:? \|)+$", line)}
    return [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for number, line in enumerate(lines)
        if line.startswith("| ") and "---" not in line and number not in heads
    ]
