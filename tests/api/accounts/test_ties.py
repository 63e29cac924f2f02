"""Friends and blocks: kept by one side, and what a block does."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from players.models import Tie
from players.services import ties
from players.services.sweep import sweep_players
from tests.api.client import ApiClient, code_of

from .conftest import SignUp

pytestmark = pytest.mark.django_db
Pair = tuple[ApiClient, ApiClient, dict[str, Any]]


@pytest.fixture
def pair(sign_up: SignUp) -> Pair:
    """Ada, Bea, and who Bea is to others."""
    ada, bea = sign_up("Ada")[0], sign_up("Bea")[0]
    return ada, bea, ada.get(f"players/{bea.get('me').json()['id']}").json()


def listed(client: ApiClient, kind: str) -> list[dict[str, Any]]:
    return [tie["player"] for tie in client.get(f"me/{kind}").json()["results"]]


@pytest.mark.parametrize("kind", ["friends", "blocks"])
def test_one_is_kept_once_and_the_other_is_not_told(pair: Pair, kind: str) -> None:
    ada, bea, her = pair
    first, again = [ada.put(f"me/{kind}/{her['id']}", {}) for _ in range(2)]
    assert first.json() == again.json()
    assert first.json()["player"] == her
    assert listed(ada, kind) == [her]
    assert listed(bea, "friends") == listed(bea, "blocks") == []
    assert [ada.delete(f"me/{kind}/{her['id']}").status_code for _ in range(2)] == [204, 204]
    assert listed(ada, kind) == []


def test_nobody_is_both(pair: Pair) -> None:
    ada, _, her = pair
    ada.put(f"me/friends/{her['id']}", {})
    ada.put(f"me/blocks/{her['id']}", {})
    assert (listed(ada, "friends"), listed(ada, "blocks")) == ([], [her])
    ada.delete(f"me/friends/{her['id']}")
    assert listed(ada, "blocks") == [her]


def test_not_oneself_and_nobody_who_is_not_there(pair: Pair) -> None:
    ada = pair[0]
    assert code_of(ada.put(f"me/friends/{ada.get('me').json()['id']}", {})) == "forbidden"
    assert code_of(ada.put("me/blocks/01990000-0000-7000-8000-000000000000", {})) == "not_found"
    assert ada.delete("me/blocks/01990000-0000-7000-8000-000000000000").status_code == 204


def test_there_is_an_end(pair: Pair, sign_up: SignUp, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _, her = pair
    monkeypatch.setattr(ties, "MOST_OF_A_KIND", 1)
    other = sign_up("Cid")[1]["player"]["id"]
    assert ada.put(f"me/friends/{her['id']}", {}).status_code == 200
    assert ada.put(f"me/friends/{her['id']}", {}).status_code == 200
    assert code_of(ada.put(f"me/friends/{other}", {})) == "limit_reached"
    assert ada.put(f"me/blocks/{other}", {}).status_code == 200


def test_who_is_blocked_cannot_sit_down(pair: Pair) -> None:
    ada, bea, her = pair
    game = ada.post("games", {"rules": "quick", "seats": [{}, {}]}).json()["id"]
    ada.put(f"me/blocks/{her['id']}", {})
    assert code_of(bea.put(f"games/{game}/seats/1", {})) == "forbidden"
    bea_made = bea.post("games", {"rules": "quick", "seats": [{}, {}]}).json()["id"]
    assert ada.put(f"games/{bea_made}/seats/1", {}).status_code == 200
    ada.put(f"me/friends/{her['id']}", {})
    assert bea.put(f"games/{game}/seats/1", {}).status_code == 200


def test_a_block_holds_for_a_rematch_and_leaves_what_goes_on(pair: Pair) -> None:
    ada, bea, her = pair
    game = ada.post("games", {"rules": "quick", "seats": [{}, {}], "leaver_policy": "abandon"}).json()["id"]
    bea.put(f"games/{game}/seats/1", {})
    ada.post(f"games/{game}/start")
    ada.put(f"me/blocks/{her['id']}", {})
    assert bea.post(f"games/{game}/resign").json()["status"] == "aborted"
    assert ada.post(f"games/{game}/rematch").status_code == 201
    assert code_of(bea.post(f"games/{game}/rematch")) == "forbidden"


def test_it_is_forgotten_with_either(pair: Pair) -> None:
    ada, bea, her = pair
    ada.put(f"me/friends/{her['id']}", {})
    bea.put(f"me/blocks/{ada.get('me').json()['id']}", {})
    bea.post("me/erasure")
    sweep_players(now=timezone.now() + timedelta(days=14))
    assert not Tie.objects.exists()
