"""Languages: which one is spoken to whom, what is translated, and what never is."""

import io
import logging
import re
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import get_language, override

from api.languages import language_of
from api.problem_types import PROBLEM_TYPES
from api.serializers.games.choices import EVENT_TYPES
from bots.registry import LEVELS
from engine import OPTIONS, PRESETS, BadPosition
from games.rules_text import option_text, rules_text
from games.selectors import event_texts
from players.scopes import SCOPES
from tests.api.client import ApiClient, code_of

OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]
SPANISH = {"Accept-Language": "es"}
_CLAUSE = re.compile(r"^\d+\.\d+(?= )", re.MULTILINE)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("pl", "pl"),
        ("PL", "pl"),
        ("es-MX", "es"),
        ("fi-FI, en;q=0.5", "fi"),
        ("en, pl;q=0.9", "en"),
        ("en;q=0.3, uk;q=0.8, es;q=0.5", "uk"),
        ("sv, de;q=0.9, fi;q=0.1", "fi"),
        ("ja, zh-Hant-TW", "en"),
        ("*", "en"),
        ("sv, *;q=0.5, pl;q=0.1", "en"),
        ("*, en;q=0", "es"),
        ("pl;q=0, es;q=0.1", "es"),
        ("en-GB, es", "en"),
        ("nonsense;;q=x,,", "en"),
        ("es" + " " * 10_000, "es"),
        ("sv," * 5_000 + "es", "en"),
    ],
)
def test_the_language_most_wanted_of_those_that_are_spoken(header: str | None, language: str) -> None:
    assert language_of(header) == language


def test_an_answer_names_its_language_and_varies_by_it(anybody: ApiClient) -> None:
    for asked, given in (("pl-PL", "pl"), ("ja", "en"), (None, "en")):
        headers = {"Accept-Language": asked} if asked else {}
        for path in ("/api/v1/meta", "/api/v1/problems", "/api/v1/nowhere", "/nowhere", "/oauth/authorize"):
            answer = anybody._client.get(path, headers=headers)
            assert answer["Content-Language"] == given, path
            assert "Accept-Language" in answer["Vary"], path
    assert get_language() == "en"


@pytest.mark.parametrize("language", OTHERS)
def test_problems_are_told_in_every_language_with_the_same_codes(anybody: ApiClient, language: str) -> None:
    english = {kind["code"]: kind for kind in anybody.get("problems").json()["results"]}
    for kind in anybody.get("problems", headers={"Accept-Language": language}).json()["results"]:
        same = english[kind["code"]]
        assert kind["title"] != same["title"]
        assert kind["meaning"] != same["meaning"]
        assert {**kind, "title": "", "meaning": ""} == {**same, "title": "", "meaning": ""}
    assert len(english) == len(PROBLEM_TYPES)


def test_a_problem_is_told_in_the_language_of_its_request(anybody: ApiClient) -> None:
    english = anybody.get("problems/nonsense").json()
    spanish = anybody.get("problems/nonsense", headers=SPANISH).json()
    assert (spanish["title"], spanish["detail"]) == ("No existe tal cosa", "No existe ese código.")
    assert spanish["code"] == english["code"] == "not_found"
    assert spanish["type"] == english["type"]


def test_a_fault_of_a_field_is_told_in_the_language_of_each_request(guest: ApiClient) -> None:
    """REST framework keeps some of its words once they were said: each language has to have its own."""
    body = {"rules": "pagat", "seats": [{}] * 99}
    told = {}
    for language in ("en", *OTHERS, "en"):
        answer = guest.post("games", body, headers={"Accept-Language": language})
        (line,) = answer.json()["errors"]
        assert (line["code"], line["pointer"]) == ("max_length", "/seats")
        assert told.setdefault(language, line["message"]) == line["message"]
    assert len(set(told.values())) == len(settings.LANGUAGES)


def test_what_the_engine_refuses_is_translated_with_its_facts(anybody: ApiClient) -> None:
    answer = anybody.post("rulesets/check", {"rules": {"preset": "pagat", "target": 7}}, headers=SPANISH)
    assert code_of(answer) == "impossible_rules"
    assert answer.json()["detail"] == "7 no es un valor de target."
    nested = BadPosition("melds", "Meld {index}: {problem}", index=2, problem=BadPosition("by", "A seat occurs twice."))
    assert str(nested) == "melds: Meld 2: by: A seat occurs twice."


EVENTS: dict[str, dict[str, Any]] = {
    **{kind: {"type": kind} for kind in event_texts._TEXTS if not kind.startswith("offer_")},
    "call_window_answered": {"type": "call_window_answered"},
    **{f"timed out: {then}": {"type": "timed_out", "then": then} for then in event_texts._CONSEQUENCES},
    **{
        f"{kind}: {asked}": {"type": kind, "offer": {"kind": asked, "by": 1, "seconds": 90}}
        for kind in ("offer_made", "offer_answered")
        for asked in (*event_texts._QUESTIONS, "add_time")
    },
    **{
        f"presence: {there}": {"type": "presence_changed", "changes": {"seats": [{"seat": 2, "connected": there}]}}
        for there in event_texts._PRESENCE
    },
    **{
        f"closed: {status}": {"type": "offer_closed", "offer": {"kind": "pause", "by": 1, "status": status}}
        for status in event_texts._CLOSED
    },
}
FACTS: dict[str, Any] = {
    "player": {"name": "Ada"},
    "seat": 2,
    "move": {"type": "discard", "card": "7H"},
    "deal": {"number": 3, "dealer": 1},
    "window": {"answered_count": 2},
    "bot_level": "club",
    "to_version": 17,
    "then": None,
    "offer": None,
}


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_told_in_every_language(name: str) -> None:
    event = FACTS | EVENTS[name]
    english = event_texts.event_text(event)
    for language in OTHERS:
        with override(language):
            told = event_texts.event_text(event)
        assert told != english
        for fact in ("Ada", "club", "17", "discard 7H", "90"):
            assert (fact in told) == (fact in english), (language, told)


def test_every_type_of_event_has_a_text() -> None:
    assert {event["type"] for event in EVENTS.values()} == set(EVENT_TYPES)


def test_numbers_take_the_form_that_their_language_asks_for() -> None:
    told = {"pl": ("1 sekundę", "2 sekundy", "5 sekund", "22 sekundy"), "uk": ("1 секунду", "2 секунди", "5 секунд")}
    for language, forms in told.items():
        with override(language):
            for form in forms:
                offer = {"kind": "add_time", "seconds": int(form.split()[0])}
                assert form in event_texts.question_text(offer)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_of_every_preset_are_told_in_every_language(preset: str, language: str) -> None:
    english = rules_text(PRESETS[preset])
    with override(language):
        told = rules_text(PRESETS[preset])
    pairs = list(zip(english.splitlines(), told.splitlines(), strict=True))
    assert [line for line, other in pairs if line and line == other and line != "# 500 Rum"] == []
    assert _CLAUSE.findall(told) == _CLAUSE.findall(english)
    sentences = {part.strip() for line in english.splitlines() for part in line.split(". ") if part.count(" ") > 3}
    assert [sentence for sentence in sentences if sentence in told] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_value_of_every_option_is_told_in_every_language(language: str) -> None:
    for name, spec in OPTIONS.items():
        if spec.kind == "card_points":
            values: list[Any] = [(), (("QS", 40),)]
        elif spec.kind == "int":
            values = [*range(spec.low, min(spec.high, spec.low + 30) + 1), *([None] if spec.nullable else [])]
        else:
            values = [True, False] if spec.kind == "bool" else list(spec.values)
        for value in values:
            english = option_text(name, value)
            with override(language):
                told = option_text(name, value)
            assert told != english
            assert "{" not in told
            numbers = [word.strip(".,:;") for word in english.split() if word.strip(".,:;").isdigit()]
            assert [number for number in numbers if number not in told] == []


def test_names_of_presets_and_values_stay_while_their_texts_change(anybody: ApiClient) -> None:
    english = anybody.get("rulesets/classic").json()
    finnish = anybody.get("rulesets/classic", headers={"Accept-Language": "fi"}).json()
    assert (english["title"], finnish["title"]) == ("Classic 500 Rum", "Klassinen 500 Rum")
    assert finnish["name"] == english["name"]
    assert finnish["options"] == english["options"]
    for mine, theirs in zip(english["option_schema"], finnish["option_schema"], strict=True):
        assert [value["value"] for value in mine["values"]] == [value["value"] for value in theirs["values"]]
        assert mine["text"] != theirs["text"]


@pytest.mark.parametrize("path", ["rulesets", "rulesets/pagat", "problems", "problems/not_found", "bots"])
def test_a_public_answer_has_a_tag_for_each_language(anybody: ApiClient, path: str) -> None:
    tags = {one: anybody.get(path, headers={"Accept-Language": one})["ETag"] for one in ("en", *OTHERS)}
    assert len(set(tags.values())) == len(tags)
    known = {"If-None-Match": tags["en"]}
    assert anybody.get(path, headers=known).status_code == 304
    assert anybody.get(path, headers=known | SPANISH).status_code == 200
    unchanged = anybody.get(path, headers={"If-None-Match": tags["es"]} | SPANISH)
    assert (unchanged.status_code, "Content-Language" in unchanged) == (304, False)
    assert "Accept-Language" in unchanged["Vary"]


def test_levels_and_scopes_are_told_in_every_language(anybody: ApiClient) -> None:
    for language in OTHERS:
        levels = anybody.get("bots", headers={"Accept-Language": language}).json()["results"]
        assert [level["name"] for level in levels] == list(LEVELS)
        assert all(level["description"] != LEVELS[level["name"]].description for level in levels)
        scopes = anybody.get("meta", headers={"Accept-Language": language}).json()["scopes"]
        assert [scope["name"] for scope in scopes] == list(SCOPES)
        assert all(scope["meaning"] != SCOPES[scope["name"]] for scope in scopes)


def test_events_are_stored_as_facts_and_told_to_each_in_their_language(guest: ApiClient) -> None:
    body = {"rules": "classic", "seats": [{}, {"bot_level": "random"}], "start": True}
    game = guest.post("games", body, headers={"Accept-Language": "uk"}).json()["id"]
    english, polish = (
        guest.get(f"games/{game}/events", headers={"Accept-Language": one}).json()["results"] for one in ("en", "pl")
    )
    assert "The game has started." in [event["text"] for event in english]
    assert "Gra się rozpoczęła." in [event["text"] for event in polish]
    assert [event | {"text": ""} for event in english] == [event | {"text": ""} for event in polish]


def test_an_answer_that_is_repeated_keeps_its_language(guest: ApiClient) -> None:
    body = {"rules": "classic", "seats": [{}, {"bot_level": "random"}]}
    first = guest.post("games", body, headers={"Idempotency-Key": "1", "Accept-Language": "fi"})
    again = guest.post("games", body, headers={"Idempotency-Key": "1", "Accept-Language": "pl"})
    assert again.content == first.content
    assert (first["Content-Language"], again["Content-Language"]) == ("fi", "fi")


def test_the_log_stays_english(anybody: ApiClient) -> None:
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    logging.getLogger().addHandler(handler)
    try:
        anybody.post("games", {}, headers={"Accept-Language": "uk"})
        anybody.get("nowhere", headers={"Accept-Language": "uk"})
    finally:
        logging.getLogger().removeHandler(handler)
    assert "request" in heard.getvalue()
    assert heard.getvalue().isascii()


@pytest.mark.django_db
def test_the_pages_for_people_are_translated(anybody: ApiClient) -> None:
    page = anybody._client.get("/oauth/authorize", headers=SPANISH)
    content = page.content.decode()
    assert 'lang="es"' in content
    assert "No se indica ninguna aplicación" in content
