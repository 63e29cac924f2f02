"""Whoever may call: each seat, others with and without a token, apps, staff that plays and staff that does not."""

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.store import GameState
from players.models import Player, PlayerKind, Token, TokenKind
from players.services import create_app, issue_app_token, issue_token, put_app_player
from tests.service.games.table import NOW, guest

REQUEST_ID = "00000000-0000-4000-8000-000000000000"
SEATED, LEFT = ("seat", "app", "staff_seated"), "left"
UNSEATED = ("other", "nobody", "app_other", "app_alone", "staff")


@dataclass
class Caller:
    """One who calls in a role, for `player` or as nobody; `seat` is where the player sat down."""

    role: str
    player: Player | None = None
    seat: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=Client)
    token: Token | None = None

    @property
    def is_staff(self) -> bool:
        """Whether the admin is open to the caller."""
        return self.role.startswith("staff")

    def seat_in(self, state: GameState) -> int | None:
        """Where the caller plays now."""
        seat = state.seat_of(self.player.pk if self.player else None)
        return None if seat is None else seat.seat

    def role_in(self, state: GameState) -> str:
        """The role now: one who has resigned has `left`."""
        return LEFT if self.seat is not None and self.seat_in(state) is None else self.role

    def send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> HttpResponse:
        """The answer. Cookies that are set with it are forgotten, so that the next is asked as this one was."""
        cookies = deepcopy(self.client.cookies)
        content = b"" if body is None else json.dumps(body).encode()
        given = {"Request-Id": REQUEST_ID, **self.headers, **headers}
        try:
            return self.client.generic(method, path, content, "application/json", headers=given)
        finally:
            self.client.cookies = cookies

    def __str__(self) -> str:
        return self.role if self.seat is None else f"{self.role} {self.seat}"


@dataclass
class Crowd:
    """All callers of one game, and those of them who sit down at it, in the order of their seats."""

    callers: list[Caller]
    players: list[Player]
    app_id: Any


def crowd(number: int, app_seat: int, staff_seat: int) -> Crowd:
    """So many people with a token each. One of them is also an app's player, one also staff; and the others."""
    owner = _account("Owner")
    app, secret = create_app(owner=owner, name="Club", now=NOW)
    _, app_secret = issue_app_token(app_id=app.pk, secret=secret, now=NOW)
    players = [guest(f"Player {seat}") for seat in range(number)]
    players[app_seat] = put_app_player(app=app, external_id="theirs", name="Theirs", now=NOW).player
    app_other = put_app_player(app=app, external_id="other", name="Their other", now=NOW).player
    players[staff_seat], staff = _account("Seated", is_staff=True), _account("Chief", is_staff=True)
    callers = [with_token("seat", player, seat) for seat, player in enumerate(players)]
    callers += [
        _for_app("app", app_secret, players[app_seat], app_seat),
        _signed_in("staff_seated", players[staff_seat], staff_seat),
        with_token("other", guest("Stranger")),
        Caller("nobody"),
        _for_app("app_other", app_secret, app_other),
        _for_app("app_alone", app_secret),
        _signed_in("staff", staff),
    ]
    return Crowd(callers, players, app.pk)


def _account(name: str, is_staff: bool = False) -> Player:
    player = guest(name)
    player.kind, player.username = PlayerKind.ACCOUNT, name
    player.is_staff = player.is_superuser = is_staff
    player.save()
    return player


def with_token(role: str, player: Player, seat: int | None = None) -> Caller:
    token, secret = issue_token(player=player, kind=TokenKind.GUEST, now=NOW)
    return Caller(role, player, seat, {"Authorization": f"Bearer {secret}"}, token=token)


def _for_app(role: str, secret: str, player: Player | None = None, seat: int | None = None) -> Caller:
    acting = {"Act-As": str(player.pk)} if player else {}
    return Caller(role, player, seat, {"Authorization": f"Bearer {secret}", **acting})


def _signed_in(role: str, player: Player, seat: int | None = None) -> Caller:
    caller = Caller(role, player, seat)
    caller.client.force_login(player)
    return caller
