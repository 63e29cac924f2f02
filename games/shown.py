"""As of when a player sees a game: those who play as it stands, all others so many moves later as its delay says.

What is made for others is made from the state that `shown_to` gives, and the rows that belong to it. So whatever is
told of a game is of one moment, and nothing that tells it needs to know of the delay.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from games import store
from games.models import Deal, Entry, Moment, Notice, Offer, Seat, Status
from games.moments import Row, rows_of, shown_moment
from games.snapshots import decode
from games.store import GameState

_GOING_ON = (Status.RUNNING, Status.PAUSED)


def shown_to(state: GameState, player_id: UUID | None) -> GameState:
    """The game, given as it stands, as it is shown to this player now.

    Costs nothing in games without a delay; in others, for who does not play, a statement, if they were not read
    `with_shown_moments`.
    """
    if not is_shown_later(state, player_id):
        return state
    moment = shown_moment(state.game)
    if moment is None:  # it has come to its end since it was read
        state = store.load(state.game.id)
        assert not state.game.is_going_on, "what goes on has its moments"
        return state
    game, seats, offer = rows_of(moment, state.game, state.seats)
    assert game.snapshot is not None, "it had started"
    deal, version = decode(game.snapshot, state.options)
    return GameState(game, seats, state.options, deal, version, has_started=True, is_past=True, offer_then=offer)


def is_shown_later(state: GameState, player_id: UUID | None) -> bool:
    """Whether the player is not shown the game as it stands."""
    game = state.game
    if not game.spectator_delay_moves or state.is_past:
        return False
    return game.is_going_on and state.seat_of(player_id) is None


def entries_of(state: GameState) -> QuerySet[Entry]:
    """The log, as far as it is shown."""
    entries = state.game.entries.all()
    return entries.filter(version__lte=state.game.version) if state.is_past else entries


def notices_of(state: GameState) -> QuerySet[Notice]:
    """What was told without an entry, as far as it is shown."""
    notices, game = state.game.notices.all(), state.game
    shown = Q(version__lt=game.version) | Q(version=game.version, number__lte=game.notice_count)
    return notices.filter(shown) if state.is_past else notices


def deals_of(state: GameState) -> QuerySet[Deal]:
    """The deals that are shown to have begun. Whether one is over: `is_deal_over`."""
    deals = state.game.deals.all()
    return deals.filter(version__lte=state.game.version) if state.is_past else deals


def is_deal_over(state: GameState, row: Deal) -> bool:
    """Whether its scores are told; a game that goes on is in its last deal."""
    return row.is_over and not (state.is_past and row.number >= state.game.deal_number)


def is_deal_open(state: GameState, row: Deal) -> bool:
    """Whether its cards and its seed are told, too: nobody still plays the same."""
    return is_deal_over(state, row) and not state.game.is_sealed


def offers_of(state: GameState) -> QuerySet[Offer]:
    """The offers that are shown to have been made, each to be told as `offer_as_shown`."""
    offers, version = state.game.offers.all(), state.game.version
    if not state.is_past:
        return offers
    told = notices_of(state).filter(version=version, facts__has_key="offer").values_list("facts", flat=True)
    return offers.filter(Q(made_at_version__lt=version) | Q(id__in=[facts["offer"]["id"] for facts in told]))


def offer_as_shown(state: GameState, offer: Offer) -> Offer:
    """The offer as it stood: of those that are shown, only the open one may have changed since."""
    if state.is_past and offer.id == state.game.offer_id:
        vars(offer).update(state.offer_then or {})
    return offer


def with_shown_status(
    rows: QuerySet[Row, Row], statuses: Collection[str], player_id: UUID | None, game: str = ""
) -> QuerySet[Row, Row]:
    """Those whose games are shown to this player with one of these statuses; `game` leads to the games, as "game__".

    Only a pause can be shown later: whatever begins or ends a game is shown at once.
    """
    if len({*statuses} & {*_GOING_ON}) != 1:
        return rows.filter(**{f"{game}status__in": statuses})
    shown: Any = rows.annotate(shown_status=_shown_status(player_id, game))
    return shown.filter(shown_status__in=statuses)


def _shown_status(player_id: UUID | None, game: str) -> Case:
    first = Moment.objects.filter(game=OuterRef(f"{game}pk")).order_by("moves").values("status")[:1]
    status = F(f"{game}status")
    at_once = Q(**{f"{game}spectator_delay_moves": 0})
    if player_id is not None:
        seats = Seat.objects.filter(player_id=player_id, resigned_at=None)
        at_once |= Q(Exists(seats.filter(game=OuterRef(f"{game}pk"))))
    return Case(When(at_once, then=status), default=Coalesce(Subquery(first), status))
