"""What exists while junk is sent: callers of every kind, and games, offers, apps and copies in every state."""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import transaction
from django.test import Client
from django.utils import timezone

import engine
from games.daily import today
from games.models import Game, Status, Visibility
from games.services.bulk import order_games
from games.services.chat import post_message
from games.services.create import GameWish, SeatWish, create_game
from games.services.daily import day_of
from games.services.invites import create_invite
from games.services.offers import answer_offer, create_offer
from games.services.play import submit_move
from games.services.resign import resign
from games.services.seating import take_seat
from games.services.seeks import SeekWish, create_seek
from games.services.start import start_game
from players.credentials import Prefix, digest_of, new_secret
from players.ids import uuid7
from players.models import App, AuthorizationCode, MailPurpose, MailSecret, Player, Token, TokenKind
from players.passwords import stored_form
from players.scopes import GRANTED_SCOPES
from players.services import (
    Right,
    create_app,
    create_export,
    create_guest,
    create_webhook,
    issue_app_token,
    issue_personal_token,
    issue_ticket,
    issue_token,
    open_account,
    order_test,
    put_app_player,
    request_erasure,
    revoke_token,
    session_secrets,
    webhook_secret,
)
from players.services.exports import write_export
from players.services.grants import Leave, issue_code, locked_code, new_grant_secrets, redeem_code
from scoring.sheets.access import Caller as SheetCaller
from scoring.sheets.entries import FORMS
from scoring.sheets.services.deals import put_deal
from scoring.sheets.services.sharing import create_link
from scoring.sheets.services.sheets import create_sheet
from tests.service.games.table import set_position

PASSWORD = "correct horse battery"
CALLBACK, VERIFIER = "https://club.example/back", "v" * 43
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
RULES: dict[str, Any] = {"preset": "pagat", "call_window": 60, "target": 500, "wild_swap": "reuse"}
DAY = timedelta(days=1)
CLOCK = {"mode": "daily", "turn_seconds": 14 * 24 * 3600}
# Every type of move means something here: seat 0 has drawn, and holds what can be melded, laid off and swapped.
POSITION: dict[str, Any] = {
    "turn": 0,
    "phase": "play",
    "hands": [["TH", "6H", "2C", "2D", "2S", "9S", "KD"], ["3C", "4D", "7S"], ["5S", "6D", "8D"]],
    "stock": ["5H", "6C", "8C"],
    "pile": ["QC", "KC"],
    "melds": [
        {"id": 1, "kind": "run", "cards": ["7H", "8H", "9H"], "by": [1, 1, 1], "owner": 1},
        {"id": 2, "kind": "run", "cards": ["8S", "X1=9S", "TS"], "by": [1, 1, 1], "owner": 1},
    ],
}
ORDINARY: dict[str, Any] = POSITION | {"phase": "draw", "pile": ["QC", "2H"]}


@dataclass(frozen=True)
class Caller:
    """Somebody who sends requests: with these headers, and with the cookies of a browser."""

    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)


@dataclass
class World:
    """Things by name. `places` are parts of paths, `secrets` what no refusal may ever tell."""

    now: datetime
    callers: dict[str, Caller] = field(default_factory=dict)
    games: dict[str, UUID] = field(default_factory=dict)
    places: dict[str, Any] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)

    def version(self, game: str) -> int:
        """Of the game of this name."""
        return Game.objects.values_list("version", flat=True).get(pk=self.games[game])


@transaction.atomic
def built() -> World:
    """All of it, in the database."""
    world = World(timezone.now())
    people = _People(world)
    _build_games(world, people)
    _build_belongings(world, people)
    world.places["date"] = day_of(day=today(world.now), now=world.now).date
    return world


class _People:
    """Ada has an account, Gil is a guest, Kim belongs to Ada's app: they play. Ben has an account and does not."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ada = self._account("Ada", "ada")
        self.ben = self._account("Ben", "ben")
        self.gil = create_guest(name="Gil", now=world.now)
        self._token("guest", self.gil, TokenKind.GUEST)
        self.app, secret = create_app(owner=self.ada, name="Club", redirect_uris=[CALLBACK], now=world.now)
        world.secrets["app secret"] = secret
        self.kim = put_app_player(app=self.app, external_id="kim", name="Kim", now=world.now).player
        self._app_callers(secret)
        self._personal_tokens()
        self._ended_tokens()
        self._let_in()
        self._browsers()
        self._wrong_secrets()

    def _account(self, name: str, caller: str) -> Player:
        password = stored_form(PASSWORD)
        token = open_account(name=name, password=password, nonce=new_secret(""), now=self.world.now)
        secrets = session_secrets(token.player_id, new_secret(""))
        token.digest = digest_of(secrets.token)
        token.save()
        token.family.update(digest=digest_of(secrets.refresh_token))
        self._caller(caller, secrets.token)
        self.world.secrets[f"{caller}'s refresh token"] = secrets.refresh_token
        return token.player

    def _caller(self, name: str, secret: str, **headers: str) -> None:
        self.world.secrets[name] = secret
        self.world.callers[name] = Caller({"Authorization": f"Bearer {secret}", **headers})

    def _token(self, name: str, player: Player, kind: TokenKind, **more: Any) -> Token:
        token, secret = issue_token(player=player, kind=kind, now=self.world.now, **more)
        self._caller(name, secret)
        return token

    def _app_callers(self, app_secret: str) -> None:
        _, secret = issue_app_token(app_id=self.app.pk, secret=app_secret, now=self.world.now)
        self._caller("app", secret)
        for name, player in (("app for its player", self.kim), ("app for another's player", self.gil)):
            self._caller(name, secret, **{"Act-As": str(player.pk)})
        self._caller("app for nobody", secret, **{"Act-As": "nobody"})
        self._caller("guest for another", self.world.secrets["guest"], **{"Act-As": str(self.kim.pk)})

    def _personal_tokens(self) -> None:
        for name, scopes in (
            *((f"only {scope}", [scope]) for scope in GRANTED_SCOPES),
            ("all scopes", list(GRANTED_SCOPES)),
        ):
            _, secret = issue_personal_token(
                player=self.ada, token=None, name=name, scopes=scopes, expires_at=None, now=self.world.now
            )
            self._caller(name, secret)
        self._token("no scopes", self.ada, TokenKind.PERSONAL, scopes=[])

    def _let_in(self) -> None:
        """Ben has let Ada's app in, and has agreed to it once more."""
        codes = {name: self.world.secrets.setdefault(name, new_secret("")) for name in ("code", "used code")}
        leave = Leave(self.app, self.ben, ("game:read", "game:play"), CALLBACK, CHALLENGE)
        for code in codes.values():
            issue_code(leave=leave, secret=code, now=self.world.now)
        AuthorizationCode.objects.update(expires_at=self.world.now + DAY)
        used = locked_code(secret=codes["used code"], app=self.app, now=self.world.now)
        secrets = new_grant_secrets()
        assert used is not None
        redeem_code(code=used, secrets=secrets, now=self.world.now)
        self._caller("let in", secrets.token)
        self.world.secrets["grant's refresh token"] = secrets.refresh_token

    def _ended_tokens(self) -> None:
        self._token("expired", self.ada, TokenKind.SESSION, expires_at=self.world.now)
        revoke_token(token=self._token("revoked", self.ada, TokenKind.SESSION), now=self.world.now)
        shut_out = create_guest(name="Out", now=self.world.now)
        self._token("shut out", shut_out, TokenKind.GUEST)
        Player.objects.filter(pk=shut_out.pk).update(is_active=False)
        erased = create_guest(name="Gone", now=self.world.now)
        Player.objects.filter(pk=erased.pk).update(is_active=False, erased_at=self.world.now, name="Deleted player")
        self.world.places["erased player"] = erased.pk

    def _browsers(self) -> None:
        staff = Player.objects.create_user("stan", PASSWORD, is_staff=True, is_superuser=True)
        browser = Client()
        browser.force_login(staff)
        browser.get("/admin/")
        cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
        csrf = {"X-CSRFToken": browser.get("/admin/password_change/").cookies["csrftoken"].value}
        cookies["csrftoken"] = csrf["X-CSRFToken"]
        self.world.secrets["staff session"] = cookies["sessionid"]
        self.world.callers |= {
            "staff": Caller(csrf, cookies),
            "staff without CSRF token": Caller({}, cookies),
            "staff with a wrong CSRF token": Caller({"X-CSRFToken": "x" * 64}, cookies),
            "a session of nobody": Caller(csrf, {**cookies, "sessionid": "x" * 32}),
            "staff with a guest's token": Caller({**csrf, **self.world.callers["guest"].headers}, cookies),
        }

    def _wrong_secrets(self) -> None:
        """What is a secret, but opens nothing here."""
        _, ticket = issue_ticket(right=Right(self.ada.pk), resource="/api/v1/me/stream", now=self.world.now)
        self._caller("ticket", ticket)
        for name in ("app secret", "ada's refresh token"):
            self._caller(f"the {name}", self.world.secrets[name])
        self.world.callers |= {
            "nobody": Caller(),
            "forged": Caller({"Authorization": f"Bearer {Prefix.GUEST}{'A' * 43}"}),
            "no bearer": Caller({"Authorization": f"Basic {self.world.secrets['guest']}"}),
        }


def _build_games(world: World, people: _People) -> None:
    tables = _Tables(world, people)
    tables.open("open", filled=2)
    tables.open("filled", filled=3)
    tables.open("private", filled=3)
    tables.open("inviting", filled=1)
    tables.running("running", ORDINARY)
    tables.running("playing", POSITION)
    tables.running("bare", ORDINARY | {"stock": []})
    tables.running("another's turn", ORDINARY | {"turn": 1})
    tables.running("offered", ORDINARY)
    tables.running("asked", ORDINARY)
    tables.running("paused", ORDINARY)
    tables.running("window", POSITION | {"turn": 1, "hands": [["2C", "2D"], ["TH", "4D"], ["5S", "6D"]]})
    tables.running("finished", POSITION | {"hands": [["KD"], ["3C"], ["5S"]], "scores": [600, 0, 0]})
    tables.running("resigned", ORDINARY)
    tables.running("aborted", ORDINARY, leaver_policy="abandon")
    tables.running("voided", ORDINARY)
    tables.settle()


class _Tables:
    """Games of Ada, Gil and Kim, at seats 0, 1 and 2; Ada made them."""

    def __init__(self, world: World, people: _People) -> None:
        self.world, self.people = world, people
        self.players = [people.ada, people.gil, people.kim]

    def open(self, name: str, filled: int, **wish: Any) -> UUID:
        """A game with so many people."""
        settings = {"clock": CLOCK, **wish}
        wanted = GameWish(engine.options_from(RULES), [SeatWish()] * 3, **settings)
        made = create_game(owner=self.people.ada, wish=wanted, now=self.world.now).game.pk
        for seat in range(1, filled):
            take_seat(game_id=made, number=seat, player=self.players[seat], now=self.world.now)
        self.world.games[name] = made
        return made

    def running(self, name: str, position: Any, **wish: Any) -> None:
        """A game in this position."""
        made = self.open(name, 3, **wish)
        start_game(game_id=made, player_id=self.people.ada.pk, now=self.world.now)
        set_position(made, position, self.world.now)

    def settle(self) -> None:
        """Bring the games into the states that they are named for."""
        offer = self._offer("offered", 1)
        self.world.places |= {"offer": offer, "own offer": self._offer("asked", 0)}
        self._pause()
        self._play("window", 1, "discard TH")
        self._play("finished", 0, "discard KD")
        for name in ("resigned", "aborted"):
            resign(game_id=self.world.games[name], player_id=self.people.ada.pk, now=self.world.now)
        nothing_due = dict.fromkeys(("bot_due_at", "window_closes_at", "clock_ends_at", "clock_seat", "due_at"))
        Game.objects.filter(pk=self.world.games["voided"]).update(
            status=Status.VOIDED, finished_at=self.world.now, **nothing_due
        )
        Game.objects.filter(pk=self.world.games["window"]).update(
            window_closes_at=self.world.now + DAY, due_at=self.world.now + DAY
        )
        Game.objects.filter(pk=self.world.games["private"]).update(visibility=Visibility.PRIVATE)
        self.world.places["window"] = Game.objects.get(pk=self.world.games["window"]).window_id

    def _offer(self, name: str, seat: int) -> UUID:
        made, _ = create_offer(
            game_id=self.world.games[name],
            player_id=self.players[seat].pk,
            kind="pause",
            version=self.world.version(name),
            now=self.world.now,
        )
        return made.pk

    def _pause(self) -> None:
        offer = self.world.places["closed offer"] = self._offer("paused", 1)
        for player in (self.people.ada, self.people.kim):
            answer_offer(
                game_id=self.world.games["paused"],
                player_id=player.pk,
                offer_id=offer,
                answer="accepted",
                now=self.world.now,
            )

    def _play(self, name: str, seat: int, text: str) -> None:
        submit_move(
            game_id=self.world.games[name],
            player_id=self.players[seat].pk,
            move=engine.move_json(engine.parse_move(text)),
            version=self.world.version(name),
            now=self.world.now,
        )


def _build_belongings(world: World, people: _People) -> None:
    """What the players have beside their games."""
    now = world.now
    ready = create_export(player=people.ada, now=now).pk
    write_export(export_id=ready, now=now)
    asked = {"game_id": world.games["inviting"], "by": people.ada, "now": now}
    world.places |= {
        "invite_code": create_invite(**asked).code,
        "named invite": create_invite(invitee_id=people.ben.pk, **asked).code,
        "nobody's guest": create_guest(name="Ivo", now=now).pk,
    }
    for name, player in (("webhook", people.ada), ("another's webhook", people.ben)):
        url = "https://club.example.org/hooks"
        webhook = create_webhook(owner=player, url=url, events=["game_over"], now=now)
        world.places[name], world.secrets[name] = webhook.pk, webhook_secret(webhook=webhook, now=now)
        world.places[name.replace("webhook", "delivery")] = order_test(owner=player, webhook_id=webhook.pk, now=now).pk
    world.places |= _sheet(people.ada, now)
    world.places["another's sheet"] = _sheet(people.ben, now)["sheet"]
    people_apps = {"another's app": people.ben, "shut app": people.ada}
    for name, owner in people_apps.items():
        world.places[name], world.secrets[name] = _app(owner, now)
    App.objects.filter(pk=world.places["shut app"]).update(is_active=False)
    request_erasure(player=people.gil, now=now)
    Player.objects.filter(pk=people.ben.pk).update(email="ben@example.org")
    for purpose in (MailPurpose.RESET, MailPurpose.CONFIRM):
        secret = world.secrets[f"mail to {purpose}"] = new_secret(Prefix.MAIL)
        MailSecret.objects.create(
            digest=digest_of(secret),
            purpose=purpose,
            player=people.ben,
            address="ben@example.org",
            expires_at=now + DAY,
        )
    said = {"game_id": world.games["running"], "room": "table", "text": "Hello", "now": now}
    world.places |= {
        "own message": post_message(player=people.ada, **said).pk,
        "message": post_message(player=people.gil, **said).pk,
        "player": people.gil.pk,
        "app": people.app.pk,
        "job": order_games(
            player=people.ada,
            wishes=[GameWish(engine.options_from("quick"), [SeatWish(), SeatWish()])],
            is_atomic=False,
            now=now,
        ).pk,
        "seek": create_seek(player=people.ada, wish=SeekWish(engine.options_from("quick"), 2, 2), now=now).pk,
        "external_id": "kim",
        "token": Token.objects.get(device_name="only profile").pk,
        "another's token": Token.objects.get(player=people.gil).pk,
        "export": ready,
        "queued export": create_export(player=people.ada, now=now).pk,
        "another's export": create_export(player=people.ben, now=now).pk,
    }


def _sheet(owner: Player, now: datetime) -> dict[str, Any]:
    """A score sheet of three, with an entry and a link."""
    rules, names = engine.options_from(RULES), ["Ada", "Ben", "Cleo"]
    sheet = create_sheet(owner=owner, name="Friday", options=rules, names=names, now=now).sheet
    asked: dict[str, Any] = {"sheet_id": sheet.pk, "caller": SheetCaller(owner), "now": now}
    entry = uuid7()
    seats = [dict.fromkeys(FORMS) | {"points": points} for points in (10, 20, -5)]
    put_deal(client_id=entry, content={"deal_number": 1, "went_out": None, "wild_rank": None, "seats": seats}, **asked)
    link, _ = create_link(kind="write", **asked)
    return {"sheet": sheet.pk, "client_id": entry, "link": link.pk}


def _app(owner: Player, now: datetime) -> tuple[UUID, str]:
    app, secret = create_app(owner=owner, name="Other", now=now)
    return app.pk, secret
