"""Reading JSON strictly, writing it exactly."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.utils.functional import lazy

from api.json_text import BadJson, decode_object, encode
from api.times import instant_text


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"a": None, "b": [True, 1, -1.5, "ä\u2028🂡"]},
        {"a": 2**63 - 1, "b": -(2**63)},
        {"a": {"b": [[[[[1]]]]]}},
        {"\u00e9": 1, "e\u0301": 2},
    ],
)
def test_what_is_written_is_read(value: dict[str, object]) -> None:
    assert decode_object(encode(value)) == value
    assert decode_object(json.dumps(value, indent=2).encode()) == value


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"[]",
        b"1",
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1, "\\u0061": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        b'{"a": 9223372036854775808}',
        b'{"a": -9223372036854775809}',
        b'{"a": 1e400}',
        b'{"a": "\\u0000"}',
        b'{"a\\u0000": 1}',
        b'{"a": ["\\ud800"]}',
        b'{"a": "\xc3"}',
        b"\xef\xbb\xbf{}",
        "{}".encode("utf-16"),
        b'{"a": ' + b"[" * 32 + b"]" * 32 + b"}",
        b'{"a": ' * 5000 + b"1" + b"}" * 5000,
        b"{'a': 1}",
        b'{"a": 01}',
        b'{"a": "\n"}',
    ],
)
def test_what_is_no_plain_object_is_refused(body: bytes) -> None:
    with pytest.raises(BadJson) as refused:
        decode_object(body)
    assert "NaN" not in body.decode("latin-1") or "NaN" in str(refused.value)


def test_the_deepest_that_is_read() -> None:
    decode_object(b'{"a": ' + b"[" * 31 + b"]" * 31 + b"}")


def test_texts_made_on_demand_are_written_out() -> None:
    assert encode({"title": lazy(lambda: "Title", str)()}) == b'{"title":"Title"}'


def test_instants_are_utc_with_milliseconds() -> None:
    at = datetime(2026, 1, 5, 12, 0, 0, 999_999, tzinfo=timezone(timedelta(hours=2)))
    assert instant_text(at) == "2026-01-05T10:00:00.999Z"
    assert instant_text(datetime(2026, 1, 5, tzinfo=UTC)) == "2026-01-05T00:00:00.000Z"
