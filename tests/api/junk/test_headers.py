"""Headers of nonsense: each is ignored where it means nothing, and refused with a problem where it does."""

from typing import Any
from uuid import UUID

import pytest

from tests.api.client import operations
from tests.api.junk.crawl import Crawl
from tests.api.junk.good import good
from tests.api.junk.sizes import SIZED, share

pytestmark = [pytest.mark.django_db, *SIZED]
OPERATIONS = sorted(operations())
LONG, NO_ASCII = "x" * 9000, "\xff\xfe\xe4"
ID = "01990000-0000-7000-8000-000000000000"
OTHER_FORMS_OF_IDS = (f"{{{ID}}}", f"urn:uuid:{ID}", ID.replace("-", ""), ID + "0")
EVERYTHING = ("", "nonsense", LONG, NO_ASCII, "\t", ",,,", ";;;", "=", '"', "\x7f")
# What is said of the connection, of caches and of other things that do not concern us.
MEANINGLESS: dict[str, tuple[str, ...]] = {
    "Accept-Charset": ("utf-7",),
    "Accept-Encoding": ("identity;q=0",),
    "Accept-Language": ("*", "de;q=x", ",".join("a" * 200), "en-" * 500),
    "Access-Control-Request-Method": ("nonsense",),
    "Cache-Control": ("only-if-cached",),
    "Connection": ("upgrade",),
    "Content-Encoding": ("gzip", "br"),
    "Content-Language": ("de",),
    "Expect": ("nonsense",),
    "Forwarded": ("for=[::1",),
    "From": ("a@b",),
    "If-Modified-Since": ("Thu, 01 Jan 2070 00:00:00 GMT",),
    "If-Range": ('"v1"',),
    "If-Unmodified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT",),
    "Last-Event-ID": ("v1.0", "-1"),
    "Max-Forwards": ("0",),
    "Origin": ("null", "http://[", "https://elsewhere.example"),
    "Prefer": ("return=minimal",),
    "Range": ("bytes=0-1", "bytes=9-1"),
    "Referer": ("http://[",),
    "Sec-Fetch-Site": ("cross-site",),
    "TE": ("trailers",),
    "Traceparent": ("00-" + "0" * 32 + "-" + "0" * 16 + "-01",),
    "Upgrade": ("websocket", "h2c"),
    "Via": ("1.1 a",),
    "X-CSRFToken": ("x" * 64,),
    "X-Forwarded-For": ("1.2.3.4, 5.6.7.8", "[::1]:80"),
    "X-Forwarded-Host": ("elsewhere.example",),
    "X-Forwarded-Proto": ("https",),
    "X-HTTP-Method-Override": ("DELETE", "GET"),
    "X-Method-Override": ("DELETE",),
    "X-Original-URL": ("/admin/",),
    "X-Requested-With": ("XMLHttpRequest",),
    "X-Rewrite-URL": ("/admin/",),
}
TOKENS = (
    *("Bearer", "Bearer ", "bearer  x", f"Bearer {LONG}", f"Bearer {NO_ASCII}", "Bearer a b", "Bearer a\tb", "Basic !"),
    *("Digest", "Bearer rum_app_x", "Bearer rum_app_\xff", "Bearer rum_tkt_x", f"Bearer {ID}", "Bearer null"),
)
COOKIES = (
    *("nonsense", "sessionid=", f"sessionid={LONG}", f"sessionid={NO_ASCII}", "sessionid=x; sessionid=y", "=;=;="),
    *('sessionid="\\000aaaaaaaaaaaaaaa"', 'sessionid="\\377\\376aaaaaaaaa"', 'csrftoken="\\000aaaaaaaaaaaaaaa"'),
    *(f"csrftoken={NO_ASCII}", "messages=x", "sessionid=" + "a" * 32, "; " * 2000, "sessionid='\u0000'"),
)
ACCEPTS = (
    *("*", ";", "/", "a", "a/b;", "application/json;q=0", "application/json;charset=utf-16", NO_ASCII, LONG, "*/json"),
    *("*/*;q=nonsense", "application/json;" + "a=b;" * 500, ",,,", "application/json; a*=nonsense''x", "text/html"),
    *("image/*, application/xml;q=0.9", "application/problem+json", "application/json; indent=4"),
)
TAGS = ("*", "v", '"v"', '"v99999999999999999999"', '"v1", "v2"', '"v\xb2"', "'v1'", '"v-1"', "W/v1", '"v1.x"')
KEYS = ("x" * 129, "a b", "\xfc" * 20, "\x01", "a\tb")
MEDIA_TYPES = (
    *("", "nonsense", "application/jsonx", "application/json-patch+json", "application/vnd.api+json", "text/json"),
    *("*/*", "application/*", "application/json, text/plain", "multipart/form-data", LONG, NO_ASCII),
    *("multipart/form-data; boundary=" + "x" * 300, "multipart/form-data; boundary=x", "application/xml"),
    *("application/x-www-form-urlencoded", "application/json; charset=latin-1", "application/json; charset=utf-16"),
    *("application/json; charset=utf-8x", "application/json; charset=base64", "application/json; charset=undefined"),
    *("application/json; charset=idna", "application/json; charset=rot13", f"application/json; charset={NO_ASCII}"),
    *(
        "application/json; a*=nonsense''x",
        "application/json; charset*=utf-16''%ff",
        f"application/json; charset={LONG}",
    ),
)
FOREIGN = ("", "[", "a b", "testserver:x", NO_ASCII, "a" * 300, "testserver/x", "testserver@elsewhere.example")
AS_GOOD_AS_JSON = (
    *("application/json;charset=UTF-8", 'application/json; charset="utf-8"', "APPLICATION/JSON", "application/json;;;"),
    *("application/json; a", "application/json; indent=4", "application/json;charset=utf8"),
)


def test_what_means_nothing(crawl: Crawl) -> None:
    """For each header some operations, for each operation some headers."""
    for header, values in MEANINGLESS.items():
        for value in (*values, *EVERYTHING):
            for operation_id in share(OPERATIONS, header + value[:20], 2):
                answer = crawl.operation(operation_id, headers={header: value})
                assert not answer.is_refusal, (operation_id, header, value, answer.problem)


def tokens(crawl: Crawl, operation_id: str) -> None:
    is_asked = operations()[operation_id][2]["security"] != [{}]
    for value in share(TOKENS, operation_id, 4):
        answer = crawl.operation(operation_id, caller="nobody", headers={"Authorization": value})
        assert (answer.code == "not_authenticated") == is_asked, value
        if is_asked:
            assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def cookies(crawl: Crawl, operation_id: str) -> None:
    needs_token = {} not in operations()[operation_id][2]["security"]
    for value in share(COOKIES, operation_id, 4):
        answer = crawl.operation(operation_id, caller="nobody", headers={"Cookie": value})
        assert (answer.status == 401) == needs_token, value


def acting_for_somebody(crawl: Crawl, operation_id: str) -> None:
    is_asked = operations()[operation_id][2]["security"] != [{}]
    for value in share((*EVERYTHING, *OTHER_FORMS_OF_IDS, ID), operation_id, 3):
        for caller in ("app", "guest"):
            answer = crawl.operation(operation_id, caller=caller, headers={"Act-As": value})
            fitting = {"forbidden"} if caller == "guest" else {"bad_request", "not_your_player"}
            assert answer.code in (fitting if is_asked else {""}), (caller, value, answer.code)


def forms_of_answers(crawl: Crawl, operation_id: str) -> None:
    for value in share(ACCEPTS, operation_id, 4):
        answer = crawl.operation(operation_id, headers={"Accept": value})
        assert answer.code in ("", "not_acceptable"), (value, answer.code)


def conditions_and_keys(crawl: Crawl, operation_id: str) -> None:
    described = {parameter["name"] for parameter in operations()[operation_id][2].get("parameters", [])}
    for value in share((*TAGS, *EVERYTHING), operation_id, 3):
        answer = crawl.operation(operation_id, headers={"If-None-Match": value})
        assert answer.status == 304 or not answer.is_refusal, value
        answer = crawl.operation(operation_id, headers={"If-Match": value})
        refusal = {"bad_request", "version_conflict"} if "If-Match" in described else {""}
        assert answer.code in refusal, (value, answer.code)
    for value in share((*KEYS, LONG, NO_ASCII), operation_id, 3):
        answer = crawl.operation(operation_id, headers={"Idempotency-Key": value})
        assert answer.code == ("bad_request" if "Idempotency-Key" in described else ""), (value, answer.code)


def ids_of_requests(crawl: Crawl, operation_id: str) -> None:
    nowhere: Any = {"path": "/api/v1/nowhere"}
    for where in ({}, nowhere):
        answer = crawl.operation(operation_id, headers={"Request-Id": ID.upper()}, **where)
        assert answer.headers["Request-Id"] == ID
        for value in share((*EVERYTHING, ID[:-1] + "g"), operation_id, 2):
            assert UUID(crawl.operation(operation_id, headers={"Request-Id": value}, **where).headers["Request-Id"])


def media_types(crawl: Crawl, operation_id: str) -> None:
    if "requestBody" not in operations()[operation_id][2]:
        return
    for media_type in share(MEDIA_TYPES, operation_id, 5):
        assert crawl.operation(operation_id, content_type=media_type).code == "unsupported_media_type", media_type
        query = {"query": "a=%20"}  # it is read first, and not in the encoding of the body
        assert crawl.operation(operation_id, content_type=media_type, **query).code == "unknown_parameter", media_type
    for media_type in share(AS_GOOD_AS_JSON, operation_id, 3):
        assert not crawl.operation(operation_id, content_type=media_type).is_refusal, media_type


def media_types_without_a_body(crawl: Crawl, operation_id: str) -> None:
    if operations()[operation_id][0] != "GET":
        return
    query = good(operation_id).query or "%20"
    for media_type in share(MEDIA_TYPES, operation_id, 3):
        answer = crawl.operation(operation_id, content_type=media_type, query=query)
        assert answer.code == ("unknown_parameter" if query == "%20" else ""), media_type


def hosts_that_are_not_ours(crawl: Crawl, operation_id: str) -> None:
    for host in share(FOREIGN, operation_id, 2):
        answer = crawl.operation(operation_id, headers={"Host": host})
        assert answer.problem["errors"][0]["parameter"] == "Host", host


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_what_means_something(crawl: Crawl, operation_id: str) -> None:
    for check in (
        *(tokens, cookies, acting_for_somebody, forms_of_answers, conditions_and_keys, ids_of_requests),
        *(media_types, media_types_without_a_body, hosts_that_are_not_ours),
    ):
        check(crawl, operation_id)


def test_lengths_that_are_none(crawl: Crawl) -> None:
    for operation_id in ("createGuest", "submitMove", "updateMe"):
        for length in ("-1", "x", "1.5", "\xb2", "9" * 400, "0x10", " ", "65537", "00070000"):
            answer = crawl.operation(operation_id, CONTENT_LENGTH=length)
            assert answer.code in ("too_large", "bad_json", "bad_request", ""), (operation_id, length, answer.code)


@pytest.mark.usefixtures("limits")
def test_addresses_that_proxies_tell(crawl: Crawl, settings: Any) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    for value in (*EVERYTHING, "1.2.3.4, \0", "[::1", "a b c", "\u00b2" * 80, "unknown", "_hidden", "1.2.3.4:80,"):
        answer = crawl.operation("getMeta", caller="nobody", headers={"X-Forwarded-For": value})
        assert answer.headers["RateLimit"].startswith('"anonymous";r='), value
