"""Every address of the service. The API's own are in `api.urls`."""

from django.contrib import admin
from django.urls import include, path

from api.oauth import endpoints, pages
from api.views.metrics import MetricsView
from api.views.service import HealthView, IndexView, ReadinessView
from api.views.sheet_page import SheetPageView

urlpatterns = [
    path("api/v1/", include("api.urls")),
    path("oauth/authorize", pages.AuthorizeView.as_view(), name="oauth_authorize"),
    path("oauth/token", endpoints.token, name="oauth_token"),
    path("oauth/revoke", endpoints.revoke, name="oauth_revoke"),
    path(".well-known/oauth-authorization-server", endpoints.metadata, name="oauth_metadata"),
    path("sheets/<id:sheet>", SheetPageView.as_view(), name="sheet_page"),
    path("api/v1", IndexView.as_view()),
    path("admin/", admin.site.urls),
    path("healthz", HealthView.as_view()),
    path("readyz", ReadinessView.as_view()),
    path("metrics", MetricsView.as_view()),
]
