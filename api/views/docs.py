"""The schema, and two pages that show it. Their programs come with the service: no other host is asked."""

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from api.flat_profile import flattened
from api.operations import operation
from api.serializers.base import ChoiceField, StrictSerializer
from api.views.base import View

PROFILES = ("union", "flat")
_SIDECAR = "drf_spectacular_sidecar"
# Both programs write style elements; Redoc searches in a worker made from its own text.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'"
)
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>500 Rum API</title>{head}</head>
<body>{body}</body>
</html>
"""
_SWAGGER_START = """window.addEventListener("load", () => SwaggerUIBundle({{
  url: "{schema}", dom_id: "#swagger", deepLinking: true, persistAuthorization: false,
  presets: [SwaggerUIBundle.presets.apis], validatorUrl: null,
}}));
"""


class SchemaQuery(StrictSerializer):
    """Which of the two descriptions of the same API."""

    profile = ChoiceField(
        choices=PROFILES,
        default="union",
        help_text="`flat`: moves as one object, for simple generators.",
    )


class SchemaView(View):
    """The API's description."""

    @operation(
        "getSchema",
        tag="Service",
        summary="Read the OpenAPI description",
        token="unused",
        query=SchemaQuery,
        answer={"$ref": "#/components/schemas/SchemaDocument"},
    )
    def get(self, request: Any) -> HttpResponse:
        """OpenAPI 3.0.3."""
        return self.fixed(lambda: _schema(self.query["profile"]))


@csrf_exempt  # they change nothing: another method is told so, not asked for a token
@require_safe
def swagger(request: HttpRequest) -> HttpResponse:
    """The page on which operations can be tried."""
    head = f'<link rel="stylesheet" href="{static(f"{_SIDECAR}/swagger-ui-dist/swagger-ui.css")}">'
    scripts = (static(f"{_SIDECAR}/swagger-ui-dist/swagger-ui-bundle.js"), reverse("swagger_start"))
    body = '<div id="swagger"></div>' + "".join(f'<script src="{script}"></script>' for script in scripts)
    return _page(head, body)


@csrf_exempt
@require_safe
def swagger_start(request: HttpRequest) -> HttpResponse:
    """The script that starts the page, apart from it so that no script stands in a page."""
    return HttpResponse(_SWAGGER_START.format(schema=reverse("schema")), content_type="text/javascript")


@csrf_exempt
@require_safe
def redoc(request: HttpRequest) -> HttpResponse:
    """The page to read."""
    script = static(f"{_SIDECAR}/redoc/bundles/redoc.standalone.js")
    return _page("", f'<redoc spec-url="{reverse("schema")}"></redoc><script src="{script}"></script>')


def _page(head: str, body: str) -> HttpResponse:
    return HttpResponse(_PAGE.format(head=head, body=body), headers={"Content-Security-Policy": _POLICY})


@lru_cache(maxsize=2)
def _schema(profile: str) -> Any:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return flattened(schema) if profile == "flat" else schema
