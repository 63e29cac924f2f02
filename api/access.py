"""Whether the caller may use an operation at all, and that an app's acts for its players are written down."""

from datetime import datetime

from django.utils.encoding import escape_uri_path
from rest_framework.request import Request

from api.callers import ACT_AS, app_of, scopes_of
from api.operations import Operation
from api.problems import fault
from players.errors import DomainError
from players.services import note_act


def check_access(request: Request, operation: Operation, refusal: Exception | None) -> None:
    """Raises what was wrong with the token (`refusal`), or that one, its scope or `Act-As` is missing."""
    if operation.token == "unused":
        return
    if refusal is not None:
        raise refusal
    if request.user is None:
        _check_nobody(request, operation)
    elif operation.scope is not None:
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


def _check_nobody(request: Request, operation: Operation) -> None:
    """Whether the operation can do without a player."""
    if operation.token == "optional":
        return
    if app_of(request) is None:
        raise DomainError("not_authenticated", given=False)
    if operation.token == "required":
        line = fault("required", "Say for which of its players the app acts.", parameter=ACT_AS)
        raise DomainError("bad_request", errors=[line])
