"""The rules of a game in prose, made from its options, so that what people read is what the engine plays.

The layout is Markdown that reads well as plain text, too. A paragraph begins with its clause (docs/rules.md).
"""

from itertools import groupby
from operator import attrgetter

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from engine import PRESETS, Options
from games.option_texts import option_text
from games.preset_texts import preset_summary, preset_title
from games.rules_chapters import CHAPTERS, Part

__all__ = ["option_text", "preset_summary", "preset_title", "rules_text"]

TITLE_WITH_CHANGES = _("{title}, with changes")
TITLE_WITHOUT_PRESET = _("Rules of this table")
AIM = _(
    "A game is a series of deals. In a deal the players draw cards, put sets and runs on the table and add to"
    " those that lie there. Cards on the table count for the player who put them there, cards left in the"
    " hand against their holder."
)


def rules_text(options: Options) -> str:
    """The complete rules for these options, about two pages, in chapters.

    >>> print(rules_text(PRESETS["classic"]).splitlines()[0])
    # Classic 500 Rum
    """
    chapters = [_chapter_text(title, parts, options) for title, parts in CHAPTERS.items()]
    return "\n\n".join([*_opening(options), gettext(AIM), *chapters]) + "\n"


def _opening(options: Options) -> list[str]:
    """The title, and the preset's summary as long as nothing in the preset was changed."""
    name = options.preset
    if name is None:
        return ["# " + gettext(TITLE_WITHOUT_PRESET)]
    if options == PRESETS[name]:
        return [f"# {preset_title(name)}", preset_summary(name)]
    return ["# " + gettext(TITLE_WITH_CHANGES).format(title=preset_title(name))]


def _chapter_text(title: str, parts: tuple[Part, ...], options: Options) -> str:
    told = [part for part in parts if part.told(options)]
    paragraphs = [
        " ".join([clause, *(part.text(options) for part in of_clause)])
        for clause, of_clause in groupby(told, attrgetter("clause"))
    ]
    return "\n\n".join(["## " + gettext(title), *paragraphs])
