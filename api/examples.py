"""What was once sent and answered, as examples in the description. Tests record it (`make examples`)."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent / "examples"
PROBLEMS = "problems"


@cache
def recorded(name: str) -> dict[str, Any]:
    """`request` and `answer` of the operation of this name, as far as it has them; or the problems by their codes."""
    file = FOLDER / f"{name}.json"
    found: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    return found


def give_examples(schema: dict[str, Any]) -> None:
    """Put them where a request, an answer or a problem is described."""
    schema["components"]["examples"] = {
        code: {"summary": problem["title"], "value": problem} for code, problem in recorded(PROBLEMS).items()
    }
    for methods in schema["paths"].values():
        for described in methods.values():
            example = recorded(described["operationId"])
            if "request" in example:
                described["requestBody"]["content"]["application/json"]["example"] = example["request"]
            for status, answer in described["responses"].items():
                _give_answer(answer, example if status.startswith("2") else None)


def _give_answer(answer: dict[str, Any], example: dict[str, Any] | None) -> None:
    """One to the good answer; to others, those of the codes that they list."""
    for form in answer.get("content", {}).values():
        if example is None:
            listed = [code for code in re.findall("`([a-z_]+)`", answer["description"]) if code in recorded(PROBLEMS)]
            if listed:
                form["examples"] = {code: {"$ref": f"#/components/examples/{code}"} for code in listed}
        elif "answer" in example:
            form["example"] = example["answer"]
