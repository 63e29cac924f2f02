"""The page on running the service: what a proxy is to answer where the service cannot."""

import re

from django.http import HttpResponse

from api.rendering import LARGEST_BODY, largest_body
from tests.api.client import check_problem, openapi

from .pages import DOCS, examples_of

PAGE = DOCS / "running.md"
MEGABYTE = 1024 * 1024


def test_a_proxy_answers_a_problem_and_refuses_no_body_that_the_service_takes() -> None:
    (settings,) = examples_of(PAGE, "nginx")
    content = re.search(r"return 503 '(.*)';", settings)
    size = re.search(r"client_max_body_size (\d+)m;", settings)
    assert content
    assert size
    headers = dict(re.findall(r"add_header (\S+) (\S+) always;", settings))
    media_type = re.search(r"default_type (\S+);", settings)
    assert media_type
    check_problem("", HttpResponse(content[1], status=503, content_type=media_type[1], headers=headers))
    largest = max(map(largest_body, openapi()["paths"]))
    assert int(size[1]) * MEGABYTE >= largest > LARGEST_BODY
