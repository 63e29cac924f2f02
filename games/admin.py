"""Games in the admin: to look at, not to change. Hands, seeds and snapshots are in no list and on no page."""

from typing import Any

from django.contrib import admin
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest

from games.models import ChatMessage, Deal, Entry, Game, Invite, Room, Seat, Seek, Status
from players.admin import ReadOnlyAdmin


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games, the newest first."""

    list_display = ("id", "status", "preset", "seat_count", "deal_number", "version", "owner", "created_at")
    list_select_related = ("owner",)
    list_filter = ("status", "visibility")
    search_fields = ("id",)
    ordering = ("-created_at", "-id")
    fields = (
        *(
            "id",
            "status",
            "version",
            "preset",
            "options",
            "rules_edition",
            "seat_count",
            "visibility",
            "rated",
            "imported",
        ),
        *(
            "clock",
            "max_timeouts",
            "returnable",
            "undo_policy",
            "spectator_delay_moves",
            "leaver_policy",
            "takeover_level",
            "owner",
            "deal_number",
            "totals",
            "result",
        ),
        *("clock_seat", "clock_ends_at", "due_at", "paused_at"),
        # Not `bot_due_at`, which would tell which bot has answered an open call window.
        *("window_version", "window_closes_at", "created_at", "started_at", "finished_at"),
    )


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Who sits where."""

    list_display = fields = (
        *("game", "seat", "player", "bot_level", "reserved_until", "resigned_at", "timeouts_used"),
    )
    list_display_links = ("seat",)
    list_select_related = ("game", "player")
    search_fields = ("game__id", "player__id")
    ordering = ("-game_id", "seat")


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """Deals and their scores."""

    fields = (
        *("game", "number", "version", "dealer", "commitment", "scores", "totals", "out", "ended"),
        *("started_at", "finished_at"),
    )
    list_display = ("game", "number", "dealer", "scores", "totals", "ended", "started_at", "finished_at")
    list_display_links = ("number",)
    list_select_related = ("game",)
    search_fields = ("game__id",)
    ordering = ("-game_id", "number")


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """The log. Answers to a call window that is still open are left out, as they are for spectators."""

    fields = ("game", "version", "deal_number", "kind", "seat", "author", "player", "bot_level", "text", "at")
    list_display = ("game", "version", "deal_number", "kind", "seat", "author", "player", "text", "at")
    list_display_links = ("version",)
    list_select_related = ("game", "player")
    list_filter = ("kind", "author")
    search_fields = ("game__id",)
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The entries that everybody has been told of."""
        entries: QuerySet[Any] = super().get_queryset(request)
        return entries.filter(Q(window_id=None) | ~Q(window_id=F("game__window_id")) | Q(game__window_id=None))


@admin.register(Seek)
class SeekAdmin(ReadOnlyAdmin):
    """Who seeks what, the newest first."""

    list_display = ("id", "status", "player", "preset", "min_seats", "max_seats", "rated", "created_at", "expires_at")
    fields = (
        *("player", "status", "game", "preset", "options", "clock", "rated", "visibility", "min_seats", "max_seats"),
        *("rating", "min_rating", "max_rating", "bots", "bot_level", "created_at", "expires_at", "closed_at"),
    )
    list_select_related = ("player",)
    list_filter = ("status", "rated", "visibility")
    search_fields = ("=id", "=player__id")
    ordering = ("-id",)


@admin.register(Invite)
class InviteAdmin(ReadOnlyAdmin):
    """Who invited whom, the newest first. The code opens a private game, so it is not shown."""

    list_display = fields = (
        "game",
        "seat",
        "status",
        "by",
        "player",
        "accepted_by",
        "created_at",
        "expires_at",
        "closed_at",
    )
    list_select_related = ("game", "by", "player", "accepted_by")
    list_filter = ("status",)
    search_fields = ("game__id", "=by__id", "=player__id")
    ordering = ("-id",)


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnlyAdmin):
    """What was said, removed or not. Those of the staff who play do not read what the spectators of their game say."""

    fields = ("game", "room", "player", "seat", "text", "posted_at", "removed_at", "removed_by")
    list_display = ("game", "room", "player", "text", "posted_at", "removed_at", "removed_by")
    list_display_links = ("text",)
    list_select_related = ("game", "player", "removed_by")
    list_filter = ("room",)
    search_fields = ("game__id", "player__id")
    ordering = ("-posted_at", "-id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Those that may be read."""
        messages: QuerySet[Any] = super().get_queryset(request)
        assert request.user.is_authenticated, "nobody else comes in"
        playing = Seat.objects.filter(player=request.user, resigned_at=None)
        going_on = playing.filter(game__status__in=(Status.OPEN, Status.RUNNING, Status.PAUSED)).values("game_id")
        return messages.exclude(room=Room.SPECTATORS, game__in=going_on)
