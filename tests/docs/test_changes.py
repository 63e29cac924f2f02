"""Changes that are not released yet are told one file each, in a form that a release can gather."""

import re

from .pages import ROOT, text_of

KINDS = set(re.findall(r"^\| `(\w+)` \|", text_of(ROOT / "changes" / "README.md"), re.MULTILINE))
FRAGMENTS = sorted(path for path in (ROOT / "changes").iterdir() if path.name != "README.md")


def test_fragments_are_named_by_what_they_tell() -> None:
    assert len(KINDS) == 5
    for fragment in FRAGMENTS:
        name = re.fullmatch(r"[a-z0-9-]+\.(\w+)\.md", fragment.name)
        assert name, fragment.name
        assert name[1] in KINDS, fragment.name


def test_fragments_are_whole_sentences() -> None:
    for fragment in FRAGMENTS:
        assert text_of(fragment).endswith(".\n"), fragment.name
        assert "#" not in text_of(fragment), fragment.name
