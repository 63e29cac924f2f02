"""Hours in which a device is to keep still: the same on every day, by the clock on its owner's wall."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones


@dataclass(frozen=True)
class QuietHours:
    """From `start` up to `end`, which is not quiet any more; over midnight where that is the earlier of the two."""

    start: time
    end: time
    zone: str

    def over_at(self, now: datetime) -> datetime | None:
        """When they are over that go on now; None where it is not quiet.

        >>> night = QuietHours(time(22), time(7), "Europe/Helsinki")
        >>> str(night.over_at(datetime(2026, 1, 5, 20, 30, tzinfo=UTC)))
        '2026-01-06 05:00:00+00:00'
        >>> night.over_at(datetime(2026, 1, 5, 12, tzinfo=UTC)) is None
        True
        """
        if not self._is_quiet(now):
            return None
        today = now.astimezone(ZoneInfo(self.zone)).date()
        # Clocks that are changed may show the end twice, or pass over it.
        ends = [
            datetime.combine(today + timedelta(days=days), self.end, ZoneInfo(self.zone)).replace(fold=fold)
            for days in (0, 1, 2)
            for fold in (0, 1)
        ]
        instants = (end.astimezone(UTC) for end in ends)
        return min(at for at in instants if at > now and not self._is_quiet(at))

    def _is_quiet(self, at: datetime) -> bool:
        clock = at.astimezone(ZoneInfo(self.zone)).time()
        if self.start < self.end:
            return self.start <= clock < self.end
        return clock >= self.start or clock < self.end


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones that are known here, such as `Europe/Helsinki`."""
    return frozenset(available_timezones())
