"""Numbers for those who keep the service running; nobody else learns that they are there."""

import hmac
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from drf_spectacular.types import OpenApiTypes

from api.exposition import MEDIA_TYPE, exposition
from api.operations import operation
from api.text_rendering import TextRenderer
from api.views.base import View
from players.errors import DomainError

# What proxies add: a request that bears one of them has come from further away than its address says.
_TRACES_OF_PROXIES = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip")


class MetricsView(View):
    """How the service is doing, in Prometheus' text format."""

    schema = None  # for the keepers of the service, not for apps
    is_limited = False
    authentication_classes = []  # the token is not a player's
    renderer_classes = [TextRenderer]

    @operation(
        "getMetrics",
        tag="Service",
        summary="Read the metrics",
        token="unused",
        answer=OpenApiTypes.STR,
        problems=("not_found",),
        media_type=TextRenderer.media_type,
    )
    def get(self, request: Any) -> HttpResponse:
        """All metrics."""
        if not may_read_metrics(request._request):
            raise DomainError("not_found")
        return HttpResponse(exposition(self.now), content_type=MEDIA_TYPE)


def may_read_metrics(request: HttpRequest) -> bool:
    """With the token, where one is set; else from the own network, and not through a proxy."""
    token: str = settings.METRICS_TOKEN
    if token:
        given = request.headers.get("Authorization", "").encode()
        return hmac.compare_digest(given, f"Bearer {token}".encode())
    if any(name in request.headers for name in _TRACES_OF_PROXIES):
        return False
    return _is_near(request.META.get("REMOTE_ADDR", ""))


def _is_near(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    return found.is_loopback or found.is_private
