"""Guests and accounts, their ids and their names."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError

from players.errors import DomainError
from players.ids import uuid7
from players.models import Player, PlayerKind
from players.names import BadName, clean_name, guest_name
from players.selectors import player
from players.services import create_guest, update_profile

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)


def test_ids_are_of_version_7_and_sort_by_time() -> None:
    ids = [uuid7() for _ in range(200)]
    assert {(made.version, made.variant) for made in ids} == {(7, "specified in RFC 4122")}
    assert [made.int >> 64 for made in ids] == sorted(made.int >> 64 for made in ids)


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        (" Ada   Lovelace ", "Ada Lovelace"),
        ("O'Neil-2", "O'Neil-2"),
        ("Łukasz", "Łukasz"),
        ("Äö", "Äö"),
        ("李小龍", "李小龍"),
    ],
)
def test_a_name_is_stored_in_one_form(given: str, stored: str) -> None:
    assert clean_name(given) == stored


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x",
        "x" * 25,
        "<b>x</b>",
        "a\u202eb",
        "a\u200bb",
        "a\x00b",
        "...",
        "a@b",
        "🂡🂢",
        "A" + "\u0301" * 40,
    ],
)
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


def test_made_up_names_are_good_names() -> None:
    assert all(clean_name(name) == name for name in (guest_name() for _ in range(50)))


@pytest.mark.django_db
def test_a_guest_cannot_sign_in() -> None:
    guest = create_guest(name="Ada", country="GB", now=NOW)
    assert (guest.kind, guest.username, guest.created_at) == (PlayerKind.GUEST, None, NOW)
    assert not guest.has_usable_password()
    assert authenticate(username=None, password="") is None


@pytest.mark.django_db
def test_an_account_signs_in_and_its_user_name_is_its_alone() -> None:
    admin = Player.objects.create_superuser("Ada", "a long password")
    assert authenticate(username="Ada", password="a long password") == admin
    with pytest.raises(IntegrityError):
        Player.objects.create_user("ada", "another password")


@pytest.mark.django_db
def test_a_guest_is_never_of_the_staff() -> None:
    with pytest.raises(IntegrityError):
        Player.objects.create(name="Ada", is_staff=True)


@pytest.mark.django_db
def test_a_profile_keeps_what_is_not_changed_and_clears_what_is_none() -> None:
    guest = create_guest(name="Ada", country="GB", now=NOW)
    assert update_profile(player=guest, token=None, changes={}, now=NOW).name == "Ada"
    update_profile(player=guest, token=None, changes={"name": "Grace", "country": None}, now=NOW)
    assert (player(player_id=guest.id).name, player(player_id=guest.id).country) == ("Grace", None)


@pytest.mark.django_db
def test_a_profile_is_changed_as_a_whole_or_not_at_all() -> None:
    guest = create_guest(name="Ada", now=NOW)
    changes = {"name": "Grace", "email": "grace@example.org"}
    with pytest.raises(DomainError, match="Guests have no address"):
        update_profile(player=guest, token=None, changes=changes, now=NOW)
    guest.refresh_from_db()
    assert guest.name == "Ada"


@pytest.mark.django_db
def test_nobody_is_not_found() -> None:
    with pytest.raises(DomainError) as refused:
        player(player_id=uuid7())
    assert refused.value.code == "not_found"
