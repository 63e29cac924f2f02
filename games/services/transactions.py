"""The transaction around each change of a game."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import transaction

from engine import BadNotation, IllegalMove, ImpossibleRules
from games.refusals import RefusedInTurn, RefusedRecord
from players.errors import DomainError
from players.services import news_told

P = ParamSpec("P")
R = TypeVar("R")


def in_transaction(service: Callable[P, R]) -> Callable[P, R]:
    """Run a service in one transaction, that of the caller where there is one.

    Before it ends players are told their news. A refusal is raised after it: services refuse before they write, so
    there is nothing to undo.
    """

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with transaction.atomic(savepoint=False), news_told():
            try:
                return service(*args, **kwargs)
            except (DomainError, BadNotation, IllegalMove, ImpossibleRules, RefusedInTurn, RefusedRecord) as error:
                refusal = error
        raise refusal

    return run
