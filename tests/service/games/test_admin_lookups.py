"""No query of the admin tells anything of what its pages do not show."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.core.exceptions import FieldDoesNotExist
from django.test import Client, RequestFactory
from django.urls import reverse

from games.models import Deal, Entry, Game
from players.admin import ReadOnlyAdmin
from players.models import Player, Token
from tests.service.games.table import bots

SECRETS = {
    Game: {"snapshot", "bot_secret", "bot_due_at", "window_id"},  # when a bot is due tells whether it has answered
    Deal: {"seed"},
    Entry: {"drawn", "hands", "move", "outcome", "window_id"},
    Player: {"password"},
    Token: {"digest"},
}
OURS = {model: shown for model, shown in admin.site._registry.items() if model.__module__.split(".")[0] != "django"}
LOOKUPS = (
    *("", "__exact", "__iexact", "__in", "__isnull", "__gt", "__lte", "__range", "__startswith", "__icontains"),
    *("__contains", "__has_key", "__regex", "__0", "__nonsense"),
)
VALUES = ("00", '{"0": ["KD"]}')
models = pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    """A superuser who asks about a game that goes on."""
    client = Client()
    client.force_login(Player.objects.create_superuser("chief", "a long password"))
    bots("club", "club")
    return client


def list_of(model: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def lookups(model: Any) -> Iterator[str]:
    """Every field, and every field of what the model points to, in every way, but for the filters offered."""
    for field in model._meta.get_fields():
        names = [field.name]
        if field.is_relation:
            names += [f"{field.name}__{further.name}" for further in field.related_model._meta.get_fields()]
        for name in names:
            for lookup in LOOKUPS:
                if lookup != "__exact" or name not in OURS[model].list_filter:
                    yield name + lookup


@models
def test_every_admin_refuses_alike(model: Any) -> None:
    assert isinstance(OURS[model], ReadOnlyAdmin)


@models
def test_what_is_not_offered_is_refused_whatever_the_value(model: Any, staff: Client) -> None:
    shown = OURS[model]
    assert not [lookup for lookup in lookups(model) if shown.lookup_allowed(lookup, "KD")]
    for name in SECRETS.get(model, set()):
        for lookup in LOOKUPS:
            answers = [staff.get(list_of(model), {name + lookup: value}) for value in VALUES]
            assert {answer.status_code for answer in answers} == {400}
            assert len({answer.content for answer in answers}) == 1


@models
def test_the_filters_beside_the_list_work(model: Any, staff: Client) -> None:
    for name in OURS[model].list_filter:
        assert staff.get(list_of(model), {f"{name}__exact": "0"}).status_code == 200


@models
def test_no_list_shows_searches_or_orders_by_a_secret(model: Any, staff: Client) -> None:
    shown = OURS[model]
    columns = shown.get_list_display(None)  # type: ignore[arg-type]
    named = [*columns, *shown.search_fields, *shown.ordering, *shown.list_filter]
    for secret in SECRETS.get(model, set()):
        assert not [name for name in named if secret in name.strip("-=^@").split("__")]
    for column in columns:
        assert model._meta.get_field(column)  # so that `o` orders by what is shown
    for wanted in ("99", "seed", "-drawn", "1.99.-password", "0"):
        assert staff.get(list_of(model), {"o": wanted}).status_code == 200


@models
def test_no_page_shows_a_secret(model: Any, rf: RequestFactory, staff: Client) -> None:
    request = rf.get("/")
    request.user = Player.objects.get(username="chief")
    assert not SECRETS.get(model, set()) & set(OURS[model].get_fields(request))


def test_the_secrets_are_fields() -> None:
    for model, secrets in SECRETS.items():
        for secret in secrets:
            try:
                model._meta.get_field(secret)
            except FieldDoesNotExist:
                pytest.fail(f"{model.__name__} has no {secret}: say here what is secret now")
