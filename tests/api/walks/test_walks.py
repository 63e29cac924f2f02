"""A walk through any list finds each row that is there all the time once, whatever is added and removed meanwhile.

With SOAK=1 on PostgreSQL there are 100,000 rows in each list, and another process adds and removes some all the time;
without it a few, and some are added and removed between any two pages.
"""

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from players.models import Player, PlayerKind, TokenKind
from players.services import issue_token
from tests.api.client import ApiClient
from tests.api.games.test_marks import MARKS
from tests.api.walks.lists import Listing, World
from tests.api.walks.scores import lists_of_scores
from tests.api.walks.walking import Numbers, Walk, add, faults, remove
from tests.engine.sizes import SOAK
from tests.service.games.table import guest

ROWS, LIMIT = 60, 7
MANY_ROWS, MANY_LIMIT = int(os.environ.get("WALK_ROWS", "100000")), 100
NO_PAGES_OF_THEIR_OWN = {"exportGames"}
ONE_PAGE = {"listLeaderboardAround", "listDailyAround"}
NAMES = [
    *("listGames sort=newest&status=finished", "listGames sort=oldest&status=finished"),
    *(f"listPlayerGames sort={sort}" for sort in ("newest", "oldest", "last_finished", "first_finished")),
    *("exportGames", "listMoves", "listGameEvents after=v20.0", "listDeals", "listOffers", "listMessages"),
    *(
        "listPlayers name=Namesake",
        "listFriends",
        "listBlocks",
        "listTokens",
        "listDevices",
        "listApps",
        "listWebhooks",
    ),
    *("listDeliveries", "listMyEvents after=n0", "listNotifications", "listMyTurns", "listSeeks", "listMyInvites"),
    *(
        "listRatingHistory",
        "listLeaderboards",
        "listLeaderboardRows",
        "listDailyRows",
        "listScoreSheets",
        "listSheetHistory",
    ),
]


def lists_of(player: Player) -> Iterator[Listing]:
    """All lists, with what belongs to the player."""
    yield from World(player).lists()
    yield from lists_of_scores(player, timezone.now())


def listing_of(name: str, player: Player) -> Listing:
    """The list of this name, which belongs to the player."""
    return next(listing for listing in lists_of(player) if str(listing) == name)


def somebody() -> tuple[Player, ApiClient]:
    """A player with an account."""
    player = guest("Walker")
    Player.objects.filter(pk=player.pk).update(kind=PlayerKind.ACCOUNT, username="walker")
    player.refresh_from_db()
    _, secret = issue_token(player=player, kind=TokenKind.SESSION, now=timezone.now())
    return player, ApiClient(secret)


@pytest.mark.django_db
def test_every_list_is_walked() -> None:
    player, _ = somebody()
    assert [str(listing) for listing in lists_of(player)] == NAMES
    walked = {name.partition(" ")[0] for name in NAMES}
    waiting = {"listGameEvents", "listMyEvents"}
    paged = {name for name, marks in MARKS.items() if "P" in marks} - ONE_PAGE
    assert walked == paged | waiting | NO_PAGES_OF_THEIR_OWN


@pytest.mark.django_db
@pytest.mark.skipif(SOAK, reason="walked with many rows")
@pytest.mark.parametrize("name", NAMES)
def test_rows_that_come_and_go_between_pages_disturb_no_walk(name: str) -> None:
    player, client = somebody()
    listing, numbers = listing_of(name, player), Numbers(ROWS, Random(name))
    add(listing, numbers.first)
    walk = Walk(client, listing, LIMIT)
    for _ in walk.pages():
        if len(numbers.come) < ROWS // 2:
            add(listing, [numbers.new() for _ in range(2)])
            if not listing.lasting:
                remove(listing, numbers.old())
    assert not faults(walk, numbers)
    assert len(walk.found) >= ROWS - len(numbers.gone)


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not (SOAK and "DATABASE_URL" in os.environ), reason="needs PostgreSQL, and time")
@pytest.mark.parametrize("name", NAMES)
def test_rows_that_another_process_adds_and_removes_disturb_no_walk(name: str) -> None:
    player, client = somebody()
    listing, numbers = listing_of(name, player), Numbers(MANY_ROWS, Random(name))
    for begin in range(0, MANY_ROWS, 5000):
        add(listing, numbers.first[begin : begin + 5000])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    walk = Walk(client, listing, MANY_LIMIT)
    with busy(listing, numbers) as changed:
        for _ in walk.pages():
            pass
    assert not faults(walk, numbers), f"{len(walk.found)} found, {changed[0]} changes meanwhile"
    print(f"\n{name}: {len(walk.found)} found, {changed[0]} rows added and removed meanwhile")
    assert changed[0] > 10


@contextmanager
def busy(listing: Listing, numbers: Numbers) -> Iterator[list[int]]:
    """Within, another process adds and removes rows. How many it were is told afterwards, and which in `numbers`."""
    context = multiprocessing.get_context("fork")
    over, changed, told = context.Event(), [0], context.Queue()
    other = context.Process(target=_change, args=(listing, numbers, over, told))
    other.start()
    try:
        yield changed
    finally:
        over.set()
        numbers.come, numbers.gone, changed[0] = told.get(timeout=60)
        other.join()


def _change(listing: Listing, numbers: Numbers, over: Event, told: Any) -> None:
    """In the other process, which has a connection of its own."""
    connection.connection = None  # the parent's goes on
    count = 0
    while not over.wait(0.005):
        add(listing, [numbers.new()])
        if not listing.lasting:
            remove(listing, numbers.old())
        count += 1 if listing.lasting else 2
    told.put((numbers.come, numbers.gone, count))
    connection.close()
