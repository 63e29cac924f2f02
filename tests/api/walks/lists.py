"""Every list of the API, each with rows of a number that can be added to it and taken from it at any place.

A row is a copy of one that a service made. Its number decides where it stands: rows of higher numbers come later, or
earlier where the list `falls`; several share an instant.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Model
from django.utils import timezone

import engine
from games.models import Deal, Entry, Game, Kind, Offer, OfferStatus, Seat
from games.services.bots import run_bots
from games.services.chat import post_message
from games.services.create import GameWish, SeatWish, create_game
from games.services.invites import create_invite
from games.services.seeks import SeekWish, create_seek
from players.models import Notification, Player, PlayerEvent, PlayerEventCount, Tie, TieKind, TokenKind
from players.services import DeviceWish, create_app, create_webhook, issue_token, order_test, put_device, put_tie
from tests.service.games.table import guest, people, ticking

START = timezone.now() - timedelta(days=2)
MOST = 10**6
"""No number is higher."""
Make = Callable[[int], list[Model]]


@dataclass(frozen=True)
class Listing:
    """A list: its operation and address, and what makes the rows of a number. `name` is the member of a
    result that tells it.

    `falls`: higher numbers come first. What is `lasting` is only ever added.
    """

    operation: str
    path: str
    make: Make
    told: Callable[[int], Any]
    name: str = "id"
    query: str = ""
    falls: bool = False
    lasting: bool = False

    def __str__(self) -> str:
        return f"{self.operation} {self.query}".strip()


def copied(row: Model, **changes: Any) -> Model:
    """A copy; a key that counts itself is new."""
    fields = [one for one in row._meta.concrete_fields if one.get_internal_type() != "BigAutoField"]
    return type(row)(**({one.attname: getattr(row, one.attname) for one in fields} | changes))


def row_id(number: int) -> UUID:
    """The ids of higher numbers come later."""
    return UUID(int=UUID("01990000-0000-7000-8000-000000000000").int + number)


def instant_of(number: int) -> datetime:
    """Three numbers in a row have the same."""
    return START + timedelta(milliseconds=number // 3)


@dataclass
class World:
    """A player with an account, to whom all the lists belong, and one row of each kind."""

    player: Player
    now: datetime = field(default_factory=timezone.now)

    def _by_id(self, row: Model, **columns: Callable[[int], Any]) -> Make:
        return lambda number: [copied(row, id=row_id(number), **{name: of(number) for name, of in columns.items()})]

    def lists(self) -> Iterator[Listing]:
        """All of them."""
        yield from self._of_games()
        yield from self._of_one_game()
        yield from self._of_players()
        yield from self._of_the_player()
        yield from self._of_the_lobby()

    def _finished(self) -> Game:
        wish = GameWish(engine.options_from({"preset": "pagat", "deal_limit": 1}), [SeatWish("club")] * 2, start=True)
        game = create_game(owner=self.player, wish=wish, now=START).game
        game = run_bots(game_id=game.pk, clock=ticking(START).__next__).game
        seat = Seat.objects.filter(game=game, seat=0)
        seat.update(player=self.player, bot_level="", outcome="won", finished_at=game.finished_at)
        return game

    def _of_games(self) -> Iterator[Listing]:
        game = self._finished()
        seats = list(game.seats.all())

        def make(number: int) -> list[Model]:
            at = {"created_at": instant_of(number), "finished_at": instant_of(number)}
            new = copied(game, id=row_id(number), **at)
            return [new, *(copied(seat, game_id=row_id(number), **at) for seat in seats)]

        for sort, falls in (("newest", True), ("oldest", False)):
            yield Listing("listGames", "games", make, row_id, query=f"sort={sort}&status=finished", falls=falls)
        for sort, falls in (("newest", True), ("oldest", False), ("last_finished", True), ("first_finished", False)):
            path = f"players/{self.player.pk}/games"
            yield Listing("listPlayerGames", path, make, row_id, query=f"sort={sort}", falls=falls)
        yield Listing("exportGames", "exports/games.ndjson", make, row_id)

    def _of_one_game(self) -> Iterator[Listing]:
        game = people(2, rules={"preset": "pagat", "call": "off"}, players=[self.player, guest("Ben")]).state.game
        path = f"games/{game.pk}"
        entry = Entry.objects.filter(game=self._finished(), kind=Kind.MOVE).earliest("version")
        Game.objects.filter(pk=game.pk).update(version=MOST)
        make = partial(_of_game, entry, game, "version")
        yield Listing("listMoves", f"{path}/moves", make, int, "version", lasting=True)
        yield Listing("listGameEvents", f"{path}/events", make, int, "version", "after=v20.0", lasting=True)
        deal = Deal.objects.filter(game=game).get()
        yield Listing(
            "listDeals", f"{path}/deals", partial(_of_game, deal, game, "number"), int, "number", lasting=True
        )
        offer = Offer.objects.create(
            game=game, kind="pause", seat=0, made_at_version=1, answers={"1": "declined"}, status=OfferStatus.DECLINED,
            made_at=START, expires_at=START,
        )  # fmt: skip
        yield Listing("listOffers", f"{path}/offers", self._by_id(offer, made_at=instant_of), row_id, falls=True)
        message = post_message(game_id=game.pk, player=self.player, room="table", text="Hello", now=START)
        said = self._by_id(message, posted_at=instant_of)
        yield Listing("listMessages", f"{path}/chat/table", said, row_id, falls=True)

    def _of_players(self) -> Iterator[Listing]:
        other = guest("Namesake")
        yield Listing("listPlayers", "players", self._by_id(other), row_id, query="name=Namesake")
        for operation, path, kind in (
            ("listFriends", "me/friends", TieKind.FRIEND),
            ("listBlocks", "me/blocks", TieKind.BLOCK),
        ):
            namesake = guest(f"Other {kind}")
            put_tie(player=self.player, other_id=namesake.pk, kind=kind, now=START)
            tie = Tie.objects.get(player=self.player, kind=kind)
            yield Listing(operation, path, partial(_tied, namesake, tie), row_id, "player.id", falls=True)

    def _of_the_player(self) -> Iterator[Listing]:
        token, _ = issue_token(player=self.player, kind=TokenKind.PERSONAL, now=START, scopes=["game:read"])
        tokens = self._by_id(token, digest=lambda number: f"{number:064}")
        yield Listing("listTokens", "me/tokens", tokens, row_id, falls=True)
        wish = DeviceWish("a token", "web", "en")
        device = put_device(player=self.player, client_id=row_id(1), wish=wish, token=token, now=START)
        devices = self._by_id(device, client_id=row_id, push_digest=lambda number: f"{number:064}")
        yield Listing("listDevices", "me/devices", devices, row_id, falls=True)
        app, _ = create_app(owner=self.player, name="Club", now=START)
        yield Listing("listApps", "apps", self._by_id(app), row_id, falls=True)
        hook = create_webhook(owner=self.player, url="https://club.example.org/h", events=["game_over"], now=START)
        yield Listing("listWebhooks", "webhooks", self._by_id(hook), row_id, falls=True)
        delivery = order_test(owner=self.player, webhook_id=hook.pk, now=self.now)
        path = f"webhooks/{hook.pk}/deliveries"
        yield Listing("listDeliveries", path, self._by_id(delivery), row_id, falls=True)
        event = PlayerEvent(player=self.player, number=0, type="game_over", game=row_id(1), at=self.now)
        PlayerEventCount.objects.update_or_create(player=self.player, defaults={"told": MOST})
        PlayerEvent.objects.filter(player=self.player).delete()
        told = lambda number: [copied(event, number=number)]  # noqa: E731
        yield Listing("listMyEvents", "me/events", told, lambda n: f"n{n}", query="after=n0", lasting=True)
        notice = Notification(player=self.player, type="game_over", created_at=START)
        notices = self._by_id(notice, game=row_id)
        yield Listing("listNotifications", "me/notifications", notices, row_id, falls=True)
        yield self._turns()

    def _turns(self) -> Listing:
        """The games without a clock that wait for the player have the last of all deadlines."""
        game = people(2, rules="classic", players=[self.player, guest("Cora")]).state.game
        seats = list(game.seats.all())
        game.to_move = 3

        def make(number: int) -> list[Model]:
            new = copied(game, id=row_id(number))
            return [new, *(copied(seat, game_id=row_id(number), id=2 * number + seat.seat + MOST) for seat in seats)]

        return Listing("listMyTurns", "me/turns", make, row_id, "game")

    def _of_the_lobby(self) -> Iterator[Listing]:
        wish = SeekWish(engine.options_from("quick"), 2, 2)
        seek = create_seek(player=self.player, wish=wish, now=self.now)
        seek.expires_at = self.now + timedelta(days=1)
        yield Listing("listSeeks", "seeks", self._by_id(seek), row_id, falls=True)
        host = guest("Host")
        game = create_game(owner=host, wish=GameWish(engine.options_from("quick"), [SeatWish()] * 2), now=self.now).game
        invite = create_invite(game_id=game.pk, by=host, invitee_id=self.player.pk, now=self.now)

        def make(number: int) -> list[Model]:
            code = f"{number:010}"
            new = {"id": number + MOST, "code": code, "game_id": row_id(number)}
            return [copied(game, id=row_id(number)), copied(invite, **new)]

        yield Listing("listMyInvites", "me/invites", make, lambda number: f"{number:010}", "code", falls=True)


def _of_game(row: Model, game: Game, name: str, number: int) -> list[Model]:
    return [copied(row, game_id=game.pk, **{name: number})]


def _tied(other: Player, tie: Tie, number: int) -> list[Model]:
    return [copied(other, id=row_id(number)), copied(tie, id=number + MOST, other_id=row_id(number))]
