"""What each operation takes, answers and needs, said once: the view obeys it, the schema is made from it."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal, TypeVar

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.serializers import Serializer

from api.deprecation import Deprecation
from api.etags import IF_MATCH
from api.idempotency import HEADER
from api.limits import BUCKETS, Bucket
from api.problem_types import PROBLEM_TYPES
from api.problems import MEDIA_TYPE
from api.serializers.pages import PageQuery
from api.serializers.problems import ProblemSerializer
from players.scopes import GRANTED_SCOPES

LAST_EVENT_ID = "Last-Event-ID"
TokenNeed = Literal["required", "optional", "unused", "app", "owner"]
Handler = TypeVar("Handler", bound=Callable[..., Any])


@dataclass(frozen=True)
class Operation:
    """What `operation` declares of one method of one path."""

    operation_id: str
    method: str
    token: TokenNeed
    scope: str | None
    query: type[Serializer] | None
    request: type[Serializer] | None
    answer: Any
    status: int
    bucket: Bucket | None
    keyed: bool
    matched: bool
    deprecation: Deprecation | None
    resumed: bool

    @property
    def is_paged(self) -> bool:
        """Whether the answer is one page of a list."""
        return self.query is not None and issubclass(self.query, PageQuery)

    @property
    def is_writing(self) -> bool:
        """Whether the method may have a body."""
        return self.method in ("POST", "PUT", "PATCH", "DELETE")


def operation(
    operation_id: str,
    *,
    tag: str,
    summary: str,
    description: str = "",
    token: TokenNeed = "required",
    scope: str | None = None,
    query: type[Serializer] | None = None,
    request: type[Serializer] | None = None,
    answer: Any = None,
    status: int = 200,
    problems: tuple[str, ...] = (),
    bucket: str | None = None,
    keyed: bool = False,
    matched: bool = False,
    deprecation: Deprecation | None = None,
    media_type: str = "application/json",
    resumed: bool = False,
    linked: bool = False,
) -> Callable[[Handler], Handler]:
    """Declare the method of a view that it stands on.

    `token`: needed, welcome, not looked at, an app's own, or a player's or an app's own; `scope`: what the token must
    allow. `query` and `request` are serializers; a request with any other parameter or key is refused. `answer` is the
    serializer of the one answer, with `status`; None for one without content. `problems` are the codes that this
    operation adds to those that every operation of its kind has. `bucket` is a limit of its own beside the caller's.
    `keyed`: honours `Idempotency-Key`; `matched`: needs the version in `If-Match`. `deprecation`: it will go.
    `resumed`: goes on behind a `Last-Event-ID`. `linked`: a link to a score sheet may say who calls, too.
    """

    def declare(handler: Handler) -> Handler:
        declared = Operation(
            operation_id=operation_id,
            method=handler.__name__.upper(),
            token=token,
            scope=scope,
            query=query,
            request=request,
            answer=answer,
            status=status,
            bucket=BUCKETS[bucket] if bucket else None,
            keyed=keyed,
            matched=matched,
            deprecation=deprecation,
            resumed=resumed,
        )
        handler.operation = declared  # type: ignore[attr-defined]
        return extend_schema(
            operation_id=operation_id,
            tags=[tag],
            summary=summary,
            description=(description or summary + ".") + _needed(scope),
            auth=_auth(token, scope, linked),
            deprecated=deprecation is not None,
            parameters=_parameters(declared),
            request=request,
            responses=_responses(declared, media_type, problems),
        )(handler)

    return declare


def _auth(token: TokenNeed, scope: str | None, linked: bool) -> Any:
    """The ways to say who calls."""
    if token == "unused":
        return [{}]
    if token == "app":
        return [{"bearer": []}]
    ways: list[dict[str, list[str]]] = [{"bearer": []}, {"session": []}]
    if scope in GRANTED_SCOPES:
        ways.append({"bearer": [], "actAs": []})
    if linked:
        ways += [{"sheetLink": []}] if token == "optional" else [{**way, "sheetLink": []} for way in ways]
    return [*ways, {}] if token == "optional" else ways


def _needed(scope: str | None) -> str:
    return f" Needs the scope `{scope}`." if scope else ""


def _parameters(declared: Operation) -> list[Any]:
    parameters: list[Any] = [declared.query] if declared.query else []
    if declared.keyed:
        parameters.append(
            OpenApiParameter(
                HEADER,
                {"type": "string", "minLength": 1, "maxLength": 128},
                OpenApiParameter.HEADER,
                description="Chosen by the client, best a UUID; without a token it has 16 characters or more. The same"
                " request under the same key is carried out once and answered alike for 24 hours.",
            )
        )
    if declared.matched:
        parameters.append(
            OpenApiParameter(
                IF_MATCH,
                {"type": "string", "maxLength": 40},
                OpenApiParameter.HEADER,
                description="The entity tag of what is to be changed, as you read it. Only the version in it counts.",
            )
        )
    if declared.resumed:
        parameters.append(
            OpenApiParameter(
                LAST_EVENT_ID,
                {"type": "string", "maxLength": 80},
                OpenApiParameter.HEADER,
                description="The `id` of the last event that came. Browsers send it by themselves.",
            )
        )
    return parameters


def _codes(declared: Operation) -> set[str]:
    """The codes that follow from the declaration alone."""
    codes = {"unknown_parameter", "bad_request", "rate_limited", "not_acceptable"}
    if declared.is_paged:
        codes |= {"bad_cursor"}
    if declared.is_writing:
        codes |= {"bad_json", "unknown_field", "too_large", "unsupported_media_type", "length_required"}
    if declared.keyed:
        codes |= {"idempotency_key_reused"}
    if declared.matched:
        codes |= {"version_required", "version_conflict"}
    if declared.token != "unused":
        codes |= {"not_authenticated", "token_expired", "token_revoked", "csrf_failed"}
        codes |= {"forbidden", "not_your_player"}
    if declared.scope:
        codes |= {"missing_scope"}
    return codes


def _responses(declared: Operation, media_type: str, problems: tuple[str, ...]) -> dict[Any, Any]:
    by_status: dict[int, list[str]] = {}
    for code in sorted(_codes(declared) | set(problems)):
        by_status.setdefault(PROBLEM_TYPES[code].status, []).append(code)
    success = OpenApiResponse(declared.answer, description=HTTPStatus(declared.status).phrase)
    responses: dict[Any, Any] = {(declared.status, media_type): success}
    for status, codes in sorted(by_status.items()):
        text = ", ".join(f"`{code}`" for code in codes)
        responses[status, MEDIA_TYPE] = OpenApiResponse(ProblemSerializer, description=text)
    responses["default", MEDIA_TYPE] = OpenApiResponse(ProblemSerializer, description="Any other problem.")
    return responses
