"""The addresses of the two views."""

from django.urls import path

from benchmarks.plain.views import DocumentView, MovesView

urlpatterns = [
    path("games/<int:game>/moves", MovesView.as_view()),
    path("documents/<int:document>", DocumentView.as_view()),
]
