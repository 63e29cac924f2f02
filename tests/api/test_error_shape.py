"""Whatever is sent to whatever route, the answer is a problem with the right code, and nothing has changed.

The client of these tests looks at the shape of every answer; here are the codes. New routes are tried, too.
"""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.apps import apps
from django.utils import timezone

from api.rendering import largest_body
from api.views.streams import StreamBaseView
from players.models import Player, Token, TokenKind
from players.services import create_guest, issue_token, revoke_token
from tests.api.client import ApiClient, code_of
from tests.api.routes import METHODS, Route, routes

ROUTES = routes()
BAD_BODIES = {
    "half an object": b"{",
    "no object": b"[]",
    "a text": b'"text"',
    "null": b"null",
    "not a number": b'{"a": NaN}',
    "a key twice": b'{"a": 1, "a": 2}',
    "nested deeply": b'{"a":' * 40 + b"1" + b"}" * 40,
    "nested very deeply": b"[" * 60_000,
    "a huge number": b'{"a": 1' + b"0" * 400 + b"}",
    "a huge fraction": b'{"a": 1e999}',
    "a NUL": b'{"a": "\\u0000"}',
    "half a surrogate pair": b'{"a": "\\ud800"}',
    "no UTF-8": b'{"a": "\xff"}',
    "two objects": b"{}{}",
    "a comment": b"{} // nothing",
}
# What is looked at before the body is read: who asks, and whether the thing exists.
BEFORE_THE_BODY = {"not_found", "not_authenticated"}


@pytest.fixture
def guest(db: None) -> Iterator[ApiClient]:
    """A client with a token; at the end there are as many rows of every kind as before."""
    now = timezone.now()
    _, secret = issue_token(player=create_guest(now=now), kind=TokenKind.GUEST, now=now)
    before = _row_counts()
    yield ApiClient(secret)
    assert _row_counts() == before


def _row_counts() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


def writing(route: Route) -> list[str]:
    return [method for method, declared in route.operations.items() if declared.is_writing]


pytestmark = pytest.mark.parametrize("route", ROUTES, ids=str)


def test_a_method_that_is_not_there(route: Route, guest: ApiClient) -> None:
    for method in {*METHODS, "TRACE", "PROPFIND", "nonsense"} - set(route.operations):
        answer = guest.send(method, route.path)
        assert code_of(answer) == "method_not_allowed"
        assert set(route.operations) <= set(answer["Allow"].split(", "))


def test_a_body_that_is_not_readable(route: Route, guest: ApiClient) -> None:
    for method in writing(route):
        for name, body in BAD_BODIES.items():
            assert code_of(guest.send(method, route.path, raw=body)) in {"bad_json"} | BEFORE_THE_BODY, name


def test_a_body_that_is_too_large(route: Route, guest: ApiClient) -> None:
    for method in writing(route):
        body = b'{"a": "' + b"x" * largest_body(route.path) + b'"}'
        assert code_of(guest.send(method, route.path, raw=body)) == "too_large"


def test_a_body_of_unknown_length(route: Route, guest: ApiClient) -> None:
    for method in writing(route):
        for length in ("", "2"):
            answer = guest.send(method, route.path, CONTENT_LENGTH=length, HTTP_TRANSFER_ENCODING="chunked")
            assert code_of(answer) == "length_required"


def test_a_body_of_another_type(route: Route, guest: ApiClient) -> None:
    for method in writing(route):
        for media_type in (
            "text/plain",
            "application/xml",
            "multipart/form-data; boundary=x",
            "nonsense",
            "",
            "*/*",
            "application/*",
            "application/json; charset=utf-8x",
            "application/json; charset=latin-1",
        ):
            answer = guest.send(method, route.path, raw=b"{}", content_type=media_type)
            assert code_of(answer) in {"unsupported_media_type"} | BEFORE_THE_BODY, media_type


def test_a_key_that_is_not_known(route: Route, guest: ApiClient) -> None:
    for method in writing(route):
        answer = guest.send(method, route.path, {"nonsense": 1, "a/b~c": None})
        assert code_of(answer) in {"unknown_field"} | BEFORE_THE_BODY


def test_a_parameter_that_is_not_known(route: Route, guest: ApiClient) -> None:
    for method in route.operations:
        answer = guest.send(method, route.path + "?nonsense=1")
        assert code_of(answer) == "unknown_parameter"
        assert code_of(guest.send(method, route.path + "?a=1&a=2")) == "bad_request"
        assert code_of(guest.send(method, route.path + "?a=%00%ff")) == "unknown_parameter"


def test_a_page_that_cannot_be(route: Route, guest: ApiClient) -> None:
    for method, declared in route.operations.items():
        if declared.is_paged:
            assert declared.query is not None
            one_too_many = str(declared.query().fields["limit"].max_value + 1)
            for limit in ("0", one_too_many, "-1", "x", "1e3", "9" * 400, "", "1_0", "1.0", "%2B1", "%201", "%D9%A1"):
                assert code_of(guest.send(method, f"{route.path}?limit={limit}")) == "bad_request"
            for cursor in ("nonsense", "a:b:c", "%00"):
                assert code_of(guest.send(method, f"{route.path}?cursor={cursor}")) in {
                    "bad_cursor",
                    "bad_request",
                }


def test_a_form_that_is_not_offered(route: Route, guest: ApiClient) -> None:
    if issubclass(route.view, StreamBaseView):
        pytest.skip("A stream has one form, whatever is accepted.")
    for method in route.operations:
        for wanted in ("application/xml", "text/html", "nonsense", "image/*"):
            assert code_of(guest.send(method, route.path, headers={"Accept": wanted})) == "not_acceptable"


@pytest.mark.parametrize(
    "header", ["Bearer nonsense", "Bearer ", "Basic YTpi", "nonsense", "Bearer \xff", "Bearer a b"]
)
def test_a_token_that_is_none(route: Route, guest: ApiClient, header: str) -> None:
    for method, declared in route.operations.items():
        if declared.token != "unused":
            answer = ApiClient().send(method, route.path, headers={"Authorization": header})
            assert code_of(answer) == "not_authenticated"
            assert answer["WWW-Authenticate"].startswith("Bearer")


def test_no_token(route: Route, guest: ApiClient) -> None:
    for method, declared in route.operations.items():
        if declared.token == "required":
            answer = ApiClient().send(method, route.path)
            assert (answer.status_code, code_of(answer)) == (401, "not_authenticated")
            assert answer["WWW-Authenticate"] == 'Bearer realm="rummy"'


def test_a_token_that_has_ended(route: Route, guest: ApiClient) -> None:
    token, player = Token.objects.get(), Player.objects.get()
    for method, declared in route.operations.items():
        if declared.token != "unused":
            token.expires_at = timezone.now() - timedelta(seconds=1)
            token.save()
            assert code_of(guest.send(method, route.path)) == "token_expired"
            revoke_token(token=token, now=timezone.now())
            assert code_of(guest.send(method, route.path)) == "token_revoked"
            token.revoked_at = token.expires_at = None
            token.save()
    assert player.is_active


def test_a_token_without_the_scope(route: Route, guest: ApiClient) -> None:
    Token.objects.update(scopes=[])
    for method, declared in route.operations.items():
        if declared.scope is not None and declared.token != "unused":
            answer = guest.send(method, route.path)
            if "/games/0" in route.path:  # there is none, or it may be private
                assert code_of(answer) == "not_found"
                continue
            assert code_of(answer) == "missing_scope"
            assert answer.json()["required_scope"] == declared.scope


def test_a_key_that_cannot_be_used(route: Route, guest: ApiClient) -> None:
    for method, declared in route.operations.items():
        if declared.keyed:
            for key in ("", "x" * 129, "with space", "\xfc" * 20):
                answer = guest.send(method, route.path, {}, headers={"Idempotency-Key": key})
                assert answer.status_code in (400, 404), key


def test_a_host_that_is_not_ours(route: Route, guest: ApiClient) -> None:
    for method in route.operations:
        assert guest.send(method, route.path, HTTP_HOST="elsewhere.example").status_code == 400
