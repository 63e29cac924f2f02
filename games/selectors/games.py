"""Games: what stands above the table."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, prefetch_related_objects

import engine
from games.clocks import CLOCK_MEMBERS
from games.models import Game, Seat, Status
from games.moments import with_shown_moments
from games.public import seat_fields
from games.selectors.access import is_visible, visible_games
from games.shown import shown_to, with_shown_status
from games.store import GameState, state_of, with_seats
from games.times import instant
from players.models import App, Player
from players.selectors import kept_apart, profile_fields

KEPT_FOR = timedelta(hours=1)
"""So long the seats of a rematch are free to those only who have played before."""


def listed_games(
    *,
    player_id: UUID | None,
    statuses: Sequence[str] = (),
    preset: str = "",
    rated: bool | None = None,
    imported: bool | None = None,
    joinable_at: datetime | None = None,
    created_after: datetime | None = None,
    created_before: datetime | None = None,
) -> QuerySet[Game]:
    """The games that this player may see, filtered; the order is the caller's.

    `joinable_at`: only those in which the player may sit down at that moment.
    """
    wanted = {
        "preset": preset or None,
        "rated": rated,
        "imported": imported,
        "created_at__gt": created_after,
        "created_at__lt": created_before,
    }
    games = with_shown_moments(with_seats(visible_games(player_id).select_related("owner")))
    games = games.filter(**{name: value for name, value in wanted.items() if value is not None})
    if statuses:
        games = with_shown_status(games, statuses, player_id)
    return games if joinable_at is None else _joinable(games, player_id, joinable_at)


def _joinable(games: QuerySet[Game], player_id: UUID | None, now: datetime) -> QuerySet[Game]:
    seats = Seat.objects.filter(game=OuterRef("pk"))
    games = games.filter(Exists(seats.filter(player=None, bot_level="", reserved_until=None)), status=Status.OPEN)
    games = games.exclude(_kept_for_others(player_id, now))
    if player_id is None:
        return games
    apart = kept_apart(player_id)
    games = games.exclude(owner_id=player_id).exclude(Exists(seats.filter(player_id=player_id)))
    return games.exclude(owner_id__in=apart).exclude(Exists(seats.filter(player_id__in=apart)))


def _kept_for_others(player_id: UUID | None, now: datetime) -> Q:
    """Rematches whose seats are kept for those who have played before and are not there yet."""
    former = Seat.objects.filter(game=OuterRef("previous_game"), player__isnull=False)
    there = Seat.objects.filter(game=OuterRef(OuterRef("pk")), player=OuterRef("player"))
    kept = Q(Exists(former.exclude(Exists(there))), previous_game__isnull=False, created_at__gt=now - KEPT_FOR)
    return kept if player_id is None else kept & ~Q(Exists(former.filter(player=player_id)))


def looked_up(ids: Sequence[UUID], player_id: UUID | None) -> dict[str, Any]:
    """The games with these ids that the player may see, each once and in this order, and the ids of the others."""
    rows = with_shown_moments(with_seats(Game.objects.filter(id__in=ids).select_related("owner")))
    states = {row.id: state_of(row) for row in rows}
    wanted = list(dict.fromkeys(ids))
    seen = [number for number in wanted if number in states and is_visible(states[number], player_id)]
    missing = [str(number) for number in wanted if number not in seen]
    return {"results": [game_fields_for(states[number], player_id) for number in seen], "not_found": missing}


def game_row_fields(game: Game, player_id: UUID | None) -> dict[str, Any]:
    """One game of a list that is made for this player."""
    return game_fields_for(state_of(game), player_id)


def game_fields_for(state: GameState, player_id: UUID | None) -> dict[str, Any]:
    """A game, given as it stands, as it is shown to this player."""
    return game_fields(shown_to(state, player_id))


def game_fields(state: GameState) -> dict[str, Any]:
    """A game, the same for every viewer who is shown it as of now, or as of then."""
    game = state.game
    return {
        "id": str(game.id),
        "version": game.version,
        "status": game.status,
        "rules": engine.options_json(state.options),
        "rules_edition": game.rules_edition,
        "visibility": game.visibility,
        "rated": game.rated,
        "imported": game.imported,
        "clock": dict.fromkeys(CLOCK_MEMBERS) | game.clock,
        "leaver_policy": game.leaver_policy,
        "takeover_level": game.takeover_level,
        "max_timeouts": game.max_timeouts,
        "returnable": game.returnable,
        "undo_policy": game.undo_policy,
        "spectator_delay_moves": game.spectator_delay_moves,
        "seats": seats_fields(state),
        "owner": player_fields(game.owner),
        "deal_number": game.deal_number,
        "totals": game.totals,
        "result": game.result,
        "previous_game": str(game.previous_game) if game.previous_game else None,
        "next_game": str(game.next_game) if game.next_game else None,
        "created_at": instant(game.created_at),
        "started_at": _instant(game.started_at),
        "finished_at": _instant(game.finished_at),
    }


def seats_fields(state: GameState) -> list[dict[str, Any]]:
    """The seats: who sits there, and the public count of cards and points."""
    counts = seat_fields(state.deal) if state.deal else [_NO_CARDS] * len(state.seats)
    imported = state.game.imported
    return [_seat(seat, imported) | counts[seat.seat] | {"seat": seat.seat} for seat in state.seats]


_NO_CARDS = {"card_count": 0, "on_table_points": 0, "total": 0}


def _seat(seat: Seat, imported: bool) -> dict[str, Any]:
    kind = "bot" if seat.is_bot else "person" if seat.player_id or imported else "open"
    return {
        "seat": seat.seat,
        "kind": kind,
        "name": seat.name or None,
        "player": player_fields(seat.player) if seat.player else None,
        "bot_level": seat.bot_level or None,
        "reserved_until": _instant(seat.reserved_until),
        "ready": kind != "open",
        "resigned": seat.resigned_at is not None,
        "timeouts_used": seat.timeouts_used,
        "connected": seat.connected,
        "profile": None,
    }


def with_profiles(fields: dict[str, Any], state: GameState, app: App | None) -> dict[str, Any]:
    """The fields of a game or view with all that this app, or everybody, may know of who sits there."""
    seated = [seat.player for seat in state.seats if seat.player]
    if app is not None:
        prefetch_related_objects(seated, "of_app")
    seats = zip(fields["seats"], state.seats, strict=True)
    return fields | {"seats": [told | {"profile": _profile(seat.player, app)} for told, seat in seats]}


def _profile(player: Player | None, app: App | None) -> dict[str, Any] | None:
    if player is None:
        return None
    fields = profile_fields(player, app)
    return fields | {"id": str(player.pk), "created_at": instant(player.created_at)}


def player_fields(player: Player) -> dict[str, Any]:
    """A player in short."""
    return {"id": str(player.pk), "kind": player.kind, "name": player.name}


def _instant(at: datetime | None) -> str | None:
    return None if at is None else instant(at)
