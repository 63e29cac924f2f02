"""What every view does before and after its own part. A view declares its methods with `operation`."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext
from rest_framework.exceptions import APIException, MethodNotAllowed, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import limits
from api.access import check_access, note_act_for_player
from api.callers import ACT_AS, BrowserAuthentication, TokenAuthentication, address_of, app_of, caller_name
from api.etags import holds_tag, public_answer, unchanged
from api.idempotency import REPLAYED, Reveal, answered_before, once, repeated
from api.operations import Operation
from api.pages import opened, page
from api.problems import fault
from api.rendering import JSONParser, JSONRenderer, Negotiation, largest_body
from api.serializers.base import EmptyBody, defaults, reader
from api.sign_ins import account_bucket, note_sign_in
from api.waiting import wait_of
from players.errors import DomainError
from players.services import TOKENS, Answer

_HOUR = 3600
_fixed_tags: dict[Any, str] = {}  # of the few answers that never change, by what was asked
_OF_THE_PAGE = ("cursor", "limit", "count")  # each page may have others; all else is a filter of the list


def private(response: HttpResponse) -> HttpResponse:
    """The answer, marked as one that nobody may keep."""
    response["Cache-Control"] = "no-store"
    return response


class View(APIView):
    """One path of the API.

    For the methods of subclasses: `now`, `player` (None for nobody), `query` (validated parameters), `body()`
    (the validated body, to be read after the access to the thing was checked), and `answer`, `page`, `once`,
    `waiting`, `cached`, `fixed`.

    Where a limit is reached, only what costs nothing is let in: `kept` is then the answer that is to be repeated, or
    `held_tag` that of what has not changed.
    """

    authentication_classes = [TokenAuthentication, BrowserAuthentication]
    permission_classes = []
    throttle_classes = []
    parser_classes = [JSONParser]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = Negotiation
    format_kwarg = None
    is_limited = True

    now: datetime
    player: Any
    query: dict[str, Any]
    operation: Operation
    charges: list[limits.Charge] = []
    kept: Answer | None = None
    held_tag: str | None = None

    # What a method of a subclass uses

    @property
    def app(self) -> Any:
        """The app that asks, for itself or for one of its players; None for everybody else."""
        caller = app_of(self.request)
        return caller.app if caller else None

    @property
    def token(self) -> Any:
        """The player's own token; None for a browser that is signed in, for an app, and for nobody."""
        return None if self.app else self.request.auth

    def body(self) -> dict[str, Any]:
        """The validated body of the declared shape. Raises what makes a `bad_request` or `unknown_field`."""
        assert self.operation.request is not None
        read = reader(self.operation.request)
        return dict(read.run_validation(self.request.data))

    def answer(self, value: Any, headers: Mapping[str, str] | None = None) -> Response:
        """The value in its declared shape."""
        written = self.operation.answer(value).data
        return Response(written, status=self.operation.status, headers=dict(headers or {}))

    def nothing(self) -> Response:
        """The answer without content."""
        return Response(status=self.operation.status)

    def charge(self, bucket: str, counted_as: str) -> None:
        """Count the request in another bucket, under a name that is nobody's business. Raises `rate_limited`."""
        self._charge_more([(limits.BUCKETS[bucket], limits.unseen(counted_as))])

    def charge_caller(self, bucket: str) -> None:
        """Count the request, perhaps once more, in another of the caller's buckets. Raises `rate_limited`."""
        if limits.are_on():
            counted = limits.BUCKETS[bucket]
            others = [one for one in self.charges if one.bucket is not counted]
            self.charges = others + limits.charge([(counted, self._counted_as(counted))], self.now)
            limits.refuse_if_over(self.charges)

    def charge_mail(self, body: Mapping[str, Any]) -> None:
        """Count the mail that the body asks for, by its address: nobody gets many. Raises `rate_limited`.

        First by who asks, too: one who asks too often does not keep its owner from asking.
        """
        if body.get("email"):
            address = body["email"].casefold()
            self.charge("mail", f"{address} {address_of(self.request._request)}")
            self.charge("mail_account", address)

    def charge_sign_in(self, login: str, *, at_address: bool = False) -> None:
        """Count the try to show a password, for the account and perhaps the address. Raises `rate_limited`."""
        if limits.are_on():
            if at_address:
                self._charge_more([(limits.BUCKETS["login"], address_of(self.request._request))])
            self._charge_more(account_bucket(self.request._request, login))

    def note_sign_in(self, account: Any) -> None:
        """Know the caller's network as one from which the account signs in."""
        note_sign_in(self.request._request, account)

    def once(self, act: Callable[[], Response], reveal: Reveal | None = None) -> HttpResponse:
        """`act`, once for each `Idempotency-Key`; `reveal` adds to an answer what must not be stored."""
        if self.kept is not None:
            return repeated(self.kept, reveal)
        return once(self.request, act, self.now, reveal)

    def page(self, rows: QuerySet[Any], order: tuple[str, ...], item: Callable[[Any], Any]) -> Response:
        """One page of the rows as `limit` and `cursor` ask for it; see `api.pages.page`."""
        content = page(
            rows,
            order=order,
            limit=self.query["limit"],
            after=self._after,
            path=self.request.path,
            filters=self._filters,
            item=item,
            counts=self.query["count"],
        )
        return Response(content)

    def waiting(self) -> AbstractContextManager[None]:
        """For the time in which the answer waits for news: a caller may do so a few times at once."""
        return limits.waiting(caller_name(self.request)) if limits.are_on() else nullcontext()

    def cached(self, content: Any, seconds: int) -> HttpResponse:
        """An answer that is the same for everybody and for some time, or 304 for a client that has it."""
        renderer: Any = self.renderer_classes[0]()
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        known = self.request.headers.get("If-None-Match")
        return public_answer(content, seconds, known, renderer.render, renderer.media_type + charset)

    def fixed(self, write: Callable[[], Any]) -> HttpResponse:
        """What `write` gives, the same for everybody as long as the service runs; or 304."""
        if self.held_tag is not None:
            return unchanged(self.held_tag, _HOUR)
        response = self.cached(write(), _HOUR)
        _fixed_tags[self._asked()] = response["ETag"]
        return response

    def current_tag(self) -> str | None:
        """The tag that an answer would have now, where a glance tells it. It is asked when a limit is reached."""
        return _fixed_tags.get(self._asked())

    def find_token(self, digest: str) -> Any:
        """The token with this digest, with its player; None where there is none."""
        return TOKENS.row(digest)

    # What happens around it

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """All that is checked before a method runs: caller, limits, form, method, access, parameters."""
        declared = self._declared(request)
        refusal = self.begin(request, declared)
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        if request.method == "OPTIONS":
            return
        if declared is None:
            raise MethodNotAllowed(request.method or "")
        self.operation = declared
        check_access(request, declared, refusal)
        self._check_body()
        self._read_query()
        if self.kept is None:
            note_act_for_player(request, declared, self.now)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Which methods there are."""
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})

    @property
    def default_response_headers(self) -> dict[str, str]:
        """None: REST framework would name the allowed methods on each answer."""
        return {}

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """The answer with its headers of limits and caches."""
        response = super().finalize_response(request, response, *args, **kwargs)
        declared = self._declared(request)
        for name, value in (declared.deprecation.headers if declared and declared.deprecation else {}).items():
            response[name] = value
        for name, value in limits.limit_headers(self._settled_charges(response)).items():
            response[name] = value
        response.setdefault("Cache-Control", "private, no-cache")
        if response.status_code in (204, 304):
            del response["Content-Type"]  # of what is not sent
        patch_vary_headers(response, ["Authorization", "Accept-Language", ACT_AS])
        return response

    def _declared(self, request: Request) -> Operation | None:
        """What is declared of the method that is asked for; None where there is none."""
        handler = getattr(self, (request.method or "").lower(), None)
        return getattr(handler, "operation", None)

    # The steps of `initial`

    def begin(self, request: Request, declared: Operation | None = None) -> Exception | None:
        """Note the time and the caller, and count the request; what was wrong with the token is returned."""
        self.now = _received_at(request, declared)
        self.charges = []
        refusal = self._authenticate(request)
        self._charge(declared)
        if any(one.is_over for one in self.charges) and not self._costs_nothing(declared, refusal):
            limits.refuse_if_over(self.charges)
        return refusal

    def _charge_more(self, counted: list[tuple[limits.Bucket, str]]) -> None:
        """Raises `rate_limited`."""
        if limits.are_on():
            self.charges += limits.charge(counted, self.now)
            limits.refuse_if_over(self.charges)

    def _authenticate(self, request: Request) -> Exception | None:
        self.player = None
        try:
            self.player = request.user
        except (DomainError, APIException) as refusal:
            request.user, request.auth = None, None  # type: ignore[assignment]
            return refusal
        return None

    def _charge(self, declared: Operation | None) -> None:
        if not (self.is_limited and limits.are_on()):
            return
        wait = wait_of(self.request)
        if wait is not None and wait.charges is not None:
            self.charges = wait.charges
            return
        buckets = self._common_buckets()
        if declared is not None and declared.bucket is not None:
            if declared.bucket.per == "seat" and self.player is not None:
                # Who reads too much may still move; but a seat is only as good as the id in the address.
                buckets[buckets.index(limits.BUCKETS["player"])] = limits.BUCKETS["all_moves"]
            buckets.append(declared.bucket)
        counted = [(bucket, self._counted_as(bucket)) for bucket in buckets]
        may_be_free = wait is None and self.request.method == "GET" and "If-None-Match" in self.request.headers
        self.charges = limits.charge(counted, self.now, later=may_be_free)

    def _costs_nothing(self, declared: Operation | None, refusal: Exception | None) -> bool:
        """Whether this was answered before, or has not changed, as far as a look tells that does nothing else.

        Who would be refused for the token is not let in: else it would tell a game's players from others.
        """
        if declared is None or refusal is not None:
            return False
        try:
            check_access(self.request, declared, None)
        except DomainError:
            return False
        if declared.keyed and _length_fault(self.request) is None:
            self.kept = answered_before(self.request)
        elif declared.method == "GET":
            tag = self.current_tag()
            self.held_tag = tag if tag and holds_tag(self.request.headers.get("If-None-Match"), tag) else None
        return self.kept is not None or self.held_tag is not None

    def _asked(self) -> Any:
        """What two requests for the same fixed answer have in common."""
        return get_language(), self.request.path, frozenset(self.request.query_params.items())

    def _common_buckets(self) -> list[limits.Bucket]:
        """An app is counted as itself, and each of its players as a player."""
        names = ["app"] if app_of(self.request) else []
        if self.player is not None:
            names.append("player")
        return [limits.BUCKETS[name] for name in names or ["anonymous"]]

    def _settled_charges(self, response: HttpResponse) -> list[limits.Charge]:
        """What the request has cost: a repeated answer and one that has not changed cost nothing."""
        free = response.status_code == 304 or REPLAYED in response
        refused = response.status_code >= 400

        def is_free(one: limits.Charge) -> bool:
            return free or not (one.bucket.counts_refused if refused else one.bucket.counts_done)

        return limits.settle(self.charges, is_free)

    def _counted_as(self, bucket: limits.Bucket) -> str:
        if bucket.per == "address":
            return address_of(self.request._request)
        app = app_of(self.request)
        if bucket.per == "app" and app:
            return str(app.app.pk)
        caller = caller_name(self.request)
        return f"{caller}:{self.kwargs.get('game')}" if bucket.per == "seat" else caller

    def _check_body(self) -> None:
        """Refuse a body that is too large or of unknown length unread, and any where none is taken."""
        fault_of_length = _length_fault(self.request)
        if fault_of_length is not None:
            raise DomainError(fault_of_length)
        if self.operation.request is None and self.operation.is_writing:
            reader(EmptyBody).run_validation(self.request.data)

    def _read_query(self) -> None:
        """The parameters, those that a cursor remembers included."""
        self._after: list[str] | None = None
        given = self.request.query_params
        repeated = [
            fault("repeated", gettext("Given more than once."), parameter=key)
            for key in given
            if len(given.getlist(key)) > 1
        ]
        if repeated:
            raise DomainError("bad_request", errors=repeated)
        parameters: dict[str, str] = {key: str(value) for key, value in given.items()}
        if self.operation.is_paged and "cursor" in parameters:
            remembered, self._after = opened(parameters["cursor"], self.request.path)
            if any(remembered.get(key) != value for key, value in parameters.items() if key not in _OF_THE_PAGE):
                raise DomainError("bad_cursor", gettext("The filters are not those of the cursor."))
            parameters = {**remembered, **parameters}
        self._filters = {key: value for key, value in parameters.items() if key not in ("cursor", "count")}
        self.query = self._validated(parameters)

    def _validated(self, parameters: dict[str, str]) -> dict[str, Any]:
        shape = self.operation.query or EmptyBody
        try:
            return dict(reader(shape).run_validation(parameters) if parameters else defaults(shape))
        except ValidationError as error:
            found: Any = error.detail
        errors = [fault(part.code, str(part), parameter=name[:80]) for name, parts in found.items() for part in parts]
        unknown = [name for name in parameters if name not in reader(shape).fields]
        for line in errors:
            if line["parameter"] in {name[:80] for name in unknown}:
                line["code"] = "unknown_parameter"
        raise DomainError("unknown_parameter" if unknown else "bad_request", errors=errors)


def _received_at(request: Request, declared: Operation | None) -> datetime:
    """What counts for a change is when the request was here, where that is known, and not when it got a thread."""
    wait = wait_of(request) if declared is not None and declared.is_writing else None
    return timezone.now() if wait is None else wait.came_at


def _length_fault(request: Request) -> str | None:
    """The code of what is wrong with the length that the body is said to have; it is still unread."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if "HTTP_TRANSFER_ENCODING" in request.META:  # it counts, also where there is a length beside it
        return "length_required"
    return "too_large" if length.isascii() and length.isdigit() and int(length) > largest_body(request.path) else None
