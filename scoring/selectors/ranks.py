"""Ranks, counted from how many have each rating: as quick on a board of a million as on one of ten."""

from collections.abc import Iterable

from django.db.models import Sum

from scoring.models import RatingCount


def rank_in(board_id: int, rating: int) -> int:
    """1 and the number of those who are better; who have the same rating share a rank."""
    better = RatingCount.objects.filter(board=board_id, rating__gt=rating).aggregate(players=Sum("players"))
    return 1 + (better["players"] or 0)


def ranks_in(board_id: int, ratings: Iterable[int]) -> dict[int, int]:
    """The rank of each of these ratings that somebody had, in two statements."""
    wanted = sorted(set(ratings), reverse=True)
    if not wanted:
        return {}
    highest, lowest = wanted[0], wanted[-1]
    found = RatingCount.objects.filter(board=board_id, rating__range=(lowest, highest)).values_list("rating", "players")
    rank, ranks = rank_in(board_id, highest), {}
    for rating, players in sorted(found, reverse=True):
        ranks[rating] = rank
        rank += players
    return {rating: ranks[rating] for rating in wanted if rating in ranks}
