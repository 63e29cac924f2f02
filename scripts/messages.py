"""Bring the catalogues in locale/ up to date with the texts in the code.

    .venv/bin/python scripts/messages.py

Collects every text from source and templates, adds new ones to each language's django.po with nothing translated,
drops what is gone, and compiles django.po to the django.mo that the service reads. Both files are committed.
"""

import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from datetime import UTC, datetime
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
PACKAGES = ("api", "bots", "engine", "games", "players", "rummy", "scoring")
# Function -> which of its arguments is a text. In the engine and the bots, which know nothing of languages, these are
# the errors and tables themselves; whoever tells them to people translates them.
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), (1,)),
    **dict.fromkeys(("ngettext", "counted"), (1, 2)),
    **dict.fromkeys(("sentence", "BadNotation", "BadRecord", "ImpossibleRules", "bad_notation"), (1,)),
    **dict.fromkeys(("BadPosition", "BadRequest", "Level"), (2,)),
}
LANGUAGES = ("es", "fi", "pl", "uk")
# Files that say when they were made would differ after each run.
_ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)


@cache
def collected() -> Catalog:
    """Every text in the code, each with the files that hold it."""
    catalog = Catalog(charset="utf-8")
    for file in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*") if _may_speak(path)):
        for text in _texts(file):
            catalog.add(text, locations=[(str(file.relative_to(ROOT)), 0)])
    return catalog


def _may_speak(path: Path) -> bool:
    return path.suffix in (".py", ".html") and "migrations" not in path.parts


def _texts(file: Path) -> Iterator[str | tuple[str, ...]]:
    source = file.read_text()
    if file.suffix == ".html":
        from django.utils.translation import templatize

        source = templatize(source)
    with redirect_stderr(StringIO()):  # f-strings beside the texts, of which it warns
        yield from [text for _, text, _, _ in extract("python", BytesIO(source.encode()), keywords=KEYWORDS)]


def catalogue(language: str) -> Catalog:
    """The committed catalogue of a language; an empty one for a language that is new."""
    file = _file(language, "po")
    if not file.exists():
        return Catalog(locale=language, charset="utf-8")
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


@cache
def renewed(language: str) -> Catalog:
    """The catalogue of a language with the texts that are in the code now."""
    old = catalogue(language)
    new = Catalog(
        locale=language,
        header_comment=_header(language),
        project="500 Rum",
        version="1",
        msgid_bugs_address="-",
        last_translator="-",
        language_team="-",
        charset="utf-8",
        creation_date=_ALWAYS,
        revision_date=_ALWAYS,
        fuzzy=False,
    )
    for message in collected():
        if message.id:
            known = old.get(message.id)
            new.add(message.id, known.string if known else None, message.locations, known.flags if known else ())
    return new


def readable(catalog: Catalog) -> bytes:
    """The content of django.po, for people."""
    stream = BytesIO()
    write_po(stream, catalog, width=110, include_lineno=False, sort_output=True)
    return stream.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """The content of django.mo, for the service."""
    stream = BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def unfinished(catalog: Catalog) -> list[str]:
    """The texts of which a form is missing, or that are only guessed."""
    return [_first(message.id) for message in catalog if message.id and not _is_whole(message, catalog)]


def _header(language: str) -> str:
    return f"# 500 Rum in {language}. `make messages` keeps the texts up to date with the code."


def _file(language: str, suffix: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"django.{suffix}"


def _first(text: str | tuple[str, ...]) -> str:
    return text if isinstance(text, str) else text[0]


def _is_whole(message: Message, catalog: Catalog) -> bool:
    forms = message.string if message.pluralizable else (message.string,)
    return len(forms) == (catalog.num_plurals if message.pluralizable else 1) and all(forms) and not message.fuzzy


def main() -> int:
    """Write both files of every language; 1 while a text is to be translated in one of them."""
    missing = 0
    for language in LANGUAGES:
        catalog = renewed(language)
        _file(language, "po").parent.mkdir(parents=True, exist_ok=True)
        _file(language, "po").write_bytes(readable(catalog))
        _file(language, "mo").write_bytes(compiled(catalog))
        left = unfinished(catalog)
        missing += len(left)
        print(f"{language}: {len(catalog)} texts, {len(left)} to be translated", *left, sep="\n  ")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
