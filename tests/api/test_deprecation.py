"""Operations that will go say so to whoever calls them, half a year before."""

from datetime import date
from typing import Any

import pytest
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from rest_framework.response import Response

from api.deprecation import Deprecation
from api.operations import operation
from api.views.base import View
from rummy.urls import urlpatterns as real_patterns
from tests.api.client import ApiClient, openapi
from tests.api.routes import routes

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
GOING = Deprecation(date(2026, 1, 5), date(2026, 7, 7), "https://cards.example/changes")
HEADERS = {
    "Deprecation": "@1767571200",
    "Sunset": "Tue, 07 Jul 2026 00:00:00 GMT",
    "Link": '<https://cards.example/changes>; rel="deprecation"; type="text/html"',
}


class OldView(View):
    """One operation that will go, and one that will not."""

    schema = None

    @operation("getOld", tag="Service", summary="Old", token="required", deprecation=GOING)
    def get(self, request: Any) -> Response:
        return Response({})

    @operation("putNew", tag="Service", summary="New", token="unused")
    def put(self, request: Any) -> Response:
        return Response({})


urlpatterns = [path("api/v1/old", OldView.as_view()), *real_patterns]


def told(answer: Any) -> dict[str, str]:
    return {name: answer[name] for name in HEADERS if name in answer}


def test_it_is_told_with_answers_and_with_refusals(guest: ApiClient, anybody: ApiClient) -> None:
    assert told(guest.get("old")) == HEADERS
    assert (told(anybody.get("old")), anybody.get("old").status_code) == (HEADERS, 401)
    assert told(anybody.put("old", {})) == {}
    assert told(anybody.get("meta")) == {}


def test_the_description_says_the_same() -> None:
    class Described(OldView):
        schema = View.schema

    described = SchemaGenerator(patterns=[path("old", Described.as_view())]).get_schema(public=True)["paths"]["/old"]
    assert [described[method].get("deprecated", False) for method in ("get", "put")] == [True, False]
    marked = {
        described["operationId"]
        for methods in openapi()["paths"].values()
        for described in methods.values()
        if described.get("deprecated")
    }
    declared = [one for route in routes() if route.view.schema for one in route.operations.values()]
    assert marked == {one.operation_id for one in declared if one.deprecation}


def test_half_a_year_is_the_least() -> None:
    with pytest.raises(ValueError, match="half a year"):
        Deprecation(date(2026, 1, 5), date(2026, 7, 6), "https://cards.example/changes")
