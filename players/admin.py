"""Players in the admin: to be looked at, not changed."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from players.models import App, AppAct, Delivery, Device, Erasure, Player, Token, Webhook

ACTS_ARE_SHOWN_AFTER = timedelta(minutes=5)
"""Longer than anything that goes on in secret."""


class ReadOnlyAdmin(admin.ModelAdmin):
    """Lists and shows rows; adds, changes and deletes none. Every admin of this service is of this kind."""

    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only the filters beside the list; by any other lookup a hidden value could be guessed bit by bit."""
        return lookup in {f"{name}__exact" for name in self.list_filter}

    def has_add_permission(self, request: HttpRequest) -> bool:
        """No row is made here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No row is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No row is deleted here."""
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Who plays."""

    list_display = ("name", "kind", "country", "created_at", "is_staff", "is_active")
    list_filter = ("kind", "is_staff", "is_active")
    search_fields = ("=id", "name", "=username")
    ordering = ("-id",)
    exclude = ("password", "look", "groups", "user_permissions")


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """With which devices. A digest is of no use to anybody, so it is not shown."""

    list_display = ("player", "kind", "device_name", "app", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_filter = ("kind",)
    list_select_related = ("player", "app")
    search_fields = ("=id", "=player__id", "=app__id")
    ordering = ("-id",)
    exclude = ("digest",)


@admin.register(Device)
class DeviceAdmin(ReadOnlyAdmin):
    """Where pushes go; not the push tokens, by which anybody's device could be told apart."""

    list_display = ("player", "platform", "locale", "created_at", "updated_at")
    fields = (*list_display, "client_id", "token", "quiet_from", "quiet_until", "quiet_zone")
    list_filter = ("platform",)
    list_select_related = ("player",)
    search_fields = ("=id", "=player__id")
    ordering = ("-id",)


@admin.register(App)
class AppAdmin(ReadOnlyAdmin):
    """Apps of others: what they are called, and where they have players sent back to."""

    list_display = ("name", "owner", "is_active", "created_at", "former_until")
    fields = (*list_display, "redirect_uris")
    list_select_related = ("owner",)
    search_fields = ("=id", "name", "=owner__id")
    ordering = ("-id",)


@admin.register(AppAct)
class AppActAdmin(ReadOnlyAdmin):
    """What apps did for their players, all but the newest.

    Staff may play, too, and would learn who has answered a call window while it is open.
    """

    list_display = fields = ("app", "player", "operation", "path", "request_id", "at")
    list_select_related = ("app", "player")
    search_fields = ("=app__id", "=player__id", "=request_id")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The acts that are some minutes old."""
        acts: QuerySet[Any] = super().get_queryset(request)
        return acts.filter(at__lte=timezone.now() - ACTS_ARE_SHOWN_AFTER)


@admin.register(Erasure)
class ErasureAdmin(ReadOnlyAdmin):
    """Who wishes to be forgotten, and who was."""

    list_display = fields = ("player", "requested_at", "due_at", "done_at")
    list_select_related = ("player",)
    ordering = ("-requested_at",)


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Where others are told what happens. Addresses are shown without what may be secret in them."""

    list_display = ("host", "player", "app", "is_active", "failing_since", "disabled_at", "created_at")
    fields = (*list_display, "events", "game", "former_until")
    list_filter = ("is_active",)
    list_select_related = ("player", "app")
    search_fields = ("=id", "=player__id", "=app__id")
    ordering = ("-id",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """How telling them went; not what they were told."""

    list_display = ("type", "webhook", "status", "attempts", "response_status", "error", "created_at", "ended_at")
    fields = (*list_display, "game", "event", "version", "due_at", "sending_until")
    list_filter = ("status",)
    list_select_related = ("webhook",)
    search_fields = ("=id", "=webhook__id")
    ordering = ("-id",)
