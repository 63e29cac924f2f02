"""Every address of the service. The API's own are in `api.urls`."""

from django.contrib import admin
from django.urls import include, path

from api.views.metrics import MetricsView
from api.views.service import HealthView, IndexView, ReadinessView

admin.site.site_header = admin.site.site_title = "500 Rum"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1", IndexView.as_view()),
    path("api/v1/", include("api.urls")),
    path("healthz", HealthView.as_view()),
    path("readyz", ReadinessView.as_view()),
    path("metrics", MetricsView.as_view()),
]
