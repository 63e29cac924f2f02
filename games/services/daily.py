"""The daily deal: opened at midnight in UTC, attempted, closed at the next midnight (docs/api/daily.md)."""

import logging
from datetime import date, datetime
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext

import engine
from games import after_commit, store
from games.chance import new_seed
from games.daily import LEVEL, OPTIONS, bot_secret, closes_at, ends_at, today
from games.models import Attempt, Author, DailyDeal, Game, Kind, LeaverPolicy, Status, UndoPolicy, Visibility
from games.selectors.views import shared_fields
from games.services.changes import tell_changes
from games.services.create import Chance, GameWish, SeatWish, make_game
from games.services.deals import end_game
from games.services.transactions import in_transaction
from players.errors import DomainError
from players.models import Player, PlayerKind

log = logging.getLogger("games.daily")

_AT_ONCE = 200


def day_of(*, day: date, now: datetime) -> DailyDeal:
    """The daily deal of this day: today's is made where it is not there yet, one that is due is closed.

    Raises `not_found` for a day to come, and for one that is past and had none.
    """
    found = _made(now) if day == today(now) else DailyDeal.objects.filter(date=day).first()
    if found is None:
        raise DomainError("not_found", gettext("There is no daily deal of this day."))
    if _is_due(found, now) and close_day(day=day, now=now):
        found.refresh_from_db()
    return found


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
    chance = Chance(bytes(deal.seed), bot_secret(bytes(deal.seed)))
    state = make_game(owner=player, wish=_wish(), players=[player, None], now=now, chance=chance)
    is_ranked = player.kind != PlayerKind.BOT and not own.filter(is_ranked=True).exists()
    return Attempt.objects.create(day=deal, player=player, game=state.game, is_ranked=is_ranked, started_at=now)


@in_transaction
def close_day(*, day: date, now: datetime) -> bool:
    """Tell the seed, and open the games, when the day is over and nobody plays its deal any more. Returns whether."""
    deal = DailyDeal.objects.select_for_update().get(date=day)
    if not _is_due(deal, now) or Attempt.objects.filter(day=deal, finished_at=None).exists():
        return False
    deal.closed_at = now
    deal.save(update_fields=["closed_at"])
    # Their tags change with the place behind what was told: what is told of them does.
    sealed = Game.objects.filter(attempt__day=deal, sealed=True)
    sealed.update(sealed=False, visibility=Visibility.UNLISTED, notice_count=F("notice_count") + 1)
    return True


def keep_days(*, now: datetime) -> None:
    """Make today's deal; break off what is played too late; close the days that are over."""
    _made(now)
    for day in list(DailyDeal.objects.filter(closed_at=None, date__lt=today(now)).values_list("date", flat=True)):
        try:
            if now >= ends_at(day):
                _break_off(day, now)
            close_day(day=day, now=now)
        except Exception:  # one broken game must not keep the sweep from all else
            log.exception("The daily deal of %s could not be closed.", day)


def _made(now: datetime) -> DailyDeal:
    """Today's, made once, whoever asks first."""
    day = today(now)
    found = DailyDeal.objects.filter(date=day).first()
    if found is None:
        seed = new_seed()
        facts = {"seed": seed, "commitment": engine.commitment(seed), "made_at": now}
        found, _ = DailyDeal.objects.get_or_create(date=day, defaults=facts)
    return found


def _is_due(deal: DailyDeal, now: datetime) -> bool:
    return deal.closed_at is None and now >= closes_at(deal.date)


def _break_off(day: date, now: datetime) -> None:
    late = Attempt.objects.filter(day_id=day, finished_at=None).order_by("id").values_list("game_id", flat=True)
    for game_id in list(late[:_AT_ONCE]):
        _abort(game_id=game_id, now=now)


@in_transaction
def _abort(*, game_id: UUID, now: datetime) -> None:
    state = store.lock(game_id)
    if state.game.is_over:
        return
    seen_before = shared_fields(state)
    entry = state.append(Kind.ABORTED, Author.SERVICE, now)
    entry.outcome = {"then": []}
    end_game(state, entry, Status.ABORTED, [], now)
    tell_changes(state, entry, seen_before)
    after_commit.write_and_ring(state, now)


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
