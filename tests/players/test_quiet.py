"""Quiet hours: over midnight, in any zone, and on the days on which clocks are changed."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from players.quiet import QuietHours, time_zones


def over(start: str, end: str, zone: str, at: str) -> str | None:
    """When it is not quiet any more, by the clock there; None where it is not quiet at that time there."""
    hours = QuietHours(time.fromisoformat(start), time.fromisoformat(end), zone)
    found = hours.over_at(datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC))
    return found and f"{found.astimezone(ZoneInfo(zone)):%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("2026-01-05T21:59:59", None),
        ("2026-01-05T22:00:00", "01-06 07:00"),
        ("2026-01-05T23:59:59", "01-06 07:00"),
        ("2026-01-06T00:00:00", "01-06 07:00"),
        ("2026-01-06T06:59:59", "01-06 07:00"),
        ("2026-01-06T07:00:00", None),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "Europe/Helsinki", "America/St_Johns", "Pacific/Kiritimati"])
def test_a_night_goes_over_midnight(zone: str, at: str, told: str | None) -> None:
    assert over("22:00", "07:00", zone, at) == told


def test_a_siesta_does_not() -> None:
    assert over("13:00", "16:00", "Europe/Madrid", "2026-06-01T14:00:00") == "06-01 16:00"
    assert over("13:00", "16:00", "Europe/Madrid", "2026-06-01T23:00:00") is None


def test_a_night_in_which_clocks_are_changed_ends_in_the_morning() -> None:
    for at in ("2026-03-28T23:00:00", "2026-10-24T23:00:00"):
        night = over("22:00", "07:00", "Europe/Warsaw", at)
        assert night is not None
        assert night.endswith("07:00")


def test_an_end_that_clocks_pass_over_comes_after_it() -> None:
    assert over("22:00", "02:30", "Europe/Warsaw", "2026-03-29T01:59:00") == "03-29 03:30"


def test_an_end_that_comes_twice_ends_both_hours() -> None:
    hours = QuietHours(time(22), time(2, 30), "Europe/Warsaw")
    first_end = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert hours.over_at(first_end - timedelta(minutes=1)) == first_end
    assert hours.over_at(first_end) is None
    assert hours.over_at(first_end + timedelta(minutes=40)) == first_end + timedelta(hours=1)


def test_every_time_zone_can_be_quiet() -> None:
    now = datetime(2026, 1, 5, 10, tzinfo=UTC)
    assert len(time_zones()) > 400
    for zone in time_zones():
        clock = now.astimezone(ZoneInfo(zone))
        hours = QuietHours(clock.time(), (clock + timedelta(hours=1)).time(), zone)
        assert hours.over_at(now) == now + timedelta(hours=1)
