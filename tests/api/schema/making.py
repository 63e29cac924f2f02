"""Requests that schemathesis makes of the description of the API, sent into the world of the junk, and judged."""

import json
import os
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random, SystemRandom
from typing import Any
from urllib.parse import parse_qsl

import schemathesis
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import GenerationConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation

from tests.api.description import OPEN, operations, profile
from tests.api.junk.crawl import Crawl
from tests.api.junk.good import good, part
from tests.api.junk.sizes import SOAK
from tests.api.junk.unchanged import writes_noted
from tests.api.junk.world import Caller
from tests.api.wsgi import answer_to

# What the rules, the state of things or a version that is not the present one forbid, is well-formed all the same; all
# lists of a body at their longest are too large together.
REFUSED_WITHOUT_FAULT = ["2xx", "400", "401", "403", "404", "409", "410", "412", "413", "422", "428"]
# What may be refused though it keeps to the schema: its rule stands in words beside it.
IN_WORDS = {
    "bad_json",  # a NUL, or a number beyond 64 bits
    *("bad_cursor", "If-Match"),  # what was answered before; the text is nobody's business
    "Idempotency-Key",  # longer for who has no token
    *("include", "preset", "scopes", "bot_level", "takeover_level", "status", "time_zone"),  # one of a list that grows
    *("name", "names", "password", "url", "redirect_uris"),  # no pattern tells what they are
    *("window", "version", "to_version", "ids", "seconds", "clock", "rated"),  # goes with other keys, or without them
    *("max_seats", "max_rating"),  # no less than another
    *("seat", "seats", "first_dealer", "own_seat", "went_out", "legal"),  # one of the seats that there are
    *("rules", "position", "wild_rank"),  # the engine says what can be
    "",  # of several keys one is needed
}
SEED = int(os.environ.get("SEED") or (SystemRandom().randrange(2**32) if SOAK else 0))
"""Of what is made at random: the same in each ordinary run, another in each soak, if nobody says which."""
GENERATION = GenerationConfig(with_security_parameters=False)
load_all_checks()
# Whether a token is asked for, is tried once for each operation.
OF_TOKENS = CHECKS.get_by_names(["ignored_auth"])


def so_many(examples: int, **more: Any) -> settings:
    """How Hypothesis tries so many examples: it looks for no smaller ones, as each is only as good as the world is."""
    phases, checks = (Phase.generate,), list(HealthCheck)
    chance: dict[str, Any] = {"derandomize": not SOAK, "database": None, "deadline": None}
    return settings(max_examples=examples, phases=phases, suppress_health_check=checks, **chance, **more)


@lru_cache
def described(profile_name: str = "union") -> Any:
    """The description as schemathesis reads it."""
    schema = schemathesis.openapi.from_dict(plainer(profile(profile_name)))
    schema.config.checks.positive_data_acceptance.expected_statuses = REFUSED_WITHOUT_FAULT
    schema.config.generation = GENERATION
    return schema


def plainer(document: dict[str, Any]) -> dict[str, Any]:
    """The description with what schemathesis does not see in it.

    Of a body no key is taken that is not described, but in what is OPEN; a variant of a union has its tag in the
    discriminator's mapping; the text of a stream is one text, of which schemathesis sees the events.
    """
    document = json.loads(json.dumps(document))
    schemas = document["components"]["schemas"]
    schemas.update({name: one if name in OPEN else _closed(one) for name, one in schemas.items()})
    for union in list(schemas.values()):
        for tag, reference in union.get("discriminator", {}).get("mapping", {}).items():
            schemas[reference.rpartition("/")[2]]["properties"][union["discriminator"]["propertyName"]]["enum"] = [tag]
    for methods in document["paths"].values():
        for operation in methods.values():
            for answer in operation["responses"].values():
                answer.get("content", {}).get("text/event-stream", {}).pop("schema", None)
    return document


def _closed(node: Any) -> Any:
    if isinstance(node, list):
        return [_closed(part) for part in node]
    if not isinstance(node, dict):
        return node
    copy = {key: _closed(part) for key, part in node.items()}
    if node.get("type") == "object" and isinstance(node.get("properties"), dict):
        copy.setdefault("additionalProperties", False)
    return copy


def operation_of(operation_id: str, profile_name: str = "union") -> Any:
    """As schemathesis knows it."""
    method, path, _ = operations()[operation_id]
    return described(profile_name)[path][method]


@lru_cache
def made(operation_id: str, profile_name: str = "union") -> list[Any]:
    """A request for each thing that the description says about a value: one that keeps to it, and one that does not."""
    operation = operation_of(operation_id, profile_name)
    modes = list(GenerationMode)
    return list(operation.schema.iter_coverage_cases(operation, generation_modes=modes, generation_config=GENERATION))


def at_home(case: Any, crawl: Crawl, operation_id: str, random: Random) -> Any:
    """The request, changed to be about what there is in whatever is not meant to be wrong about it."""
    request = good(operation_id)
    if not case.meta.is_negative_at(ParameterLocation.PATH):
        for name in case.path_parameters:
            if name == "game" and random.random() < 0.5:
                case.path_parameters[name] = str(random.choice(list(crawl.world.games.values())))
            else:
                case.path_parameters[name] = part(crawl.world, name, request)
    if "wait" in case.query:
        case.query["wait"] = "0"  # a server that has nothing but threads would sleep in the meantime
    known = request.body(crawl.world)
    if case.meta.generation.mode.is_positive and isinstance(case.body, dict) and isinstance(known, dict):
        for name in sorted(case.body.keys() & known.keys()):
            if random.random() < 0.5:
                case.body[name] = known[name]
    return case


def faults(case: Any, crawl: Crawl, who: Caller, excluded: Any = OF_TOKENS) -> list[str]:
    """What is wrong with the answer, as schemathesis sees it."""
    case.operation.app = case.operation.schema.app = application(crawl)
    sent = f"\n  {case.method} {case.formatted_path} {case.query or ''} {case.body!r:.800}"
    try:
        answer = case.call_and_validate(headers=dict(who.headers), cookies=dict(who.cookies), excluded_checks=excluded)
    except FailureGroup as group:
        return [f"{one.title}: {one.message}{sent}" for one in group.exceptions]
    return [f"Refused, though it is as described: {line}{sent}" for line in _unexplained(case, answer)]


def _unexplained(case: Any, answer: Any) -> list[str]:
    """Why a request was malformed that keeps to the schema, as far as IN_WORDS does not name what it is about."""
    if answer.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive:
        return []
    problem = answer.json()
    places = [line["parameter"] or line["pointer"] for line in problem["errors"]] or [problem["code"]]
    return [f"{place} ({problem['detail']})" for place in places if IN_WORDS.isdisjoint(place.strip("/").split("/"))]


def application(crawl: Crawl, is_undone: bool = True) -> Callable[..., Any]:
    """The service as a WSGI application: what it accepts is undone; of what it refuses, nothing may be left."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
        with transaction.atomic(), writes_noted() as writes:
            response = answer_to(environ)
            if response.status_code < 400:
                transaction.set_rollback(is_undone)
            elif writes and is_undone:
                crawl.assert_unchanged()
        start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
        yield response.content

    return answer


def good_case(operation_id: str, crawl: Crawl) -> Any:
    """The operation's good request."""
    request, body = good(operation_id), good(operation_id).body(crawl.world)
    template = operations()[operation_id][1]
    names = [name.partition("}")[0] for name in template.split("{")[1:]]
    sent = {} if body is None else {"body": body, "media_type": "application/json"}
    return operation_of(operation_id).Case(
        path_parameters={name: part(crawl.world, name, request) for name in names},
        query=dict(parse_qsl(request.query)),
        headers=dict(request.headers),
        **sent,
    )
