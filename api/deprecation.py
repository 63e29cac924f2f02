"""Operations that will go: told in headers to whoever still calls them, and in the API's description."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils.http import http_date

SHORTEST_NOTICE = timedelta(days=183)


@dataclass(frozen=True)
class Deprecation:
    """Since when an operation is out of date, from when on it may be gone, and what takes its place.

    `instead` is the path of the page that tells. Raises ValueError for a notice of less than half a year.
    """

    since: date
    sunset: date
    instead: str

    def __post_init__(self) -> None:
        if self.sunset - self.since < SHORTEST_NOTICE:
            raise ValueError("An operation is there for half a year after it was said that it will go.")

    @property
    def headers(self) -> dict[str, str]:
        """`Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a `Link` to what is to be done."""
        return {
            "Deprecation": f"@{_timestamp(self.since)}",
            "Sunset": http_date(_timestamp(self.sunset)),
            "Link": f'<{self.instead}>; rel="deprecation"; type="text/html"',
        }


def _timestamp(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
