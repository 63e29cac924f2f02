"""Nothing that was released is broken; and what breaks clients is told from what does not."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.api.description import openapi
from tests.api.schema.breaks import breaks

RELEASED = Path(__file__).resolve().parents[3] / "api" / "releases" / "v1.yaml"
REFERENCE = "#/components/schemas/"
TEXT = {"type": "string", "maxLength": 10}
NUMBER = {"type": "integer", "format": "int32", "minimum": 1, "maximum": 9}


def test_clients_of_the_last_release_still_work() -> None:
    released = yaml.load(RELEASED.read_text(), yaml.CSafeLoader)
    # It was described as all that `getRecord` answers, and is now as what is read of that: all of it may still be sent.
    del released["components"]["schemas"]["ImportRequest"]["properties"]["record"]
    assert breaks(released, openapi()) == [], "v1 only grows: docs/contributing.md, Releases"


def document() -> dict[str, Any]:
    """A small API: a shelf takes books with a note, and answers them."""
    return {
        "paths": {
            "/books/{id}": {
                "put": {
                    "operationId": "putBook",
                    "tags": ["Books"],
                    "description": "Needs the scope `read`.",
                    "security": [{"bearer": []}, {}],
                    "parameters": [
                        {"in": "path", "name": "id", "required": True, "schema": dict(TEXT)},
                        {"in": "query", "name": "limit", "schema": {**NUMBER, "default": 5}},
                        {"in": "query", "name": "sort", "schema": {"$ref": f"{REFERENCE}Order"}},
                    ],
                    "requestBody": {"content": {"application/json": {"schema": {"$ref": f"{REFERENCE}BookRequest"}}}},
                    "responses": {
                        "200": {"content": {"application/json": {"schema": {"$ref": f"{REFERENCE}Book"}}}},
                        "404": {"content": {"application/problem+json": {"schema": {"$ref": f"{REFERENCE}Book"}}}},
                    },
                }
            }
        },
        "components": {
            "schemas": {
                "Order": {"type": "string", "enum": ["new", "old"]},
                "Note": {"type": "object", "properties": {"text": dict(TEXT)}},
                "BookRequest": {
                    "type": "object",
                    "properties": {
                        "title": {**TEXT, "nullable": True, "minLength": 2, "pattern": "^x"},
                        "note": {"$ref": f"{REFERENCE}Note"},
                        "pages": {"type": "array", "items": dict(NUMBER), "maxItems": 3},
                        "cover": {"$ref": f"{REFERENCE}Cover"},
                    },
                    "required": ["title"],
                },
                "Cover": {
                    "oneOf": [{"$ref": f"{REFERENCE}Hard"}, {"$ref": f"{REFERENCE}Soft"}],
                    "discriminator": {
                        "propertyName": "type",
                        "mapping": {"hard": f"{REFERENCE}Hard", "soft": f"{REFERENCE}Soft"},
                    },
                },
                "Hard": {"type": "object", "properties": {"type": dict(TEXT)}, "required": ["type"]},
                "Soft": {"type": "object", "properties": {"type": dict(TEXT)}, "required": ["type"]},
                "Book": {
                    "type": "object",
                    "properties": {
                        "title": dict(TEXT),
                        "note": {"allOf": [{"$ref": f"{REFERENCE}Note"}], "nullable": True},
                        "order": {"$ref": f"{REFERENCE}Order"},
                        "shelves": {"type": "object", "additionalProperties": dict(NUMBER)},
                    },
                    "required": ["title", "note"],
                },
            }
        },
    }


Change = Callable[[dict[str, Any], dict[str, Any]], Any]


def changed(change: Change) -> list[str]:
    """What breaks when this is done to the one operation and the components."""
    new = copy.deepcopy(document())
    change(new["paths"]["/books/{id}"]["put"], new["components"]["schemas"])
    return breaks(document(), new)


def removed(*place: str | int) -> Change:
    """A change that takes away what stands there, seen from the components or the operation."""

    def change(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
        node: Any = schemas if place[0] in schemas else operation
        for part in place[:-1]:
            node = node[part]
        del node[place[-1]]

    return change


def put(value: Any, *place: str | int) -> Change:
    """A change that puts something there."""

    def change(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
        node: Any = schemas if place[0] in schemas or place[0] == "New" else operation
        for part in place[:-1]:
            node = node[part]
        node[place[-1]] = value

    return change


SENT, ANSWERED = ("BookRequest", "properties"), ("Book", "properties")
NEW_PARAMETER = {"in": "query", "name": "more", "schema": TEXT}
BREAKS: dict[str, tuple[Change, str]] = {
    "another method's name": (put("setBook", "operationId"), "putBook: operationId is setBook now"),
    "another class": (put(["Shelf"], "tags"), "putBook: tags is ['Shelf'] now"),
    "a token is needed": (removed("security", 1), "cannot be called with no token any more"),
    "a scope is needed": (put("Needs the scope `write`.", "description"), "needs another scope"),
    "a parameter goes": (removed("parameters", 2), "the parameter sort is gone"),
    "a parameter is required": (put(True, "parameters", 1, "required"), "the parameter limit is required now"),
    "a new parameter is required": (
        lambda operation, _: operation["parameters"].append({**NEW_PARAMETER, "required": True}),
        "the parameter more is required now",
    ),
    "a parameter takes less": (put(8, "parameters", 1, "schema", "maximum"), "maximum is 8 now, not 9"),
    "a parameter means something else": (put(6, "parameters", 1, "schema", "default"), "6 is meant now"),
    "the body goes": (removed("requestBody"), "takes no body any more"),
    "the body is required": (put(True, "requestBody", "required"), "a body is required now"),
    "a status goes": (removed("responses", "404"), "the status 404 is gone"),
    "another media type": (
        lambda operation, _: operation["responses"]["200"].update(content={"text/csv": {"schema": TEXT}}),
        "the answer 200 is not application/json any more",
    ),
    "a value is not taken": (put(["new"], "Order", "enum"), "Order as it is sent: old is not taken any more"),
    "some values are taken": (put(["1"], *SENT, "title", "enum"), "only some values are taken now"),
    "a key is not taken": (removed(*SENT, "note"), "BookRequest as it is sent: note is gone"),
    "a key is required": (put(["title", "note"], "BookRequest", "required"), "note is required now"),
    "null is not taken": (put(False, *SENT, "title", "nullable"), "title may not be null any more"),
    "less text is taken": (put(9, *SENT, "title", "maxLength"), "maxLength is 9 now, not 10"),
    "more text is needed": (put(3, *SENT, "title", "minLength"), "minLength is 3 now, not 2"),
    "a new bound": (put(1, *SENT, "pages", "minItems"), "minItems is 1 now, not None"),
    "another pattern": (put("^y", *SENT, "title", "pattern"), "its pattern is another"),
    "an entry takes less": (put(2, *SENT, "pages", "items", "minimum"), "each of it: minimum is 2 now, not 1"),
    "another type": (put("integer", *SENT, "title", "type"), "its type is integer now, not string"),
    "another width": (put("int64", *SENT, "pages", "items", "format"), "its format is int64 now, not int32"),
    "a variant is not taken": (removed("Cover", "discriminator", "mapping", "soft"), "soft is gone"),
    "a variant has another name": (
        put(f"{REFERENCE}Hard", "Cover", "discriminator", "mapping", "soft"), "is called Hard now, not Soft",
    ),
    "another model": (put({"$ref": f"{REFERENCE}Soft"}, *SENT, "note"), "is called Soft now, not Note"),
    "an answer's key goes": (removed(*ANSWERED, "title"), "Book as it is answered: title is gone"),
    "an answer's key may be missing": (put(["title"], "Book", "required"), "note may be missing now"),
    "an answer's key may be null": (put(True, *ANSWERED, "title", "nullable"), "title may be null now"),
    "an answer's key is of another type": (put("string", *ANSWERED, "shelves", "type"), "its type is string now"),
    "a part that both have": (removed("Note", "properties", "text"), "Note as it is answered: text is gone"),
}  # fmt: skip
GROWTH: dict[str, Change] = {
    "nothing": lambda operation, schemas: None,
    "a new parameter": lambda operation, _: operation["parameters"].append(NEW_PARAMETER),
    "another token is taken": lambda operation, _: operation["security"].append({"session": []}),
    "no scope is needed": put("It is free.", "description"),
    "a new status": lambda operation, _: operation["responses"].update({"409": operation["responses"]["404"]}),
    "a new key to send": put(TEXT, *SENT, "more"),
    "a key need not be sent": put([], "BookRequest", "required"),
    "null is taken": put(True, *SENT, "pages", "nullable"),
    "more is taken": put(11, *SENT, "title", "maxLength"),
    "less is enough": put(1, *SENT, "title", "minLength"),
    "no pattern": removed(*SENT, "title", "pattern"),
    "a new value": put(["new", "old", "worn"], "Order", "enum"),
    "a new variant": put(f"{REFERENCE}Hard", "Cover", "discriminator", "mapping", "leather"),
    "a new key in an answer": put(TEXT, *ANSWERED, "more"),
    "a key is always there": put(["title", "note", "order"], "Book", "required"),
    "a key is never null": put(False, *ANSWERED, "note", "nullable"),
    "a new component": put({"type": "object"}, "New"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_what_breaks_clients_is_told(name: str) -> None:
    change, sentence = BREAKS[name]
    assert any(sentence in told for told in changed(change)), changed(change)


@pytest.mark.parametrize("name", GROWTH)
def test_growth_breaks_nobody(name: str) -> None:
    assert changed(GROWTH[name]) == []


def test_an_operation_that_is_gone_is_told() -> None:
    assert breaks(document(), {**document(), "paths": {}}) == ["putBook: PUT /books/{id} is gone"]


def test_a_new_operation_breaks_nobody() -> None:
    new = document()
    new["paths"]["/shelves"] = {"post": {**document()["paths"]["/books/{id}"]["put"], "operationId": "createShelf"}}
    assert breaks(document(), new) == []
