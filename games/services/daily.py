"""The daily deal: made at midnight in UTC, attempted, closed after the next midnight (docs/api/daily.md)."""

from datetime import date, datetime

from django.utils.translation import gettext

import engine
from games.chance import new_seed
from games.daily import LEVEL, OPTIONS, bot_secret, closes_at, today
from games.models import Attempt, DailyDeal, LeaverPolicy, UndoPolicy, Visibility
from games.services.closing import can_be_closed, close_day, open_some_games
from games.services.create import Chance, GameWish, SeatWish, make_game
from games.services.transactions import in_transaction
from players.errors import DomainError
from players.models import Player, PlayerKind

_MOST_OPENINGS = 20
"""So many times in one sweep some games of a day are opened."""


def day_of(*, day: date, now: datetime) -> DailyDeal:
    """The daily deal of this day: today's is made where it is not there yet, one that can be closed is.

    Raises `not_found` for a day to come, and for one that is past and had none.
    """
    found = _made(now) if day == today(now) else DailyDeal.objects.filter(date=day).first()
    if found is None:
        raise DomainError("not_found", gettext("There is no daily deal of this day."))
    return close_day(day=day, now=now) if can_be_closed(found, now) else found


@in_transaction
def start_attempt(*, day: date, player: Player, now: datetime) -> Attempt:
    """A new game of the day's deal. The first attempt of a person is ranked, all others are not.

    Raises `not_found`, `daily_closed`, and `attempt_running` while another has not ended.
    """
    if day == today(now):
        _made(now)
    deal = DailyDeal.objects.select_for_update().filter(date=day).first()
    if deal is None:
        raise DomainError("not_found", gettext("There is no daily deal of this day."))
    if deal.closed_at is not None or now >= closes_at(day):
        raise DomainError("daily_closed", gettext("The day is over. There is another deal today."))
    own = Attempt.objects.filter(day=deal, player=player)
    if own.filter(finished_at=None).exists():
        raise DomainError("attempt_running", gettext("You have an attempt at this deal that is not over yet."))
    chance = Chance(day, bytes(deal.seed), bot_secret(bytes(deal.seed)))
    state = make_game(owner=player, wish=_wish(), players=[player, None], now=now, chance=chance)
    is_ranked = player.kind != PlayerKind.BOT and not own.filter(is_ranked=True).exists()
    return Attempt.objects.create(day=deal, player=player, game=state.game, is_ranked=is_ranked, started_at=now)


def keep_days(*, now: datetime) -> None:
    """Make today's deal; close the days that are over, and open their games."""
    _made(now)
    past = DailyDeal.objects.filter(opened_at=None, date__lt=today(now)).order_by("date")
    for day in list(past.values_list("date", flat=True)):
        close_day(day=day, now=now)
        for _ in range(_MOST_OPENINGS):
            if not open_some_games(day=day, now=now):
                break


def _made(now: datetime) -> DailyDeal:
    """Today's, made once, whoever asks first."""
    day = today(now)
    found = DailyDeal.objects.filter(date=day).first()
    if found is None:
        seed = new_seed()
        facts = {"seed": seed, "commitment": engine.commitment(seed), "made_at": now}
        found, _ = DailyDeal.objects.get_or_create(date=day, defaults=facts)
    return found


def _wish() -> GameWish:
    """Alike for everybody, and for one alone: no moves are taken back, and who leaves has ended the attempt."""
    return GameWish(
        options=OPTIONS,
        seats=[SeatWish(), SeatWish(LEVEL)],
        visibility=Visibility.PRIVATE,
        leaver_policy=LeaverPolicy.ABANDON,
        takeover_level=LEVEL,
        returnable=False,
        undo_policy=UndoPolicy.OFF,
        start=True,
    )
