"""The two views that the service is measured against: they do no more than their names say."""

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmarks.plain.models import Document, Entry, Game
from benchmarks.plain.snapshots import snapshot


class MovesView(APIView):
    """An empty write: token, JSON, a row locked, a row added, a snapshot of 4 kB written."""

    def post(self, request: Any, game: int) -> Response:
        """Store whatever is sent."""
        with transaction.atomic():
            locked = get_object_or_404(Game.objects.select_for_update(), pk=game)
            locked.version += 1
            locked.snapshot = snapshot(locked.version)
            Entry.objects.create(game=locked, version=locked.version, player=request.user, move=request.data["move"])
            locked.save(update_fields=["version", "snapshot", "updated_at"])
        return Response({"version": locked.version}, status=status.HTTP_201_CREATED)


class DocumentView(APIView):
    """An empty read: token, one row by its id, JSON."""

    def get(self, request: Any, document: int) -> Response:
        """Tell what is stored."""
        return Response(get_object_or_404(Document, pk=document).content)
