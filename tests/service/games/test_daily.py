"""The daily deal: the same for everybody, and one ranked attempt each."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from games.models import DailyDeal, Deal, Game
from games.services.daily import day_of
from games.services.offers import create_offer
from games.services.resign import resign
from games.services.void import void_game
from players.models import PlayerKind
from tests.service.games.daily import (
    DAY,
    LAST_SECOND,
    MIDNIGHT,
    MORNING,
    NEXT,
    as_seeded,
    board,
    finished,
    play,
    refused,
    started,
)
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db


def log_of(game_id: Any) -> list[tuple[Any, ...]]:
    entries = Game.objects.get(pk=game_id).entries.order_by("version")
    return list(entries.values_list("version", "kind", "seat", "text", "drawn", "hands"))


def test_all_get_the_same_cards_and_the_commitment_tells_them() -> None:
    attempts = [started() for _ in range(3)]
    deals = Deal.objects.filter(game__in=[attempt.game_id for attempt in attempts])
    assert {bytes(deal.seed) for deal in deals} == {bytes(DailyDeal.objects.get().seed)}
    assert {deal.commitment for deal in deals} == {day_of(day=DAY, now=MORNING).commitment}
    assert len({str(log_of(attempt.game_id)) for attempt in attempts}) == 1


def test_another_day_has_other_cards() -> None:
    assert bytes(day_of(day=DAY, now=MORNING).seed) != bytes(day_of(day=NEXT, now=MIDNIGHT).seed)


@pytest.mark.parametrize("seed", range(4))
def test_who_make_the_same_moves_get_the_same_game(seed: int) -> None:
    early, late = finished(seed=seed), finished(now=LAST_SECOND - timedelta(hours=1), seed=seed)
    assert log_of(early.game_id) == log_of(late.game_id)
    assert (early.points, early.difference, early.turns) == (late.points, late.difference, late.turns)
    secrets = Game.objects.values_list("bot_secret", flat=True)
    assert len({bytes(secret) for secret in secrets}) == 1


def test_the_bot_does_the_same_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its level stops by work alone: with clocks that leap it makes the same moves."""
    calm, leaps = finished(), count(step=3600)
    for clock in ("monotonic", "perf_counter", "process_time", "thread_time", "time"):
        monkeypatch.setattr(f"time.{clock}", lambda: float(next(leaps)))
    assert log_of(finished().game_id) == log_of(calm.game_id)


def test_an_attempt_is_not_paused_or_taken_back_which_would_change_the_chance_of_the_bot() -> None:
    state = play(started().game_id, as_seeded(1), most=3)
    for kind, code in (("pause", "no_clock"), ("undo", "undo_off"), ("add_time", "no_clock")):
        offer = {"game_id": state.game.id, "player_id": state.game.owner_id, "version": state.game.version}
        seconds = 60 if kind == "add_time" else None
        assert refused(lambda: create_offer(**offer, kind=kind, seconds=seconds, now=MORNING)) == code  # noqa: B023


def test_the_first_attempt_of_a_player_is_ranked_and_only_one_runs() -> None:
    player = guest()
    first = started(player)
    assert first.is_ranked
    assert refused(lambda: started(player)) == "attempt_running"
    assert started().is_ranked, "of another player"
    play(first.game_id, as_seeded(1))
    second = finished(player, seed=2)
    assert not second.is_ranked
    assert not second.is_listed
    assert not started(player).is_ranked


def test_who_leaves_has_had_the_ranked_attempt() -> None:
    player = guest()
    first = started(player)
    resign(game_id=first.game_id, player_id=player.pk, now=MORNING)
    first.refresh_from_db()
    assert first.finished_at == MORNING
    assert first.difference is None
    assert not started(player).is_ranked
    assert board() == []


def test_software_that_plays_by_itself_is_not_ranked() -> None:
    player = guest()
    player.kind = PlayerKind.BOT
    player.save()
    assert not started(player).is_ranked


def test_an_attempt_that_is_void_was_never_made() -> None:
    player = guest()
    first = finished(player)
    assert [row["player"]["id"] for row in board(LAST_SECOND)] == [str(player.pk)]
    void_game(game_id=first.game_id, now=LAST_SECOND)
    assert board(LAST_SECOND) == []
    assert started(player, LAST_SECOND).is_ranked


def test_what_is_noted_is_what_was_played() -> None:
    attempt = finished()
    deal = Deal.objects.get(game=attempt.game_id)
    assert deal.scores is not None
    moves = attempt.game.entries.filter(seat=0, move__isnull=False).values_list("move", flat=True)
    begun = [move for move in moves if move["type"] in ("draw", "take", "decline")]
    assert (attempt.points, attempt.difference, attempt.turns) == (
        deal.scores[0],
        deal.scores[0] - deal.scores[1],
        len(begun),
    )
