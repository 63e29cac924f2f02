"""What a player is told: read page by page, and waited for."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from api.waiting import KEY, Wait
from games.services.telling import tell_players
from players.event_texts import PLAYER_EVENT_TYPES
from players.models import Player, PlayerEvent
from players.news import Feed, FeedKind, Standing
from players.services import news_told, tell_player
from players.services.sweep import sweep_players
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.service.games.table import guest, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return guest("Ada")


def tell(player: Player, *news: str, **facts: Any) -> None:
    with transaction.atomic(), news_told():
        for one in news:
            tell_player(player_id=player.pk, news=one, now=timezone.now(), facts=facts)


def read(player: Player, query: str = "", **environ: Any) -> dict[str, Any]:
    return dict(client_of(player).send("GET", f"me/events?{query}", **environ).json())


def test_a_game_that_starts_is_told_with_whose_turn_it_is() -> None:
    game = people(2)
    tell_players(game_id=game.game_id, now=timezone.now())
    turn = game.state.playing.table.turn
    page = read(game.players[turn])
    assert [event["type"] for event in page["results"]] == ["game_started", "turn_started"]
    assert [event["type"] for event in read(game.players[1 - turn])["results"]] == ["game_started"]
    last = page["results"][-1]
    assert (last["game"], last["seat"], last["version"]) == (str(game.game_id), turn, game.state.game.version)
    assert (last["text"], last["id"]) == ("It is your turn.", page["next_cursor"])


def test_every_type_has_its_sentence(ada: Player) -> None:
    tell(ada, *PLAYER_EVENT_TYPES)
    texts = [event["text"] for event in read(ada)["results"]]
    assert len(set(texts)) == len(PLAYER_EVENT_TYPES)
    tell(ada, "offer_made", offer_kind="undo")
    assert read(ada)["results"][-1]["text"] == "Another player asks to take back moves."


@pytest.mark.parametrize("limit", [1, 2, 5, 7, 100])
def test_a_walk_from_any_event_finds_all_behind_it_once(ada: Player, limit: int) -> None:
    tell(ada, *["turn_started", "game_over"] * 4)
    tell(guest("Ben"), "game_over")
    events = [event["id"] for event in read(ada)["results"]]
    assert len(events) == 8
    for number, start in enumerate(["", *events]):
        found, after, has_more = [], start, True
        while has_more:
            page = read(ada, f"limit={limit}" + (f"&after={after}" if after else ""))
            assert page["complete"]
            found += [event["id"] for event in page["results"]]
            after, has_more = page["next_cursor"], page["has_more"]
        assert found == events[number:]
        assert after == events[-1]


def test_what_was_forgotten_is_no_silent_gap(ada: Player) -> None:
    tell(ada, "turn_started", "turn_started", "game_over")
    sweep_players(now=timezone.now())
    assert len(read(ada)["results"]) == 3
    PlayerEvent.objects.filter(number__lte=2).update(at=timezone.now() - timedelta(days=8))
    sweep_players(now=timezone.now())
    for after, complete in (("", True), ("&after=n0", False), ("&after=n1", False), ("&after=n2", True)):
        page = read(ada, f"wait=20{after}")
        assert [event["id"] for event in page["results"]] == ["n3"]
        assert page["complete"] is complete
    PlayerEvent.objects.all().delete()
    page = read(ada, "wait=20&after=n2")
    assert (page["results"], page["complete"], page["next_cursor"]) == ([], False, "n3")
    assert read(ada, "after=n3")["complete"]


def test_a_place_that_was_never_reached_is_no_silent_gap(ada: Player) -> None:
    assert read(ada, "after=n9")["next_cursor"] == "n0"
    tell(ada, "game_over")
    page = read(ada, "wait=20&after=n99")
    assert (page["results"], page["next_cursor"], page["complete"]) == ([], "n1", False)
    assert read(ada, "after=n1")["complete"]


@pytest.mark.parametrize("place", ["n", "v1.0", "n-1", "1", "n1.0", "n\u0661"])
def test_what_is_no_place_is_refused(ada: Player, place: str) -> None:
    assert code_of(client_of(ada).get(f"me/events?after={place}")) == "bad_cursor"


def test_without_news_the_answer_is_postponed(ada: Player) -> None:
    tell(ada, "game_over")
    wait = Wait()
    environ = {"asgi.scope": {"state": {KEY: wait}}}
    assert read(ada, "wait=20&after=n1", **environ)["results"] == []
    assert wait.awaited == (Feed(FeedKind.PLAYER, ada.pk), Standing(1))
    tell(ada, "turn_started")
    wait.awaited = None
    assert [event["id"] for event in read(ada, "wait=20&after=n1", **environ)["results"]] == ["n2"]
    assert wait.awaited is None


def test_a_thread_that_waits_hears_the_bell(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told while it waits is in the answer."""
    from games.services import listen

    monkeypatch.setattr(listen.bell, "wait", lambda *_: tell(ada, "turn_started"))
    assert [event["type"] for event in read(ada, "wait=20")["results"]] == ["turn_started"]


def test_nobody_is_told_nothing() -> None:
    assert ApiClient().get("me/events").status_code == 401
