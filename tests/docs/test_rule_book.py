"""The pages on rules, options and notation say what the engine does."""

import json
import re
from dataclasses import replace

import engine
from engine import OPTIONS, PRESETS, Code

from .pages import DOCS, ROOT, examples_of, prose_of, rows, section, text_of

RULES, OPTIONS_PAGE, NOTATION = DOCS / "rules.md", DOCS / "options.md", DOCS / "notation.md"
CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\b", re.MULTILINE)
CITED = re.compile(r"(?:# |rule |clause |RULES |\(|\")(\d{1,2}\.\d{1,2})(?=[ ,.:;)\"]|$)", re.MULTILINE)

DASH = "\N{EN DASH}"

Row = list[str]


def option_rows() -> dict[str, Row]:
    tables = [section(OPTIONS_PAGE, title) for title in re.findall(r"^## (.+)$", text_of(OPTIONS_PAGE), re.MULTILINE)]
    found = [row for table in tables for row in rows(table) if len(row) == 5]
    return {row[0].strip("`"): row for row in found}


def value_text(value: object) -> str:
    if value is None:
        return DASH
    if isinstance(value, bool):
        return str(value).lower()
    return "{}" if value == () else str(value)


def values_text(spec: engine.OptionSpec) -> str:
    if spec.kind == "choice":
        return ", ".join(f"`{value}`" for value in spec.values)
    if spec.kind == "bool":
        return "true, false"
    if spec.kind == "card_points":
        return "card code → points"
    return f"{spec.low}{DASH}{spec.high}" + (" or null" if spec.nullable else "")


# The rule book


def test_clauses_are_in_order_and_without_gaps() -> None:
    clauses = [tuple(map(int, clause.split("."))) for clause in CLAUSE.findall(text_of(RULES))]
    assert clauses == sorted(set(clauses))
    chapters = {chapter for chapter, _ in clauses}
    assert chapters == set(range(2, 16)) - {12}
    for chapter in chapters:
        numbers = [number for found, number in clauses if found == chapter]
        assert numbers == list(range(1, len(numbers) + 1))


def test_clauses_that_the_engine_cites_are_in_the_rule_book() -> None:
    clauses = set(CLAUSE.findall(text_of(RULES)))
    assert {spec.clause for spec in OPTIONS.values()} <= clauses
    for file in (ROOT / "engine").rglob("*.py"):
        assert set(CITED.findall(file.read_text())) <= clauses, file.name


def test_the_rule_book_explains_every_option() -> None:
    for name in OPTIONS:
        assert re.search(rf"`{name}\b", text_of(RULES)), name


# Options and presets


def test_every_option_is_documented_with_its_values() -> None:
    table = option_rows()
    assert set(table) == set(OPTIONS)
    for name, spec in OPTIONS.items():
        _, values, default, clause, meaning = table[name]
        assert values == values_text(spec), name
        assert default.strip("`") == value_text(spec.default), name
        assert clause == spec.clause, name
        assert meaning


def test_every_preset_is_documented_with_its_changes() -> None:
    table = dict(rows(section(OPTIONS_PAGE, "Presets")))
    assert {name.strip("`") for name in table} == set(PRESETS)
    for cell, changes in table.items():
        name = cell.strip("`")
        base = re.match(r"`(\w+)` \+ ", changes)
        options = PRESETS[base[1] if base else "pagat"]
        assert replace(options, **changes_of(changes)) == PRESETS[name], name


def changes_of(text: str) -> dict[str, object]:
    words = {"null": None, "true": True, "false": False}
    return {
        name: words.get(value, int(value) if value.isdigit() else value)
        for name, value in re.findall(r"`(\w+)` (\w+)", text)
    }


# Notation


def test_refusal_codes_are_documented_in_their_order() -> None:
    assert [code.strip("`") for code, _ in rows(section(NOTATION, "Refusal codes"))] == list(Code)


def test_moves_are_documented_in_both_forms() -> None:
    table = rows(section(NOTATION, "Moves"))
    for text, form, _ in table:
        move = engine.parse_move(text.strip("`"))
        assert move == engine.move_from_json(json.loads(form.strip("`"))), text
        assert engine.move_text(move) == text.strip("`")
    assert {engine.parse_move(text.strip("`")).type for text, _, _ in table} == {
        *("draw", "take", "meld", "lay_off", "swap", "discard", "call", "pass", "decline")
    }


def test_the_position_of_the_page_can_be_loaded() -> None:
    position = json.loads(examples_of(NOTATION, "json")[0])
    complete = engine.position_of(engine.position_from(position))
    documented = {name for cell, *_ in rows(section(NOTATION, "Positions")) for name in re.findall(r"`(\w+)`", cell)}
    assert set(complete) | {"totals"} == documented
    assert list(map(set, complete["hands"])) == list(map(set, position["hands"]))
    assert {name: complete[name] for name in position if name not in ("rules", "hands")} == {
        name: value for name, value in position.items() if name not in ("rules", "hands")
    }


def test_the_case_of_the_page_is_right() -> None:
    case = json.loads(examples_of(NOTATION, "json")[1])
    deal = engine.position_from(case["position"])
    for step in case["moves"]:
        try:
            deal = engine.play(deal, step["seat"], engine.parse_move(step["move"]))
            code = None
        except engine.IllegalMove as refusal:
            code = refusal.code
        assert code == step.get("error")
    assert deal.table.turn == case["then"]["turn"]
    assert list(engine.table_points(deal.table)) == case["then"]["points"]


def test_nothing_is_left_to_do() -> None:
    for page in (RULES, OPTIONS_PAGE, NOTATION):
        assert "TODO" not in prose_of(page)


def test_the_record_of_the_page_reads_the_same_in_both_forms() -> None:
    record = engine.record_from_json(json.loads(examples_of(NOTATION, "json")[-1]))
    assert engine.parse_record(examples_of(NOTATION, "text")[0]) == record
    assert engine.parse_record(engine.record_text(record)) == record
    assert engine.replay(record)[0].table.pile[-1] == engine.card_of("KD")
