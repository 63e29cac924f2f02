"""The page on limits names every bucket as it is, and reads the headers that are sent."""

from typing import Any

from api.limits import BUCKETS, Charge, limit_headers

from .pages import DOCS, examples_of, rows, section, text_of

PAGE = DOCS / "api" / "limits.md"


def test_every_bucket_is_documented() -> None:
    told = [tuple(cell.strip("`") for cell in row[:4]) for row in rows(section(PAGE, "Buckets"))]
    assert told == [(one.name, str(one.quota), str(one.seconds), one.per) for one in BUCKETS.values()]


def test_the_example_of_the_headers_is_what_is_sent() -> None:
    moves, all_moves = Charge(BUCKETS["moves"], "", 1, 10), Charge(BUCKETS["all_moves"], "", 1, 41)
    sent = "".join(f"{name}: {value}\n" for name, value in limit_headers([all_moves, moves]).items())
    assert examples_of(PAGE, "") == [sent]


def test_the_program_of_the_page_reads_the_header() -> None:
    names: dict[str, Any] = {}
    exec(examples_of(PAGE, "python")[0], names)
    sent = limit_headers([Charge(BUCKETS["moves"], "", 21, 7), Charge(BUCKETS["all_moves"], "", 100, 41)])
    assert names["standing"](sent["RateLimit"]) == {"moves": (0, 7), "all_moves": (200, 41)}


def test_what_is_not_counted_when_it_is_refused_or_done_is_told() -> None:
    assert [one.name for one in BUCKETS.values() if not one.counts_refused] == ["guests"]
    assert [one.name for one in BUCKETS.values() if not one.counts_done] == ["invite_codes"]
    assert "A guest that was not made" in text_of(PAGE)
    assert "a code of an invitation that was right" in text_of(PAGE)
