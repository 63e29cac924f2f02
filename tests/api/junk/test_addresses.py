"""Addresses that lead nowhere, or almost somewhere; methods that are none."""

from typing import Any

import pytest

from tests.api.client import operations
from tests.api.junk.crawl import Crawl
from tests.api.junk.good import filled, good, part
from tests.api.junk.sizes import SIZED, share

pytestmark = [pytest.mark.django_db, *SIZED]
OPERATIONS = sorted(operations())
TEMPLATES = [(name, operations()[name][1]) for name in OPERATIONS]
PLACES = [(name, place.partition("}")[0]) for name, template in TEMPLATES for place in template.split("{")[1:]]
NOTHING = (
    *("-1", "1.0", "1e3", "0x1", "+1", "2147483648", "9223372036854775808", "9" * 30, "9" * 5000, "%D9%A1"),
    *("%20", "%00", "a%00b", "%ff", "%C3%28", "%ED%A0%BC", "%E2%80%AE", "..", "%2e%2e", ".", "%2F", "a%2Fb", "%5C"),
    *("%25", "%2500", "%0a", "%0d%0aX:y", "a" * 10_000, "\u4f60", "<script>", "%27%20OR%201=1", "~", "*", "null"),
    *("undefined", "01990000-0000-7000-8000-000000000000", "{}", "$where", "%", "%zz", "a;b=c", "a,b", "@", "999999"),
)
# What is not there need not be ended.
ENDING_NOTHING = ("deleteBlock", "deleteFriend")
CHOSEN_BY_CLIENTS = ("putSheetDeal", "client_id")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "CONNECT", "nonsense", "G\u00c4T", "")
ELSEWHERE = (
    *("/", "/api", "/api/", "/api/v2", "/api/v1/nonsense", "/nonsense", "/favicon.ico", "/robots.txt", "/healthz/"),
    *("/static/", "/static/nonsense", "/static/../manage.py", "/static/%2e%2e/manage.py", "/.env", "/%", "/%zz", "//"),
    *(
        "/api/v1/%",
        "/api/v1/docs/",
        "/api/v1/docs/nonsense",
        "/.well-known/openid-configuration",
        "/\\",
        "/api/v1/..;/",
    ),
    *("/api/v1/schema.yaml", "/api//v1/meta", "//api/v1/meta", "/api/v1//meta", "/API/V1/META", "/api/v1/meta/", "*"),
    *("/" + "a/" * 5000, "/" + "%2e%2e/" * 2000, "/api/v1/" + "%00" * 1000, "/api/v1/meta%0d%0aX-Injected:%20yes"),
    *("/api/v1/..;/", "/api/v1/games/../me", "/api/v1/./me", "/index.php", "/api/v1 "),
)


@pytest.mark.parametrize(("operation_id", "place"), PLACES)
def test_parts_of_paths(crawl: Crawl, operation_id: str, place: str) -> None:
    request, template = good(operation_id), operations()[operation_id][1]
    own = part(crawl.world, place, request)
    path = filled(crawl.world, template.replace(f"{{{place}}}", "\0"), request)
    fitting = {"not_found"}
    if place == "external_id":
        fitting |= {"", "bad_request"}
    if operation_id == "createAppToken":
        fitting |= {"wrong_login"}
    if operation_id in ENDING_NOTHING or (operation_id, place) == CHOSEN_BY_CLIENTS:
        fitting |= {""}
    almost = (f"{{{own}}}", own.replace("-", "") + "x", own + "/", own + "%00")
    for junk in (*share(NOTHING, operation_id + place, 12), *almost):
        for caller in {request.caller, "app for its player"} if "external" in template else {request.caller}:
            answer = crawl.operation(operation_id, path=path.replace("\0", junk), caller=caller)
            assert answer.code in fitting, (junk[:50], answer.status, answer.code)


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_things_of_others(crawl: Crawl, operation_id: str) -> None:
    template = operations()[operation_id][1]
    for place in ("token", "app", "export", "webhook", "delivery", "sheet"):
        if f"{{{place}}}" in template:
            answer = crawl.operation(operation_id, places={place: f"another's {place}"})
            assert answer.code in ("not_found", "wrong_login")
    if "{offer}" in template:
        for offer in ("offer", "own offer", "closed offer"):
            for game in share(list(crawl.world.games), offer, 6):
                crawl.operation(operation_id, game=game, places={"offer": offer})


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_addresses_beside_the_right_one(crawl: Crawl, operation_id: str) -> None:
    path = filled(crawl.world, operations()[operation_id][1], good(operation_id))
    if operation_id == "getIndex":
        return
    beside = (
        *(f"{path}/", f"{path}//", f"/{path}", path.replace("/", "//"), f"{path}/.", f"{path}/..", f"{path}%2F"),
        *(f"{path}%00", f"{path}%20", f"{path}.json", path.upper(), path.replace("v1", "v2"), path[1:], f"\\{path}"),
        *(path.replace("/api", "/Api"), f"{path};a=b", path + "/x" * 3000, path.replace("/v1/", "/v1/./")),
    )
    is_name = "external_id" in operations()[operation_id][1]
    for address in share(beside, operation_id, 8):
        answer = crawl.operation(operation_id, path=address)
        assert answer.code in ({"not_found", "bad_request", ""} if is_name else {"not_found"}), (address, answer.code)


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_methods(crawl: Crawl, operation_id: str) -> None:
    template = operations()[operation_id][1]
    path = filled(crawl.world, template, good(operation_id))
    there = {method for method, where, _ in operations().values() if where == template}
    there |= {"HEAD"} if "GET" in there else set()
    for method in METHODS:
        if method not in there:
            answer = crawl.send(method, path, caller=good(operation_id).caller)
            assert answer.status == 405, (method, answer.status)
            assert there | {"OPTIONS"} == set(answer.headers["Allow"].split(", ")), method
    for method in ("OPTIONS", "HEAD") if "HEAD" in there else ("OPTIONS",):
        for caller in share(list(crawl.world.callers), operation_id, 6):
            answer = crawl.send(method, path, caller=caller)
            assert answer.content == b""
            assert method == "HEAD" or answer.status == 204


def test_addresses_elsewhere(crawl: Crawl) -> None:
    for method in (*METHODS, "OPTIONS"):
        for path in share(ELSEWHERE, method, 24):
            answer = crawl.send(method, path)
            assert answer.status == 404, (method, path, answer.status)
            assert "text/html" not in answer.headers.get("Content-Type", "")
            assert "X-Injected" not in answer.headers


def test_pages_and_files_for_people(crawl: Crawl) -> None:
    pages: dict[str, Any] = {"/api/v1/docs": 200, "/api/v1/docs/redoc": 200, "/api/v1/docs/swagger.js": 200}
    for path in (*pages, "/static/admin/css/base.css"):
        assert crawl.send("GET", path).status == 200
        for method in ("POST", "PUT", "PATCH", "DELETE", "TRACE", "nonsense"):
            answer = crawl.send(method, path)
            assert (answer.code, "GET" in answer.headers["Allow"]) == ("method_not_allowed", True), (method, path)
