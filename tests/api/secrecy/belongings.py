"""What belongs to the people of a game beside it: what was said, webhooks, invitations, seeks, ordered games, a sheet.

So that every door leads somewhere, and whoever asks is told what is behind it.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

import engine
from games.models import BulkJob, ChatMessage, Game, Invite, InviteStatus, Room, Seek, SeekStatus, Visibility
from games.services.bulk import make_games, order_games
from games.services.chat import post_message
from games.services.create import GameWish, SeatWish
from games.services.invites import accept_invite, create_invite
from games.services.seating import leave_seat
from games.services.seeks import SeekWish, create_seek
from games.store import GameState
from players.hook_events import WEBHOOK_EVENTS
from players.models import App, Delivery, Player, Webhook
from players.services import create_webhook
from scoring.sheets.access import Caller as SheetCaller
from scoring.sheets.entries import FORMS
from scoring.sheets.models import Sheet, SheetLink
from scoring.sheets.services.deals import put_deal
from scoring.sheets.services.sharing import create_link
from scoring.sheets.services.sheets import create_sheet
from tests.api.secrecy.bodies import NOWHERE
from tests.api.secrecy.callers import Caller, Crowd
from tests.service.games.table import made

_URL = "https://club.example.org/hooks"


def give(crowd: Crowd, game: Game, now: datetime) -> None:
    """All of it, before the game starts."""
    owner, last = crowd.players[0], crowd.players[-1]
    _seat_by_invitation(game, owner, last, now)
    for role in ("staff_seated", "staff"):
        create_webhook(owner=_player(crowd, role), url=_URL, events=WEBHOOK_EVENTS, now=now)
    create_webhook(owner=App.objects.get(pk=crowd.app_id), url=_URL, events=WEBHOOK_EVENTS, now=now)
    _invite_to_another(owner, _player(crowd, "other"), now)
    _seek(owner, game, now)
    wish = GameWish(engine.options_from("quick"), [SeatWish(), SeatWish()])
    make_games(job_id=order_games(player=owner, wishes=[wish], is_atomic=False, now=now).pk, now=now)
    _sheet(owner, now)
    speakers = [(Room.TABLE, "staff_seated")]
    if game.visibility != Visibility.PRIVATE:
        speakers.append((Room.SPECTATORS, "staff"))
    for room, role in speakers:
        said = {"room": room, "text": "Good luck", "now": now}
        post_message(game_id=game.pk, player=_player(crowd, role), **said)


def places(state: GameState, crowd: Crowd, caller: Caller) -> dict[str, Any]:
    """What stands in paths for these things: the caller's own where there is such a thing."""
    webhooks = Webhook.objects.order_by("-pk")
    webhook = webhooks.filter(player=caller.player).first() if caller.player else None
    webhook = webhook or webhooks.exclude(app=None).first() or webhooks.first()
    delivery = Delivery.objects.filter(webhook=webhook).order_by("-pk").first() if webhook else None
    room = Room.TABLE if caller.seat_in(state) is not None else Room.SPECTATORS
    message = ChatMessage.objects.filter(game=state.game, room=room).order_by("pk").last()
    job = BulkJob.objects.order_by("pk").first()
    return {
        "webhook": webhook.pk if webhook else NOWHERE,
        "delivery": delivery.pk if delivery else NOWHERE,
        "room": room.value,
        "message": message.pk if message else NOWHERE,
        "job": job.pk if job else NOWHERE,
        "seek": _of(Seek.objects.filter(status=SeekStatus.OPEN)) or NOWHERE,
        "invite_code": _code_for(caller),
        "sheet": _of(Sheet.objects) or NOWHERE,
        "client_id": NOWHERE,
        "link": _of(SheetLink.objects) or NOWHERE,
    }


def further_places(state: GameState, caller: Caller) -> dict[str, str]:
    """Paths of other things of the same kinds, by what they are."""
    base = f"/api/v1/games/{state.game.id}"
    other = Room.SPECTATORS if caller.seat_in(state) is not None else Room.TABLE
    paths = {"listMessages of the other room": f"{base}/chat/{other.value}?limit=100"}
    if matched := _of(Seek.objects.filter(status=SeekStatus.MATCHED)):
        paths["getSeek that was matched"] = f"/api/v1/seeks/{matched}"
    if used := Invite.objects.filter(game=state.game).first():
        paths["getInvite that was used"] = f"/api/v1/invites/{used.code}"
    return paths


def _code_for(caller: Caller) -> str:
    """That of an invitation that names the caller, or of one that is for whoever has its code."""
    invites = Invite.objects.filter(status=InviteStatus.OPEN)
    named = invites.filter(player=caller.player).first() if caller.player else None
    invite = named or invites.filter(player=None).first()
    return invite.code if invite else "0123456789"


def _of(rows: Any) -> Any:
    return rows.order_by("pk").values_list("pk", flat=True).last()


def _player(crowd: Crowd, role: str) -> Player:
    player = next(caller.player for caller in crowd.callers if caller.role == role)
    assert player is not None
    return player


def _seat_by_invitation(game: Game, owner: Player, last: Player, now: datetime) -> None:
    """The last player has come because the owner invited them."""
    seat = game.seats.get(player=last).seat
    leave_seat(game_id=game.pk, number=seat, player_id=last.pk, now=now)
    invite = create_invite(game_id=game.pk, by=owner, invitee_id=last.pk, number=seat, now=now)
    accept_invite(code=invite.code, player=last, now=now)


def _invite_to_another(owner: Player, invitee: Player, now: datetime) -> None:
    """An open game, where one seat is kept for a player and one for whoever has the code."""
    other = made(SeatWish(), SeatWish(), SeatWish(), owner=owner).game
    for invitee_id in (invitee.pk, None):
        create_invite(game_id=other.pk, by=owner, invitee_id=invitee_id, now=now)


def _sheet(owner: Player, now: datetime) -> None:
    """Of a game with real cards, with one entry and one link."""
    options = engine.options_from("quick")
    sheet = create_sheet(owner=owner, name="Friday", options=options, names=["Ada", "Ben", "Cleo"], now=now).sheet
    asked: dict[str, Any] = {"sheet_id": sheet.pk, "caller": SheetCaller(owner), "now": now}
    seats = [dict.fromkeys(FORMS) | {"points": points} for points in (10, 20, -5)]
    content = {"deal_number": 1, "went_out": None, "wild_rank": None, "seats": seats}
    put_deal(client_id=UUID(NOWHERE), content=content, **asked)
    create_link(kind="write", **asked)


def _seek(owner: Player, game: Game, now: datetime) -> None:
    """One seek is open, and one has led to the game."""
    wish = SeekWish(engine.options_from("quick"), 4, 4, visibility=game.visibility)
    for _ in range(2):
        seek = create_seek(player=owner, wish=wish, now=now)
    Seek.objects.filter(pk=seek.pk).update(status=SeekStatus.MATCHED, game=game.pk, closed_at=now)
