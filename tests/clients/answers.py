"""The recorded answers and problems of api/examples, by the component that describes each: what clients must read."""

from collections.abc import Iterator
from typing import Any

from api.examples import PROBLEMS, recorded
from clients.generate import schema


def answers() -> list[tuple[str, Any]]:
    """That of every operation that answers with an object whose members are described, and a problem of each code."""
    return [*_answers(), *(("Problem", problem) for problem in recorded(PROBLEMS).values())]


def _answers() -> Iterator[tuple[str, Any]]:
    components = schema("union")["components"]["schemas"]
    for methods in schema("union")["paths"].values():
        for described in methods.values():
            good = next(answer for status, answer in described["responses"].items() if status.startswith("2"))
            form = good.get("content", {}).get("application/json", {}).get("schema", {})
            name = form.get("$ref", "").rpartition("/")[2]
            if "properties" in components.get(name, {}):
                yield name, recorded(described["operationId"])["answer"]
