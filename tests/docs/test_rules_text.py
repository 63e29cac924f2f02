"""The prose of the rules: it follows the options, and nothing is left unsaid."""

from dataclasses import replace

import pytest

from engine import OPTIONS, PRESETS, ImpossibleRules, Options
from games.option_texts import TEXTS
from games.preset_texts import SUMMARIES, TITLES
from games.rules_chapters import CHAPTERS, Option, Sentence
from games.rules_text import option_text, preset_summary, preset_title, rules_text

# What an option needs beside it to make a difference.
SETTINGS = {
    "playable_last_discard": {"go_out": "unplayable"},
    "reshuffles": {"stock_out": "reshuffle"},
    "wild_points": {"preset": "rummy_5000"},
    "wild_ace_points": {"preset": "rummy_5000"},
    "hand_sizes": {"preset": "classic"},
    "partners": {"min_players": 4, "max_players": 4},
    "jokers_per_pack": {"preset": "persian"},
    "target": {"deal_limit": 9},
}


def some_values(name: str) -> list[object]:
    """Every choice, both truths, both ends and the default of a range, null where there may be null."""
    spec = OPTIONS[name]
    if spec.kind == "choice":
        values: list[object] = list(spec.values)
    elif spec.kind == "bool":
        values = [False, True]
    elif spec.kind == "card_points":
        values = [(), (("QS", 40),), (("2C", 0), ("QS", 40))]
    else:
        values = sorted({spec.low, spec.low + 1, spec.high} | ({spec.default} - {None}))  # type: ignore[type-var]
    return [*values, None] if spec.nullable else values


def possible_options(name: str) -> list[Options]:
    """Rules that differ in that option alone, as many of its values as go together with the rest."""
    settings = dict(SETTINGS.get(name, {}))
    base = PRESETS[str(settings.pop("preset", "pagat"))]
    found = []
    for value in some_values(name):
        try:
            found.append(replace(base, **{**settings, name: value}))
        except ImpossibleRules:
            continue
    return found


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_has_a_sentence_of_its_own(name: str) -> None:
    texts = [option_text(name, value) for value in some_values(name)]
    assert len(set(texts)) == len(texts) >= 2
    for text in texts:
        assert text[0].isupper()
        assert text.endswith(".")
        assert "{" not in text


def test_texts_are_for_options_that_exist() -> None:
    assert set(TEXTS) == set(OPTIONS)
    assert set(TITLES) == set(SUMMARIES) == set(PRESETS)


@pytest.mark.parametrize("name", sorted(set(OPTIONS) - {"wild", "joker_role"}))
def test_the_rules_say_what_an_option_changes(name: str) -> None:
    rules = possible_options(name)
    texts = {rules_text(options) for options in rules}
    assert len(texts) == len(rules) >= 2


def test_the_rules_say_what_is_wild() -> None:
    """`wild` and `joker_role` change only together with other options."""
    assert "Jokers are wild." in rules_text(PRESETS["pagat"])
    assert "No card is wild." in rules_text(PRESETS["classic"])
    assert "Jokers are a rank of their own" in rules_text(PRESETS["persian"])
    assert "the dealer's face-up card are wild" in rules_text(PRESETS["rummy_5000"])


@pytest.mark.parametrize("name", PRESETS)
def test_the_text_of_a_preset_is_complete(name: str) -> None:
    options = PRESETS[name]
    text = rules_text(options)
    assert text.startswith(f"# {preset_title(name)}\n\n{preset_summary(name)}\n\n")
    for title, parts in CHAPTERS.items():
        assert f"\n## {title}\n\n" in text
        for part in parts:
            assert (f"{part.text(options)}" in text) or not part.told(options)
    assert "{" not in text
    assert all(line[0].isdigit() for line in text.splitlines()[6:] if line and not line.startswith("#"))


def test_every_option_is_told_somewhere() -> None:
    told = [part.name for parts in CHAPTERS.values() for part in parts if isinstance(part, Option)]
    assert sorted(told) == sorted(OPTIONS)


def test_sentences_are_whole() -> None:
    """A translator gets sentences, not pieces of them."""
    words = [part.words for parts in CHAPTERS.values() for part in parts if isinstance(part, Sentence)]
    assert all(text[0].isupper() and text.endswith(".") for text in words)


def test_a_changed_preset_says_so() -> None:
    assert rules_text(replace(PRESETS["pagat"], target=300)).startswith("# 500 Rum, with changes\n")


def test_rules_without_a_preset_have_a_title() -> None:
    assert rules_text(Options()).startswith("# Rules of this table\n")


def test_titles_and_summaries_differ() -> None:
    assert len(set(TITLES.values())) == len(set(SUMMARIES.values())) == len(PRESETS)
    assert all(summary.endswith(".") for summary in SUMMARIES.values())


def test_bonus_cards_may_be_a_mapping_or_pairs() -> None:
    assert option_text("bonus_cards", {"QS": 40}) == option_text("bonus_cards", (("QS", 40),))
    assert "QS 40" in option_text("bonus_cards", {"QS": 40})


def test_an_unknown_option_has_no_text() -> None:
    with pytest.raises(KeyError):
        option_text("house_rule", 1)
