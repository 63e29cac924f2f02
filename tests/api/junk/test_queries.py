"""Query strings of nonsense."""

from typing import Any

import pytest
from django.core import signing

from tests.api.client import operations
from tests.api.junk.crawl import Crawl
from tests.api.junk.sizes import SIZED, share

pytestmark = [pytest.mark.django_db, *SIZED]
OPERATIONS = sorted(operations())


class Parameter(dict[str, Any]):
    """As the schema describes it."""

    def __str__(self) -> str:
        return str(self["name"])


PARAMETERS = [
    (name, Parameter(parameter))
    for name in OPERATIONS
    for parameter in operations()[name][2].get("parameters", [])
    if parameter["in"] == "query"
]
VALUES = (
    *("", "0", "-1", "-0", "101", "1.0", "1_0", "%D9%A1", "%2B1", "%201", "1%0A", "9" * 30, "9" * 5000, "1e3", "0x1"),
    *("NaN", "Infinity", "nonsense", "yes", "on", "1", "True", "null", "None", "%00", "a%00", "%ff", "%ED%A0%BC"),
    *("a" * 5000, "%E2%80%AE", "[]", "{}", "[0]", "1,2", ",", "0001-01-01T00:00:00%2B23:59", "2026-02-30T00:00:00Z"),
    *("9999-12-31T23:59:59-23:59", "01990000000070008000000000000000", "%7B01990000-0000-7000-8000-000000000000%7D"),
    *("urn:uuid:01990000-0000-7000-8000-000000000000", "running,", "v%D9%A1.0", "v1", "v1.0.0.0", "v-1.0", "W/v1.0"),
    *("v9999999999999999999.0", "%27;DROP%20TABLE%20games_game", "$ne", "%3Cscript%3E", "legal_moves,", "%C3%28"),
)
MALFORMED = (
    *("%", "a;b", "=", "=1", "a[]=1&a[]=2", "a[b]=1", "a%5B0%5D=1", "a=" + "x" * 9000, "a=1&a=2", "%00", "%ff=%fe"),
    *("&".join(f"a{number}=1" for number in range(1100)), "x" * 20_000, "a=1;b=2", "__proto__=1", "\xed\xa0\xbd=1"),
    *(
        "format=html",
        "_method=DELETE",
        "callback=alert",
        "a=%u0041",
        "?",
        "a?b=c",
        "limit[]=1",
        "csrfmiddlewaretoken=x",
    ),
)


@pytest.mark.parametrize(("operation_id", "parameter"), PARAMETERS, ids=str)
def test_values_of_parameters(crawl: Crawl, operation_id: str, parameter: "Parameter") -> None:
    schema = parameter["schema"]
    is_text = schema.get("type", "string") == "string"  # also of a closed list, which is described by its name
    kind = schema.get("format") if is_text else schema["type"]
    for value in share(VALUES, operation_id + parameter["name"], 16):
        answer = crawl.operation(operation_id, query=f"{parameter['name']}={value}")
        if answer.is_refusal:
            allowed = {"not_authenticated"} if parameter["name"] == "ticket" else {"bad_request", "bad_cursor"}
            assert answer.code in allowed, (value, answer.code)
            assert answer.code != "bad_request" or answer.problem["errors"][0]["parameter"] is not None, value
        else:
            assert kind != "integer" or schema["minimum"] <= int(value) <= schema["maximum"], value
            assert kind not in ("boolean", "date-time", "uuid"), value


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_malformed_queries(crawl: Crawl, operation_id: str) -> None:
    for query in share(MALFORMED, operation_id, 8):
        answer = crawl.operation(operation_id, query=query)
        assert answer.code in ("unknown_parameter", "bad_request"), (query[:40], answer.status, answer.code)


@pytest.mark.parametrize("operation_id", [name for name, parameter in PARAMETERS if parameter["name"] == "cursor"])
def test_cursors(crawl: Crawl, operation_id: str) -> None:
    path = operations()[operation_id][1]
    forged = (
        signing.dumps({"path": path, "filters": {}, "after": []}),
        signing.dumps({"path": "/elsewhere", "filters": {}, "after": []}, salt="api.pages"),
        "e30:1:x",
        ":::",
        "." * 900,
        "\u00e4:\u00e4:\u00e4".encode().decode("latin-1"),
    )
    for cursor in forged:
        answer = crawl.operation(operation_id, query=f"cursor={cursor}")
        assert answer.code == "bad_cursor", cursor
