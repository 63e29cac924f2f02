"""What the service says about itself, and the rules as a service."""

import json
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db.migrations.recorder import MigrationRecorder

from api import readiness
from engine import OPTIONS, PRESETS, options_json
from tests.api.client import ApiClient, code_of

CASES = sorted((Path(__file__).resolve().parents[1] / "engine" / "cases").glob("*.json"))

SPOKEN = ["en", "es", "fi", "pl", "uk"]


@pytest.mark.parametrize("address", ["/api/v1", "/api/v1/"])
def test_the_index_leads_on(anybody: ApiClient, address: str) -> None:
    index = anybody.get(address, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (index.status_code, index["Content-Type"]) == (200, "application/json")
    for name in ("docs", "schema", "meta", "problems"):
        page = index.json()[f"{name}_url"]
        assert page == f"http://testserver/api/v1/{name}"
        assert anybody.get(page.removeprefix("http://testserver")).status_code == 200


def test_meta_tells_limits_and_time(anybody: ApiClient) -> None:
    meta = anybody.get("meta").json()
    assert {bucket["name"] for bucket in meta["buckets"]} >= {"anonymous", "player", "moves", "guests"}
    sizes = {
        "body_bytes": 65536,
        "page_results": 100,
        "total_count": 1000,
        "wait_seconds": 25,
        "players": 8,
        "spectator_delay_moves": 50,
        "lag_grace_ms": 500,
    }
    assert meta["limits"] == sizes
    assert {scope["name"] for scope in meta["scopes"]} >= {"game:read", "game:play", "game:create", "profile"}
    assert meta["server_time"].endswith("Z")
    assert (meta["build"], meta["locales"], meta["terms_url"], meta["terms_version"]) == ("0.1.0", SPOKEN, None, None)


def test_meta_tells_every_limit_as_it_is(anybody: ApiClient) -> None:
    told = {bucket.pop("name"): bucket for bucket in anybody.get("meta").json()["buckets"]}
    assert told == {
        "anonymous": {"quota": 60, "seconds": 60, "per": "address"},
        "player": {"quota": 300, "seconds": 60, "per": "player"},
        "app": {"quota": 3000, "seconds": 60, "per": "app"},
        "oauth": {"quota": 300, "seconds": 60, "per": "address"},
        "login": {"quota": 10, "seconds": 900, "per": "address"},
        "login_account": {"quota": 100, "seconds": 900, "per": "account"},
        "mail": {"quota": 5, "seconds": 3600, "per": "account and address"},
        "mail_account": {"quota": 20, "seconds": 3600, "per": "account"},
        "moves": {"quota": 20, "seconds": 10, "per": "seat"},
        "all_moves": {"quota": 300, "seconds": 60, "per": "player"},
        "chat": {"quota": 10, "seconds": 60, "per": "player"},
        "guests": {"quota": 10, "seconds": 3600, "per": "address"},
        "app_players": {"quota": 1000, "seconds": 3600, "per": "app"},
        "lobby": {"quota": 30, "seconds": 3600, "per": "player"},
        "bulk": {"quota": 20, "seconds": 3600, "per": "player"},
        "imports": {"quota": 60, "seconds": 3600, "per": "player"},
        "exports": {"quota": 1, "seconds": 0, "per": "player"},
        "invite_codes": {"quota": 20, "seconds": 900, "per": "player"},
        "webhook_sends": {"quota": 60, "seconds": 3600, "per": "player"},
        "long_polls": {"quota": 10, "seconds": 0, "per": "player"},
        "streams": {"quota": 10, "seconds": 0, "per": "token"},
    }


def test_meta_tells_the_terms(anybody: ApiClient, settings: Any) -> None:
    settings.TERMS_URL, settings.TERMS_VERSION = "https://cards.example/terms", "2026-01"
    meta = anybody.get("meta").json()
    assert (meta["terms_url"], meta["terms_version"]) == ("https://cards.example/terms", "2026-01")


@pytest.mark.parametrize(("push", "told"), [("off", False), ("log", True)])
def test_meta_tells_whether_anything_is_pushed(anybody: ApiClient, settings: Any, push: str, told: bool) -> None:
    settings.PUSH = push
    assert anybody.get("meta").json()["push_enabled"] is told


def test_health_asks_nobody(anybody: ApiClient, django_assert_num_queries: Any, db: None) -> None:
    with django_assert_num_queries(0):
        assert anybody.get("/healthz").json() == {"status": "ok"}


@pytest.mark.django_db
def test_ready_with_everything_there(anybody: ApiClient) -> None:
    checks = anybody.get("/readyz").json()["checks"]
    assert checks == [{"name": name, "ok": True} for name in ("database", "migrations", "broker")]


@pytest.mark.django_db
def test_not_ready_without_its_migrations(anybody: ApiClient) -> None:
    readiness._were_applied.cache_clear()
    MigrationRecorder.Migration.objects.filter(app="players").delete()
    answer = anybody.get("/readyz")
    assert (answer.status_code, code_of(answer)) == (503, "unavailable")
    assert [line["message"] for line in answer.json()["errors"]] == [
        "The migrations does not answer or is not complete."
    ]


@pytest.mark.django_db
def test_not_ready_without_a_broker(anybody: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current_app.conf, "broker_url", "redis://127.0.0.1:1/0")
    assert code_of(anybody.get("/readyz")) == "unavailable"


def test_levels_of_computer_players(anybody: ApiClient) -> None:
    names = [level["name"] for level in anybody.get("bots").json()["results"]]
    assert names[:4] == ["random", "novice", "casual", "club"]


def test_levels_tell_their_pace(anybody: ApiClient, settings: Any) -> None:
    settings.BOT_DELAY_FACTOR = 2.0
    casual = anybody.get("bots").json()["results"][2]
    assert (casual["rating"], casual["think_time_ms"], casual["call_delay_ms"]) == (None, 3000, 4000)


def test_every_preset_is_a_ruleset(anybody: ApiClient) -> None:
    listed = anybody.get("rulesets").json()["results"]
    assert [ruleset["name"] for ruleset in listed] == list(PRESETS)
    for ruleset in listed:
        detail = anybody.get(f"rulesets/{ruleset['name']}").json()
        assert detail.items() >= ruleset.items()
        assert detail["options"] == options_json(PRESETS[ruleset["name"]])
        assert detail["text"].startswith(f"# {ruleset['title']}")
        assert [option["name"] for option in detail["option_schema"]] == list(OPTIONS)


def test_an_option_tells_its_values_in_prose(anybody: ApiClient) -> None:
    described = {option["name"]: option for option in anybody.get("rulesets/pagat").json()["option_schema"]}
    assert [value["value"] for value in described["top_card"]["values"]] == ["free", "must_use", "new_meld"]
    assert all(value["text"] for value in described["top_card"]["values"])
    target = described["target"]
    assert (target["minimum"], target["maximum"], target["nullable"], target["default"]) == (
        50,
        20000,
        True,
        "500",
    )
    assert (target["clause"], target["kind"], target["values"]) == ("11.1", "int", [])
    assert [value["value"] for value in described["partners"]["values"]] == ["true", "false"]
    assert described["partners"]["conflicts"] == ["min_players", "max_players"]
    assert (target["conflicts"], described["next_dealer"]["conflicts"]) == (["deal_limit"], [])


def test_rulesets_are_kept_by_caches(anybody: ApiClient) -> None:
    answer = anybody.get("rulesets/pagat")
    assert answer["Cache-Control"] == "public, max-age=3600"
    for header in (answer["ETag"], f'W/{answer["ETag"]}, "other"', "*"):
        again = anybody.get("rulesets/pagat", headers={"If-None-Match": header})
        assert (again.status_code, "Content-Type" in again) == (304, False)
    assert anybody.get("rulesets/pagat", headers={"If-None-Match": '"other"'}).status_code == 200


def test_there_is_no_other_ruleset(anybody: ApiClient) -> None:
    assert code_of(anybody.get("rulesets/nonsense")) == "not_found"


@pytest.mark.parametrize("rules", ["classic", {"preset": "classic"}, {"jokers_per_pack": 0, "wild": "none"}])
def test_rules_are_filled_in(anybody: ApiClient, rules: Any) -> None:
    answer = anybody.post("rulesets/check", {"rules": rules, "players": 4}).json()
    expected = options_json(PRESETS["classic"])
    assert {**answer["rules"], "preset": None} == {**expected, "preset": None}
    assert answer["text"].startswith("# ")


@pytest.mark.parametrize(
    ("body", "options"),
    [
        ({"rules": {"target": None}}, {"target", "deal_limit"}),
        ({"rules": {"call": "pile", "deep_card": "never"}}, {"call", "deep_card"}),
        ({"rules": "persian", "players": 3}, {"min_players", "max_players"}),
        ({"rules": "nonsense"}, set()),
        ({"rules": {"nonsense": 1}}, set()),
        ({"rules": {"target": "500"}}, {"target"}),
        ({"rules": 7}, set()),
        ({"rules": {"bonus_cards": {"QS": 10**9}}}, {"bonus_cards"}),
    ],
)
def test_rules_that_cannot_be_are_named(anybody: ApiClient, body: Any, options: set[str]) -> None:
    answer = anybody.post("rulesets/check", body)
    assert code_of(answer) == "impossible_rules"
    assert set(answer.json()["options"]) >= options


def test_rules_have_to_be_given(anybody: ApiClient) -> None:
    for body in ({}, {"rules": None}, {"rules": "pagat", "players": "4"}, {"rules": "pagat", "players": 9}):
        assert code_of(anybody.post("rulesets/check", body)) == "bad_request"


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_cases_play_over_http_as_in_the_engine(anybody: ApiClient, file: Path) -> None:
    for case in json.loads(file.read_text())[:10]:
        moves = [{key: move[key] for key in ("seat", "move", "reshuffle") if key in move} for move in case["moves"]]
        answer = anybody.post("positions/play", {"position": case["position"], "moves": moves})
        assert answer.status_code == 200, case["id"]
        assert answer.json()["moves"] == [move.get("error", "ok") for move in case["moves"]], case["id"]


POSITION = {"hands": [["2H"], ["5H", "6H", "7H", "KD"]], "stock": ["2C"], "turn": 1}


DRAW = {"seat": 1, "move": "draw"}


def test_a_position_is_played_and_asked_about(anybody: ApiClient) -> None:
    asked = {"check": [{"seat": 0, "move": "draw"}, {"seat": 9, "move": "draw"}], "legal": [0, 1]}
    moves = [{"seat": 1, "move": "draw"}, {"seat": 1, "move": {"type": "meld", "cards": ["5H", "6H", "7H"]}}]
    answer = anybody.post("positions/play", {"position": POSITION, "moves": moves, **asked}, described=False).json()
    assert answer["moves"] == ["ok", "ok"]
    assert answer["check"] == ["not_your_turn", "bad_notation"]
    assert answer["legal"] == {"0": [], "1": ["discard 2C", "discard KD"]}
    assert (answer["position"]["phase"], answer["deal_scores"], answer["winners"]) == ("play", None, [])


def test_a_hand_full_of_wild_cards_answers_in_time(anybody: ApiClient) -> None:
    naturals = [f"{rank}{suit}" for suit in "CDH" for rank in "A234567"]
    rules = {"min_naturals": 0, "jokers_per_pack": 4}
    position = {"hands": [[*naturals, "X1", "X2", "X3", "X4"], ["KS"]], "turn": 0, "phase": "play", "rules": rules}
    answer = anybody.post("positions/play", {"position": position, "legal": [0, 1]}).json()
    assert (len(answer["legal"]["0"]), answer["truncated"]) == (1000, [0])


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "bad_request", "/position"),
        ({"position": None}, "bad_request", "/position"),
        ({"position": 3}, "bad_position", "/position"),
        ({"position": {}}, "bad_position", "/position/hands"),
        ({"position": {**POSITION, "nonsense": 1}}, "bad_position", "/position/nonsense"),
        ({"position": {**POSITION, "stock": ["2H"]}}, "bad_position", "/position/stock"),
        ({"position": {**POSITION, "rules": {"target": None}}}, "impossible_rules", "/position/rules"),
        ({"position": POSITION, "moves": {}}, "bad_request", "/moves"),
        ({"position": POSITION, "moves": [3]}, "bad_request", "/moves/0"),
        ({"position": POSITION, "moves": [*3 * [DRAW], {"move": 3}]}, "bad_request", "/moves/3"),
        ({"position": POSITION, "moves": [DRAW, {**DRAW, "reshuffle": ["KS"]}]}, "bad_request", "/moves/1"),
        ({"position": POSITION, "check": [DRAW, {}]}, "bad_request", "/check/1"),
        ({"position": POSITION, "legal": [1, 2]}, "bad_request", "/legal/1"),
        ({"position": POSITION, "nonsense": []}, "unknown_field", "/nonsense"),
    ],
)
def test_what_cannot_be_played(anybody: ApiClient, body: Any, code: str, pointer: str) -> None:
    answer = anybody.post("positions/play", body)
    assert (code_of(answer), answer.json()["errors"][0]["pointer"]) == (code, pointer)
