"""Exports of everything about a player, and erasure."""

from rest_framework import serializers

from api.serializers.base import InstantField

EXPORT_STATUSES = ("queued", "ready", "failed")


class DataExportSerializer(serializers.Serializer):
    """A copy of everything about the caller. `content` is there when `status` is `ready`."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=EXPORT_STATUSES)
    created_at = InstantField()
    ready_at = InstantField(allow_null=True)
    expires_at = InstantField(help_text="When the copy is deleted.")
    content = serializers.DictField(allow_null=True, help_text="The player, tokens, apps, games and moves.")


class ErasureSerializer(serializers.Serializer):
    """A wish to be forgotten, and when it is carried out."""

    requested_at = InstantField()
    due_at = InstantField(help_text="Until then it can be withdrawn.")
    server_time = InstantField()
