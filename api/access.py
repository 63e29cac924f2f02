"""Whether the caller may use an operation at all, and that an app's acts for its players are written down."""

from datetime import datetime

from django.utils.encoding import escape_uri_path
from django.utils.translation import gettext
from rest_framework.request import Request

from api.callers import ACT_AS, app_of, scopes_of
from api.operations import Operation
from api.problems import fault
from games.selectors.access import is_open_to_all
from players.errors import DomainError
from players.services import note_act

READING = "game:read"


def check_access(request: Request, operation: Operation, refusal: Exception | None) -> None:
    """Raises what was wrong with the token (`refusal`), or that one, its scope or `Act-As` is missing."""
    if operation.token == "unused":
        return
    if refusal is not None:
        raise refusal
    if request.user is None:
        _check_nobody(request, operation)
    elif operation.scope is not None and operation.scope not in scopes_of(request):
        _check_may_know(request)
        require_scope(request, operation.scope)


def require_scope(request: Request, scope: str) -> None:
    """Raises `missing_scope` where the caller may not do this."""
    if scope not in scopes_of(request):
        raise DomainError("missing_scope", required_scope=scope)


def note_act_for_player(request: Request, operation: Operation, now: datetime) -> None:
    """What an app is about to change for a player is written down before."""
    caller = app_of(request)
    if caller and caller.player and operation.is_writing and operation.token != "unused":
        note_act(
            app=caller.app,
            player=caller.player,
            operation=operation.operation_id,
            path=escape_uri_path(request.path),
            request_id=request._request.request_id,  # type: ignore[attr-defined]
            now=now,
        )


def _check_may_know(request: Request) -> None:
    """Raises `not_found` for a game that only its players may see, and that this token may not read for them."""
    game_id = request.parser_context["kwargs"].get("game")
    if game_id is not None and READING not in scopes_of(request) and not is_open_to_all(game_id=game_id):
        raise DomainError("not_found", gettext("There is no such game."))


def _check_nobody(request: Request, operation: Operation) -> None:
    """Whether the operation can do without a player."""
    if operation.token == "optional":
        return
    if app_of(request) is None:
        raise DomainError("not_authenticated", given=False)
    if operation.token == "required":
        line = fault("required", gettext("Say for which of its players the app acts."), parameter=ACT_AS)
        raise DomainError("bad_request", errors=[line])
