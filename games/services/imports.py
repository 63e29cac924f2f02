"""A game that was played elsewhere, or here before, made from its record: played again from its first move."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain, repeat
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import ForeignObjectRel, QuerySet
from django.utils.translation import gettext

import engine
from engine.shuffle import SEED_BYTES
from games import store
from games.models import Author, Entry, Game, Kind, Seat, Status, Visibility
from games.recorded import Recorded, RecordedDeal, RecordedMove
from games.services.advance import advance
from games.services.deals import deal_first
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import malformed
from players.models import Player


@in_transaction
def import_record(
    *,
    owner: Player,
    recorded: Recorded,
    seat: int | None = None,
    names: Sequence[str] = (),
    visibility: str = Visibility.PRIVATE,
    now: datetime,
) -> GameState:
    """The finished game, unrated and marked, with `owner` at `seat` and the others by `names`, else as the record says.

    Raises RefusedRecord for what cannot be played to its end by the rules, or does not come to what the record says,
    and `bad_request` for a seat or a name too many.
    """
    state = _new_game(owner, recorded, seat, names, visibility, now)
    _play(state, recorded, now)
    for own in state.seats:
        own.finished_at = state.game.finished_at
    store.add(state)
    return state


def forget_imports(*, player_id: UUID) -> None:
    """Delete the private games that the player has imported; in the others nobody is named any more."""
    own = Game.objects.filter(owner_id=player_id, imported=True)
    Seat.objects.filter(game__in=own).update(name="")
    private = own.filter(visibility=Visibility.PRIVATE)
    with transaction.atomic():
        for relation in Game._meta.get_fields(include_hidden=True):
            if isinstance(relation, ForeignObjectRel):
                # A plain query: entries are final, but for a game that nobody has played here.
                rows: QuerySet[Any] = QuerySet(relation.related_model)
                rows.filter(**{f"{relation.field.name}__in": private}).delete()
        private.delete()


def _new_game(
    owner: Player, recorded: Recorded, own: int | None, names: Sequence[str], visibility: str, now: datetime
) -> GameState:
    if own is not None and own >= len(recorded.seats):
        raise malformed("/seat", gettext("There is no such seat in the record."))
    if len(names) > len(recorded.seats):
        raise malformed("/names", gettext("The number of seats is {players}.").format(players=len(recorded.seats)))
    game = Game(
        rules_edition=engine.RULES_EDITION,
        preset=recorded.options.preset or "pagat",
        options=engine.options_json(recorded.options),
        seat_count=len(recorded.seats),
        visibility=visibility,
        imported=True,
        takeover_level="casual",
        owner=owner,
        created_at=now,
    )
    seats = [
        Seat(
            game=game,
            seat=number,
            player=owner if number == own else None,
            bot_level="" if number == own else said.bot_level,
            name="" if number == own else (names[number] if number < len(names) else said.name),
            created_at=now,
        )
        for number, said in enumerate(recorded.seats)
    ]
    state = GameState(game, seats, recorded.options)
    state.seeds = chain((deal.seed for deal in recorded.deals), repeat(bytes(SEED_BYTES)))
    state.append(Kind.CREATED, Author.PERSON, now).player = owner
    return state


def _play(state: GameState, recorded: Recorded, now: datetime) -> None:
    """Every deal, each dealt by the end of the one before."""
    game, place = state.game, recorded.place
    game.status = Status.RUNNING
    game.started_at = _time(recorded, recorded.deals[0].started_at, now, "started_at", 0)
    state.append(Kind.STARTED, Author.SERVICE, game.started_at)
    deal_first(state, game.started_at)
    for number, deal in enumerate(recorded.deals):
        if game.is_over:
            raise place.refused(gettext("The game was over before this deal."), number)
        if state.playing.table.dealer != deal.dealer:
            raise place.refused(
                gettext("By the rules seat {seat} deals.").format(seat=state.playing.table.dealer), number, key="dealer"
            )
        for index, played in enumerate(deal.moves):
            if game.is_over or state.game.deal_number != number + 1:
                raise place.refused(engine.IllegalMove(engine.Code.DEAL_OVER), number, index, "move")
            try:
                at = _time(recorded, played.at, now, "at", number, index)
                entry = advance(state, state.seats[played.seat], played.move, played.author, at)
            except engine.IllegalMove as refusal:
                raise place.refused(refusal, number, index, "move") from refusal
            entry.bot_level = played.bot_level
            _check_said(recorded, played.said, _told(entry, played), number, index)
        _check_over(state, recorded, number, deal)
    if not game.is_over:
        raise place.refused(gettext("Nobody has won yet: only games that are finished can be imported."), key="deals")
    _check_said(recorded, recorded.said, {"status": game.status, "totals": game.totals, "result": game.result})


def _check_over(state: GameState, recorded: Recorded, number: int, deal: RecordedDeal) -> None:
    """Whether the deal is over and came to what the record says of it."""
    ended = state.ended.get(number + 1)
    if ended is None:
        raise recorded.place.refused(gettext("The deal is not over."), number, key="moves")
    dealt = next(
        entry for entry in reversed(state.entries) if entry.kind == Kind.DEALT and entry.deal_number == number + 1
    )
    own = {"number": number + 1, "commitment": engine.commitment(deal.seed), "hands": list(dealt.hands.values())}
    _check_said(recorded, deal.said, {**ended, **own}, number)


def _told(entry: Entry, played: RecordedMove) -> dict[str, Any]:
    """What a record says of this move; its text may leave out what only one end can be meant for."""
    plain = engine.move_text(played.move)
    text = plain if played.said.get("text") == plain else entry.text
    return {"deal_number": entry.deal_number, "text": text, "drawn": entry.drawn or None, "undone": False}


def _check_said(
    recorded: Recorded,
    said: Mapping[str, Any],
    found: Mapping[str, Any],
    deal: int | None = None,
    move: int | None = None,
) -> None:
    for name, value in said.items():
        if value != found[name]:
            problem = gettext("`{name}` is not what comes of the moves.").format(name=name)
            raise recorded.place.refused(problem, deal, move, name)


def _time(
    recorded: Recorded, said: datetime | None, now: datetime, key: str, deal: int, move: int | None = None
) -> datetime:
    """When it happened, as the record says; nothing has happened in the future."""
    if said is not None and said > now:
        raise recorded.place.refused(gettext("This lies in the future."), deal, move, key)
    return said or now
