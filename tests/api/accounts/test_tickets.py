"""Tickets for streams: good once, soon, and no longer than that with which they were made."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from api.streaming import Opening
from api.waiting import KEY, Wait
from players.errors import DomainError
from players.models import App, AppToken, Player, StreamTicket, Token
from players.services import ended_rights, redeem_ticket
from tests.api.client import ApiClient, code_of

pytestmark = pytest.mark.django_db
MINE = {"resource": "/api/v1/me/stream"}


def test_a_stream_ticket_opens_one_stream_once(guest: ApiClient, time_machine: Any) -> None:
    made = guest.post("me/stream-tickets", {"resource": "/api/v1/me/stream"}).json()

    def redeem(resource: str = "/api/v1/me/stream", secret: str = made["ticket"]) -> Any:
        return redeem_ticket(secret=secret, resource=resource, now=timezone.now())

    for resource, secret in (("/api/v1/games/x/stream", made["ticket"]), ("/api/v1/me/stream", "rum_tkt_x")):
        with pytest.raises(DomainError):
            redeem(resource, secret)
    assert str(redeem()[0].player_id) == guest.get("me").json()["id"]
    with pytest.raises(DomainError) as used:
        redeem()
    assert used.value.code == "not_authenticated"
    assert made["ticket"] not in str(StreamTicket.objects.values().get())


def test_a_ticket_ends_after_a_minute_and_with_its_token(guest: ApiClient, time_machine: Any) -> None:
    time_machine.move_to("2026-01-05T10:00:00Z", tick=False)
    late, ended = (guest.post("me/stream-tickets", {"resource": "/api/v1/me/stream"}).json() for _ in range(2))
    guest.delete("sessions/current")
    with pytest.raises(DomainError) as refused:
        redeem_ticket(secret=ended["ticket"], resource="/api/v1/me/stream", now=timezone.now())
    assert refused.value.code == "token_revoked"
    time_machine.move_to("2026-01-05T10:01:00Z", tick=False)
    with pytest.raises(DomainError):
        redeem_ticket(secret=late["ticket"], resource="/api/v1/me/stream", now=timezone.now())


def test_a_ticket_is_for_a_stream_that_one_may_see(guest: ApiClient, account: ApiClient) -> None:
    game = account.post("games", {"rules": {"preset": "classic"}, "seats": [{}, {}], "visibility": "private"}).json()[
        "id"
    ]
    ticket = {"resource": f"/api/v1/games/{game}/stream"}
    assert code_of(guest.post("me/stream-tickets", ticket)) == "not_found"
    assert account.post("me/stream-tickets", ticket).status_code == 201
    assert code_of(guest.post("me/stream-tickets", {"resource": "/admin/"})) == "bad_request"


def app_ticket(owner: ApiClient) -> str:
    """A ticket that the app of this account has made for its player."""
    app = owner.post("apps", {"name": "Club"}).json()
    token = ApiClient().post(f"apps/{app['id']}/tokens", {"client_secret": app["client_secret"]}).json()["token"]
    client = ApiClient(token)
    player = client.put(f"apps/{app['id']}/players/1", {}).json()
    return str(client.post("me/stream-tickets", MINE, headers={"Act-As": player["id"]}).json()["ticket"])


def browser_ticket(owner: ApiClient) -> str:
    """A ticket that a browser has made which is signed in to this account."""
    browser = ApiClient()
    browser.login(Player.objects.get(pk=owner.get("me").json()["id"]))
    return str(browser.post("me/stream-tickets", MINE).json()["ticket"])


def token_ticket(owner: ApiClient) -> str:
    """A ticket that a device has made."""
    return str(owner.post("me/stream-tickets", MINE).json()["ticket"])


def opened(ticket: str) -> Opening:
    """What a server that holds streams open is told."""
    wait = Wait()
    ApiClient().get(f"me/stream?ticket={ticket}", **{"asgi.scope": {"state": {KEY: wait}}})
    assert wait.stream is not None
    return wait.stream


Make = Callable[[ApiClient], str]
ENDS: dict[str, tuple[Make, Callable[[], Any], str]] = {
    "a token that is revoked": (token_ticket, lambda: Token.objects.update(revoked_at=timezone.now()), "token_revoked"),
    "a token that expires": (token_ticket, lambda: Token.objects.update(expires_at=timezone.now()), "token_expired"),
    "an app's token that expires": (
        app_ticket,
        lambda: AppToken.objects.update(expires_at=timezone.now()),
        "token_expired",
    ),
    "an app that is shut": (app_ticket, lambda: App.objects.update(is_active=False), "token_expired"),
    "a browser that has signed out": (browser_ticket, lambda: Session.objects.all().delete(), "token_expired"),
    "a player who is shut out": (token_ticket, lambda: Player.objects.update(is_active=False), "token_revoked"),
}


@pytest.mark.parametrize(("make", "end", "code"), ENDS.values(), ids=ENDS)
def test_a_ticket_and_its_stream_end_with_what_it_was_made_with(
    account: ApiClient, make: Make, end: Callable[[], Any], code: str
) -> None:
    right, unused = opened(make(account)).right, make(account)
    assert not ended_rights(rights=[right], now=timezone.now())
    end()
    assert ended_rights(rights=[right], now=timezone.now()) == {right}
    assert code_of(ApiClient().get(f"me/stream?ticket={unused}")) == code
