"""Offers over HTTP, clocks in a view, and taking a seat back."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Offer
from games.services.bots import play_bot_turn
from tests.api.client import code_of
from tests.api.games.tables import Table, table_of

pytestmark = pytest.mark.django_db
BANK, MINUTE = {"mode": "live", "initial_ms": 60_000}, timedelta(minutes=1)


@pytest.fixture
def table(db: None) -> Table:
    """Two people with clocks that have just been started."""
    made = table_of(2, rules={"preset": "classic", "call": "off"}, clock=BANK)
    now = timezone.now()
    Game.objects.update(clock_since=now, clock_ends_at=now + MINUTE, due_at=now + MINUTE)
    return made


def offer(table: Table, seat: int = 0, headers: Any = None, **body: Any) -> Any:
    body = {"kind": "pause", "version": table.version} | body
    return table.seats[seat].post(f"{table.path}/offers", body, headers=headers)


def answer(table: Table, made: Any, seat: int = 1, text: str = "accepted") -> Any:
    return table.seats[seat].post(f"{table.path}/offers/{made.json()['offer']['id']}/answer", {"answer": text})


def test_an_offer_is_made_and_accepted(table: Table) -> None:
    version = table.version
    made = offer(table)
    assert (made.status_code, made["ETag"]) == (201, f'"v{version}.1"')
    assert made.json()["offer"]["answers"] == [{"seat": 1, "answer": None}]
    view = table.stranger.get(f"{table.path}/view").json()
    assert view["offers"] == [made.json()["offer"]]
    accepted = answer(table, made).json()
    assert (accepted["offer"]["status"], accepted["version"]) == ("accepted", version + 1)
    assert table.stranger.get(f"{table.path}/view").json()["status"] == "paused"
    assert code_of(table.move(0, {"type": "draw"})) == "game_paused"
    assert answer(table, made).status_code == 200
    assert code_of(answer(table, made, text="declined")) == "offer_closed"


def test_an_offer_changes_the_tag_and_not_the_version(table: Table) -> None:
    tag = {"If-None-Match": table.seats[0].get(f"{table.path}/view")["ETag"]}
    cursor = table.seats[0].get(f"{table.path}/view").json()["cursor"]
    version = table.version
    offer(table)
    assert table.seats[0].get(f"{table.path}/view", headers=tag).status_code == 200
    assert table.version == version
    (event,) = table.seats[1].get(f"{table.path}/events?after={cursor}").json()["results"]
    assert (event["type"], event["id"], event["offer"]["kind"]) == ("offer_made", f"v{version}.1", "pause")
    assert table.seats[1].get(f"{table.path}/events?after={event['id']}").json()["results"] == []


def test_one_key_makes_one_offer(table: Table) -> None:
    key = {"Idempotency-Key": "pause-please"}
    assert offer(table, headers=key).json() == offer(table, headers=key).json()
    assert Offer.objects.count() == 1


def test_an_offer_is_withdrawn(table: Table) -> None:
    made = offer(table)
    path = f"{table.path}/offers/{made.json()['offer']['id']}"
    assert code_of(table.seats[1].delete(path)) == "forbidden"
    assert table.seats[0].delete(path).status_code == 204
    listed = table.stranger.get(f"{table.path}/offers").json()
    assert [one["status"] for one in listed["results"]] == ["cancelled"]
    assert listed["server_time"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"version": None}, "version_required"),
        ({"version": 1}, "version_conflict"),
        ({"kind": "draw"}, "bad_request"),
        ({"kind": "add_time"}, "bad_request"),
        ({"kind": "pause", "seconds": 5}, "bad_request"),
        ({"kind": "pause", "to_version": 5}, "bad_request"),
        ({"kind": "undo"}, "nothing_to_undo"),
        ({"kind": "resume"}, "game_not_paused"),
        ({"colour": "red"}, "unknown_field"),
    ],
)
def test_what_cannot_be_offered(table: Table, body: dict[str, Any], code: str) -> None:
    assert code_of(offer(table, **body)) == code
    assert not Offer.objects.exists()


def test_only_players_offer_and_answer(table: Table) -> None:
    body = {"kind": "pause", "version": table.version}
    assert code_of(table.stranger.post(f"{table.path}/offers", body)) == "not_seated"
    made = offer(table)
    path = f"{table.path}/offers/{made.json()['offer']['id']}/answer"
    assert code_of(table.stranger.post(path, {"answer": "accepted"})) == "not_seated"
    assert code_of(table.seats[1].post(path, {"answer": "maybe"})) == "bad_request"
    nobody = f"{table.path}/offers/01990000-0000-7000-8000-000000000000/answer"
    assert code_of(table.seats[1].post(nobody, {"answer": "accepted"})) == "not_found"


def test_a_view_has_clocks_and_a_deadline(table: Table) -> None:
    view = table.seats[0].get(f"{table.path}/view").json()
    assert [clock["remaining_ms"] for clock in view["clocks"]] == [60_000, 60_000]
    assert (view["deadline"]["seat"], view["deadline"]["kind"], view["deadline"]["then"]) == (
        view["turn"],
        "turn",
        "auto_move",
    )


def test_a_seat_that_was_lost_by_time_is_taken_back(table: Table) -> None:
    seat = table.game.state.playing.table.turn
    client = table.seats[seat]
    Game.objects.update(max_timeouts=0)
    passed = timezone.now() - timedelta(minutes=2)
    Game.objects.update(clock_since=passed, clock_ends_at=passed, due_at=passed)
    view = client.get(f"{table.path}/view").json()
    assert (view["viewer"], view["seats"][seat]["kind"], view["seats"][seat]["timeouts_used"]) == (
        "spectator",
        "bot",
        1,
    )
    lost = client.put(f"{table.path}/seats/{seat}", {})
    assert (lost.status_code, code_of(lost), lost["Retry-After"]) == (409, "turn_timed_out", "2")
    play_bot_turn(game_id=table.game.game_id, version=table.version, clock=timezone.now)
    game = client.put(f"{table.path}/seats/{seat}", {}).json()
    assert game["seats"][seat]["kind"] == "person"
    assert client.get(f"{table.path}/view").json()["viewer"] == "seat"
    events = client.get(f"{table.path}/events").json()["results"]
    assert [event["then"] for event in events if event["type"] == "timed_out"] == ["bot"]
