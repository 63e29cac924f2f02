"""Seeks are made, renewed and withdrawn, and run out."""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import islice
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

import engine
from games.bot_levels import check_level
from games.models import Seek, SeekBots, SeekStatus, Visibility
from games.models.game import no_clock
from games.pools import pool_of
from games.ratings import rating_of
from games.selectors.seeks import visible_seek
from games.services import lobby
from games.services.checks import check_rated
from games.services.transactions import in_transaction
from games.snapshots import options_of
from players.errors import DomainError, malformed
from players.models import Player, PlayerKind

log = logging.getLogger("games.seeks")

OPEN_FOR = timedelta(minutes=5)
MOST_OPEN = 5
KEPT_FOR = timedelta(days=1)
BATCH = 200
MOST = 20 * BATCH
"""So many seeks are looked at in one sweep; more than `BATCH` only where some cannot be closed."""


@dataclass(frozen=True)
class SeekWish:
    """What is sought. `clock` is as `games.clocks` reads it; the table has `min_seats` to `max_seats` seats (2 to 8).

    Others are to be rated within `min_rating` and `max_rating`, where given. `bots` is a `SeekBots`, with a level.
    """

    options: engine.Options
    min_seats: int
    max_seats: int
    clock: Mapping[str, Any] = field(default_factory=no_clock)
    rated: bool = False
    visibility: str = Visibility.PUBLIC
    min_rating: int | None = None
    max_rating: int | None = None
    bots: str = SeekBots.NEVER
    bot_level: str = ""


@in_transaction
def create_seek(*, player: Player, wish: SeekWish, now: datetime) -> Seek:
    """The seek: matched at once where enough others wait, else open for five minutes.

    Raises engine.ImpossibleRules where so many cannot play by these rules, and DomainError: `bad_request` for an
    unknown level, a rated game without a clock or with bots, `forbidden` for a rated game without an account,
    `limit_reached`.
    """
    _check(player, wish)
    lobby.lock_lobby()
    if Seek.objects.filter(player=player, closed_at=None, expires_at__gt=now).count() >= MOST_OPEN:
        raise DomainError("limit_reached", gettext("A player has at most {most} open seeks.").format(most=MOST_OPEN))
    preset, options = wish.options.preset or "pagat", engine.options_json(wish.options)
    seek = Seek.objects.create(
        player=player,
        pool=_pool(wish, options),
        preset=preset,
        options=options,
        clock=dict(wish.clock),
        rated=wish.rated,
        visibility=wish.visibility,
        min_seats=wish.min_seats,
        max_seats=wish.max_seats,
        rating=rating_of(player.pk, pool_of(wish.options, wish.clock)),
        min_rating=wish.min_rating,
        max_rating=wish.max_rating,
        bots=wish.bots,
        bot_level=wish.bot_level,
        created_at=now,
        expires_at=now + OPEN_FOR,
    )
    if not lobby.seat_if_possible(seek, now) and seek.bots == SeekBots.AT_ONCE:
        lobby.seat_with_bots(seek, now)
    return seek


@in_transaction
def renew_seek(*, seek_id: UUID, player_id: UUID, now: datetime) -> Seek:
    """Five more minutes from now on; others are looked for once more. Raises `not_found`, `seek_closed`."""
    seek = _locked(seek_id, player_id, now)
    if seek.status != SeekStatus.OPEN:
        raise DomainError("seek_closed")
    seek.expires_at, seek.rating = now + OPEN_FOR, rating_of(player_id, _rated_in(seek))
    seek.save(update_fields=["expires_at", "rating"])
    lobby.seat_if_possible(seek, now)
    return seek


@in_transaction
def cancel_seek(*, seek_id: UUID, player_id: UUID, now: datetime) -> None:
    """Withdraw it, if it was not closed before. Raises `not_found`, and `seek_closed` where a game has come of it."""
    seek = _locked(seek_id, player_id, now)
    if seek.status == SeekStatus.MATCHED:
        raise DomainError("seek_closed", gettext("A game has come of it."))
    if seek.status == SeekStatus.OPEN:
        lobby.close([seek], SeekStatus.CANCELLED, now)


def look_at_seek(*, seek_id: UUID, player_id: UUID | None, now: datetime) -> Seek:
    """The seek as it stands now, for one who may see it. Raises `not_found`."""
    seek = visible_seek(seek_id, player_id)
    return settle_seek(seek_id=seek_id, now=now) if _is_due(seek, now) else seek


@in_transaction
def settle_seek(*, seek_id: UUID, now: datetime) -> Seek:
    """The seek, closed if it has run out: with a game against bots, if so wished."""
    lobby.lock_lobby()
    seek = Seek.objects.select_related("player").get(id=seek_id)
    _settle(seek, now)
    return seek


def settle_due_seeks(*, now: datetime) -> int:
    """Close the seeks that have run out; one with which that fails keeps no other waiting. Returns how many."""
    due = Seek.objects.filter(closed_at=None, expires_at__lte=now).order_by("expires_at")
    settled = (_is_settled(seek_id, now) for seek_id in due.values_list("id", flat=True)[:MOST])
    return sum(islice(filter(None, settled), BATCH))


def cancel_seeks_of(*, player_id: UUID, now: datetime) -> None:
    """Withdraw all that are open."""
    for seek_id in Seek.objects.filter(player_id=player_id, closed_at=None).values_list("id", flat=True):
        try:
            cancel_seek(seek_id=seek_id, player_id=player_id, now=now)
        except DomainError:  # matched meanwhile
            continue


def forget_old_seeks(*, now: datetime) -> int:
    """Delete the seeks that were closed more than a day ago. Returns how many."""
    return Seek.objects.filter(closed_at__lte=now - KEPT_FOR).delete()[0]


def _check(player: Player, wish: SeekWish) -> None:
    for count in range(wish.min_seats, wish.max_seats + 1):
        wish.options.check_players(count)
    check_rated(wish.rated, wish.clock)
    if wish.bots != SeekBots.NEVER:
        check_level(wish.bot_level, "/bot_level")
    if wish.rated and wish.bots != SeekBots.NEVER:
        raise malformed("/bots", gettext("A rated game is played among people."))
    if wish.rated and player.kind != PlayerKind.ACCOUNT:
        raise DomainError("forbidden", gettext("Rated games need an account."))


def _pool(wish: SeekWish, options: dict[str, Any]) -> str:
    clock = {name: value for name, value in wish.clock.items() if value}
    return sha256(json.dumps([options, clock, wish.rated, wish.visibility], sort_keys=True).encode()).hexdigest()


def _rated_in(seek: Seek) -> str:
    return pool_of(options_of(seek.options), seek.clock)


def _locked(seek_id: UUID, player_id: UUID, now: datetime) -> Seek:
    """The player's own seek, settled. Raises `not_found`."""
    lobby.lock_lobby()
    seek = Seek.objects.select_related("player").filter(id=seek_id, player_id=player_id).first()
    if seek is None:
        raise DomainError("not_found", gettext("You have no such seek."))
    _settle(seek, now)
    return seek


def _is_due(seek: Seek, now: datetime) -> bool:
    return seek.status == SeekStatus.OPEN and seek.expires_at <= now


def _settle(seek: Seek, now: datetime) -> None:
    if not _is_due(seek, now):
        return
    if seek.bots == SeekBots.NEVER or not seek.player.is_active:
        lobby.close([seek], SeekStatus.EXPIRED, now)
    else:
        lobby.seat_with_bots(seek, now)


def _is_settled(seek_id: UUID, now: datetime) -> bool:
    try:
        return settle_seek(seek_id=seek_id, now=now).status != SeekStatus.OPEN
    except Exception:  # one broken seek must not keep the others waiting
        log.exception("The seek %s could not be closed.", seek_id)
        return False
