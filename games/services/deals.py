"""Deals begin and end: the cards are dealt, scores are added up, and the game ends with the last deal."""

from datetime import datetime
from typing import Any

import engine
from games.attempts import note_attempt
from games.call_window import close_window
from games.chance import new_seed
from games.models import Author, Deal, Entry, Kind, Seat, Status
from games.outcomes import outcome_of
from games.public import changed_fields, hand_codes
from games.results import result_fields
from games.selectors.games import seats_fields
from games.selectors.views import shared_fields
from games.store import GameState
from games.tallies import note_tallies

_NEWS = {Status.FINISHED: "game_over", Status.ABORTED: "game_aborted", Status.VOIDED: "game_voided"}


def deal_first(state: GameState, now: datetime) -> None:
    """Shuffle and deal for the first time."""
    _deal(state, engine.start_deal(state.options, len(state.seats), _next_seed(state)), now)


def finish_deal(state: GameState, entry: Entry, now: datetime) -> None:
    """Score the deal that `entry` has ended, and end the game where somebody has won."""
    deal = state.playing
    scores, totals = _listed(engine.deal_scores(deal)), _listed(engine.totals(deal))
    outcome = {"scores": scores, "totals": totals, "out": deal.table.out, "ended": deal.table.ended}
    state.ended[deal.table.deal_number] = {**outcome, "results": result_fields(deal), "finished_at": now}
    state.game.totals = totals
    entry.outcome["then"].append(
        {"type": "deal_over", "deal": _deal_fields(deal) | {"seed": _told_seed(state)} | outcome}
    )
    if not state.game.imported:
        note_tallies(state, scores, deal.table.out)
    winners = engine.winners(deal)
    if winners:
        end_game(state, entry, Status.FINISHED, list(winners), now)
        if not state.game.imported:
            _note_outcomes(state, winners, now)


def deal_next(state: GameState, now: datetime) -> None:
    """Shuffle and deal again, after a deal that has ended."""
    _deal(state, engine.next_deal(state.playing, _next_seed(state)), now)


def _next_seed(state: GameState) -> bytes:
    """A new one; of a game that was played before, that of its next deal."""
    return new_seed() if state.seeds is None else next(state.seeds)


def _note_outcomes(state: GameState, winners: tuple[int, ...], now: datetime) -> None:
    people = [seat for seat in state.seats if seat.player_id]
    for seat in people:
        seat.outcome, seat.finished_at = outcome_of(seat, winners, state.options, len(state.seats)), now
    Seat.objects.bulk_update(people, ["outcome", "finished_at"])


def end_game(state: GameState, entry: Entry, status: Status, winners: list[int], now: datetime) -> None:
    """Nothing is played any more. A deal that went on is broken off; its seed becomes public too."""
    game, was_over = state.game, state.game.is_over
    game.status, game.finished_at = status, now
    close_window(game)
    game.result = {"winners": winners, "totals": game.totals}
    if game.pool:
        game.unscored_at = now
    if status != Status.FINISHED and not was_over:
        state.ended[game.deal_number] = {"finished_at": now}
        Seat.objects.filter(game=game).update(finished_at=now)
    if game.is_sealed or status == Status.VOIDED:
        note_attempt(state, status, now)
    entry.outcome["then"].append({"type": _NEWS[status], "result": game.result})


def _deal(state: GameState, deal: engine.Deal, now: datetime) -> None:
    table = deal.table
    before = shared_fields(state) if state.deal else {"seats": seats_fields(state)}
    state.game.deal_number, state.game.totals, state.deal = table.deal_number, list(table.scores), deal
    entry = state.append(Kind.DEALT, Author.SERVICE, now)
    entry.hands = {str(seat): hand_codes(deal, seat) for seat in range(table.players)}
    entry.outcome = {
        "deal": _deal_fields(deal),
        "changes": changed_fields(before, shared_fields(state)),
        "then": [{"type": "turn_started", "seat": table.turn}],
    }
    state.deal_version = entry.version
    state.dealt.append(
        Deal(
            game=state.game,
            number=table.deal_number,
            version=entry.version,
            seed=_seed(deal),
            commitment=engine.commitment(_seed(deal)),
            dealer=table.dealer,
            started_at=now,
        )
    )


def _deal_fields(deal: engine.Deal) -> dict[str, Any]:
    """What is told of a deal when it begins; at its end the rest is filled in."""
    beginning = {
        "number": deal.table.deal_number,
        "dealer": deal.table.dealer,
        "commitment": engine.commitment(_seed(deal)),
    }
    return {**beginning, "seed": None, "scores": None, "totals": None, "out": None, "ended": None}


def _told_seed(state: GameState) -> str | None:
    """With the end of the deal; that of a sealed game is told when it is open (`games.selectors.deals`)."""
    return None if state.game.is_sealed else _seed(state.playing).hex()


def _seed(deal: engine.Deal) -> bytes:
    assert deal.seed is not None, "a stored deal has a seed"
    return deal.seed


def _listed(scores: tuple[int, ...] | None) -> list[int]:
    assert scores is not None, "a deal that is over has scores"
    return list(scores)
