"""The end of a day: attempts at its deal are broken off, its seed is told, and its games are opened."""

from datetime import date, datetime

from django.db.models import F

from games.daily import closes_at, ended_before
from games.models import Attempt, Author, DailyDeal, Game, Kind, Status, Visibility
from games.selectors.views import shared_fields
from games.services.changes import tell_changes
from games.services.deals import end_game
from games.services.transactions import in_transaction
from games.store import GameState

_AT_ONCE = 500
"""So many games are opened in one transaction."""


def is_to_be_broken_off(state: GameState, now: datetime) -> bool:
    """Whether it is an attempt at the deal of a day that has ended."""
    day = state.game.sealed_day
    return day is not None and not state.game.is_over and day < ended_before(now)


def break_off_if_due(state: GameState, now: datetime) -> bool:
    """Break such an attempt off, not yet written. Returns whether it was one."""
    if not is_to_be_broken_off(state, now):
        return False
    seen_before = shared_fields(state)
    entry = state.append(Kind.ABORTED, Author.TIMER, now)
    entry.outcome = {"then": []}
    end_game(state, entry, Status.ABORTED, [], now)
    tell_changes(state, entry, seen_before)
    return True


def can_be_closed(deal: DailyDeal, now: datetime) -> bool:
    """Whether the day is over, nobody can play its deal any more, and its seed is not told yet.

    Whoever touches an attempt after the day's end breaks it off: the seed need not wait until somebody has.
    """
    if deal.closed_at is not None or now < closes_at(deal.date):
        return False
    return deal.date < ended_before(now) or not Attempt.objects.filter(day=deal, finished_at=None).exists()


@in_transaction
def close_day(*, day: date, now: datetime) -> DailyDeal:
    """Tell the seed where that can be. Returns the deal as it is then."""
    deal = DailyDeal.objects.select_for_update().get(date=day)
    if can_be_closed(deal, now):
        deal.closed_at = now
        deal.save(update_fields=["closed_at"])
    return deal


@in_transaction
def open_some_games(*, day: date, now: datetime) -> bool:
    """Let everybody see some games of a day that is closed. Returns whether there may be more that can be opened."""
    deal = DailyDeal.objects.select_for_update().get(date=day)
    if deal.closed_at is None:
        return False
    sealed = Game.objects.filter(sealed_day=day)
    over = list(sealed.filter(finished_at__isnull=False).values_list("id", flat=True)[:_AT_ONCE])
    # Their tags change with the place behind what was told: what is told of them does.
    Game.objects.filter(id__in=over).update(
        sealed_day=None, visibility=Visibility.UNLISTED, notice_count=F("notice_count") + 1
    )
    if not over and not sealed.exists():
        deal.opened_at = now
        deal.save(update_fields=["opened_at"])
    return len(over) == _AT_ONCE
