"""Many games at once: read by their ids, and made."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from api.serializers.base import BooleanField, IdField, InstantField, StrictSerializer, list_of
from api.serializers.games.choices import BULK_STATUSES
from api.serializers.games.games import GameRequest, GameSerializer
from engine import ImpossibleRules
from games.services.bulk import MOST_GAMES

MOST_IDS = 100
_CODE, _TITLE = 40, 200


class GameLookupRequest(StrictSerializer):
    """Which games are wanted."""

    ids = serializers.ListField(child=IdField(), min_length=1, max_length=MOST_IDS)


class GameLookup(serializers.Serializer):
    """The games in the order in which they were asked for."""

    results = list_of(GameSerializer, MOST_IDS)
    not_found = serializers.ListField(
        child=serializers.UUIDField(), max_length=MOST_IDS, help_text="Which do not exist, or which you may not see."
    )


class WantedGames(serializers.ListField):
    """Games as `createGame` takes them; rules that cannot be are told with their place, like other faults."""

    child = GameRequest()

    def run_child_validation(self, data: list[Any]) -> list[Any]:
        """The games. Raises ValidationError with all faults."""
        faults: dict[Any, Any] = {}
        games = []
        for number, game in enumerate(data):
            try:
                games.append(self.child.run_validation(game))
            except serializers.ValidationError as error:
                faults[number] = error.detail
            except ImpossibleRules as error:
                faults[number] = {"rules": [ErrorDetail(error.said(gettext), "impossible_rules")]}
        if faults:
            raise serializers.ValidationError(faults)
        return games


class BulkRequest(StrictSerializer):
    """Many games, all of them or each by itself."""

    games = WantedGames(min_length=1, max_length=MOST_GAMES)
    atomic = BooleanField(required=False, help_text="All or none. Else what is refused does not keep the others back.")


class BulkItem(serializers.Serializer):
    """What came of one of the games."""

    number = serializers.IntegerField(min_value=0, max_value=MOST_GAMES - 1, help_text="Its place in the request.")
    game = serializers.UUIDField(allow_null=True, help_text="Once it is made.")
    code = serializers.CharField(allow_null=True, max_length=_CODE, help_text="Of the problem, if it was refused.")
    title = serializers.CharField(allow_null=True, max_length=_TITLE, help_text="The same in words.")


class BulkJob(serializers.Serializer):
    """An order of many games, and how far it is."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(
        choices=BULK_STATUSES,
        help_text="`failed`: one of games that belong together was refused, or the fault is ours.",
    )
    atomic = serializers.BooleanField()
    count = serializers.IntegerField(min_value=1, max_value=MOST_GAMES)
    made_count = serializers.IntegerField(min_value=0, max_value=MOST_GAMES)
    refused_count = serializers.IntegerField(min_value=0, max_value=MOST_GAMES)
    items = list_of(BulkItem, MOST_GAMES)
    created_at = InstantField()
    finished_at = InstantField(allow_null=True)
    expires_at = InstantField(help_text="Until when the order can be read; the games stay.")
    server_time = InstantField()
