"""The daily deal: the same for everybody, one ranked attempt each, and closed when nobody plays it any more."""

from datetime import timedelta
from typing import Any

import pytest

import engine
from games.daily import GRACE
from games.models import Attempt, DailyDeal, Deal, Game
from games.selectors.daily import Walk, daily_fields, portion_of, streak
from games.services.daily import close_day, day_of, keep_days, start_attempt
from games.services.offers import create_offer
from games.services.resign import resign
from games.services.void import void_game
from players.errors import DomainError
from players.models import PlayerKind
from players.services.erasure import erase, request_erasure
from tests.service.games.daily import (
    DAY,
    LAST_SECOND,
    MIDNIGHT,
    MORNING,
    NEXT,
    as_seeded,
    finished,
    play,
    started,
)
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def refused(act: Any) -> str:
    with pytest.raises(DomainError) as refusal:
        act()
    return refusal.value.code


def board(now: Any = MORNING, limit: int = 100, walk: Walk | None = None) -> list[dict[str, Any]]:
    return portion_of(DAY, walk, limit, now).rows


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


class TestTheEndOfTheDay:
    """Started before midnight, an attempt keeps its day; and the seed waits for it."""

    def test_attempts_are_started_until_midnight(self) -> None:
        assert started(now=LAST_SECOND).day_id == DAY
        assert started(now=MIDNIGHT).day_id == NEXT

    def test_a_day_that_is_over_and_one_to_come(self) -> None:
        day_of(day=DAY, now=MORNING)
        assert refused(lambda: start_attempt(day=DAY, player=guest(), now=MIDNIGHT)) == "daily_closed"
        assert refused(lambda: start_attempt(day=NEXT, player=guest(), now=LAST_SECOND)) == "not_found"
        assert refused(lambda: day_of(day=NEXT, now=LAST_SECOND)) == "not_found"
        assert refused(lambda: day_of(day=DAY - timedelta(days=1), now=MORNING)) == "not_found"

    def test_the_seed_is_told_at_midnight_where_nobody_plays(self) -> None:
        finished()
        assert daily_fields(day_of(day=DAY, now=LAST_SECOND), LAST_SECOND, None)["seed"] is None
        told = daily_fields(day_of(day=DAY, now=MIDNIGHT), MIDNIGHT, None)
        assert told["status"] == "closed"
        assert engine.commitment(bytes.fromhex(told["seed"])) == told["commitment"]

    def test_it_waits_for_those_who_still_play(self) -> None:
        attempt, late = started(now=LAST_SECOND), MIDNIGHT + timedelta(minutes=10)
        told = daily_fields(day_of(day=DAY, now=MIDNIGHT), MIDNIGHT, None)
        assert (told["status"], told["seed"]) == ("closing", None)
        play(attempt.game_id, as_seeded(1), MIDNIGHT)
        attempt.refresh_from_db()
        assert attempt.is_listed
        assert attempt.day_id == DAY
        assert daily_fields(day_of(day=DAY, now=late), late, None)["status"] == "closed"
        assert not Game.objects.get().sealed

    def test_and_not_for_ever(self) -> None:
        attempt = started(now=LAST_SECOND)
        keep_days(now=MIDNIGHT + GRACE - SECOND)
        attempt.refresh_from_db()
        assert attempt.finished_at is None
        keep_days(now=MIDNIGHT + GRACE)
        attempt.refresh_from_db()
        assert attempt.finished_at == MIDNIGHT + GRACE
        assert not attempt.is_listed
        assert Game.objects.get().status == "aborted"
        assert DailyDeal.objects.get(date=DAY).closed_at == MIDNIGHT + GRACE

    def test_it_is_closed_once(self) -> None:
        day_of(day=DAY, now=MORNING)
        assert [close_day(day=DAY, now=now) for now in (LAST_SECOND, MIDNIGHT, MIDNIGHT + SECOND)] == [0, 1, 0]
        assert DailyDeal.objects.get(date=DAY).closed_at == MIDNIGHT

    def test_the_sweep_makes_the_deal_of_each_day(self) -> None:
        keep_days(now=LAST_SECOND)
        keep_days(now=MIDNIGHT)
        days = DailyDeal.objects.order_by("date").values_list("date", "made_at", "closed_at")
        assert list(days) == [(DAY, LAST_SECOND, MIDNIGHT), (NEXT, MIDNIGHT, None)]


class TestTheBoard:
    """The highest difference first, then the fewest turns."""

    @pytest.fixture
    def attempts(self) -> list[Attempt]:
        results = [(50, 9), (120, 14), (120, 11), (-30, 8), (120, 11), (50, 9), (0, 20)]
        made = []
        for place, (difference, turns) in enumerate(results):
            attempt = started(now=MORNING + timedelta(seconds=place))
            resign(game_id=attempt.game_id, player_id=attempt.player_id, now=MORNING)
            facts = {"difference": difference, "turns": turns, "points": difference, "is_listed": True}
            Attempt.objects.filter(pk=attempt.pk).update(**facts)
            made.append(attempt)
        return made

    EXPECTED = ((1, 120, 11), (1, 120, 11), (3, 120, 14), (4, 50, 9), (4, 50, 9), (6, 0, 20), (7, -30, 8))

    @pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
    def test_ties_share_a_rank_on_pages_of_any_size(self, attempts: list[Attempt], limit: int) -> None:
        found: list[dict[str, Any]] = []
        walk: Walk | None = None
        while not found or walk is not None:
            portion = portion_of(DAY, walk and Walk.of(walk.words), limit, MORNING)
            found, walk = found + portion.rows, portion.walk
        assert [(row["rank"], row["difference"], row["turns"]) for row in found] == list(self.EXPECTED)
        assert len({row["player"]["id"] for row in found}) == len(attempts)

    def test_a_walk_is_not_disturbed_by_who_comes_in(self, attempts: list[Attempt]) -> None:
        first = portion_of(DAY, None, 3, MORNING)
        best = finished(now=MORNING + timedelta(hours=1))
        Attempt.objects.filter(pk=best.pk).update(difference=500)
        behind = portion_of(DAY, first.walk, 100, LAST_SECOND).rows
        assert [(row["rank"], row["difference"], row["turns"]) for row in behind] == list(self.EXPECTED[3:])
        assert board(LAST_SECOND)[0]["difference"] == 500

    def test_who_is_erased_is_not_listed(self, attempts: list[Attempt]) -> None:
        gone = attempts[1].player
        request_erasure(player=gone, now=MORNING)
        erase(player_id=gone.pk, now=MORNING + timedelta(days=15))
        assert str(gone.pk) not in {row["player"]["id"] for row in board()}
        assert len(board()) == len(attempts) - 1

    def test_games_are_named_when_others_may_see_them(self, attempts: list[Attempt]) -> None:
        assert {row["game"] for row in board()} == {None}
        assert close_day(day=DAY, now=MIDNIGHT)
        assert {row["game"] for row in board()} == {str(attempt.game_id) for attempt in attempts}


def test_streaks() -> None:
    days = [DAY + timedelta(days=number) for number in (0, 1, 2, 5, 6)]
    until = days[-1]
    assert streak([], until) == {"current": 0, "longest": 0}
    assert streak(days, until) == {"current": 2, "longest": 3}
    assert streak(days, until + timedelta(days=1)) == {"current": 2, "longest": 3}
    assert streak(days, until + timedelta(days=2)) == {"current": 0, "longest": 3}


def test_a_streak_counts_ranked_attempts_that_were_played() -> None:
    player = guest()
    finished(player)
    finished(player, seed=2)
    left = started(player, MIDNIGHT)
    resign(game_id=left.game_id, player_id=player.pk, now=MIDNIGHT)
    told = daily_fields(day_of(day=NEXT, now=MIDNIGHT), MIDNIGHT, player.pk)["you"]
    assert told["streak"] == {"current": 1, "longest": 1}
    assert [attempt["status"] for attempt in told["attempts"]] == ["aborted"]
    before = daily_fields(day_of(day=DAY, now=MIDNIGHT), MIDNIGHT, player.pk)["you"]
    assert [(attempt["status"], attempt["ranked"]) for attempt in before["attempts"]] == [
        ("finished", False),
        ("finished", True),
    ]
