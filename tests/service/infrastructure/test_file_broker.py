"""The file broker: nothing lost, nothing twice, in order, with several processes at both ends."""

import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection
from kombu.transport.virtual import Channel

from rummy import file_broker


def connect(folder: Path) -> Connection:
    file_broker.register()
    options = {"folder": str(folder), "polling_interval": 0.01}
    return Connection("files://localhost", transport_options=options)


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Channel]:
    with connect(tmp_path) as connection:
        yield connection.default_channel


def put_many(folder: Path, first: int, count: int) -> None:
    channel = connect(folder).default_channel
    for number in range(first, first + count):
        channel._put("jobs", {"body": number, "padding": "x" * 2000})


def get_until_quiet(folder: Path, found: "multiprocessing.Queue[int]", quiet_seconds: float) -> None:
    channel = connect(folder).default_channel
    last = time.monotonic()
    while time.monotonic() - last < quiet_seconds:
        try:
            found.put(channel._get("jobs")["body"])
            last = time.monotonic()
        except Empty:
            time.sleep(0.01)


def test_messages_come_out_in_the_order_they_went_in(channel: Channel) -> None:
    for number in range(20):
        channel._put("jobs", {"body": number})
    assert [channel._get("jobs")["body"] for _ in range(20)] == list(range(20))
    with pytest.raises(Empty):
        channel._get("jobs")


def test_queues_do_not_mix(channel: Channel) -> None:
    channel._put("bots", {"body": 1})
    channel._put("default", {"body": 2})
    assert channel._size("bots") == channel._size("default") == 1
    assert channel._get("default")["body"] == 2


def test_a_message_that_is_being_written_is_not_seen(channel: Channel, tmp_path: Path) -> None:
    channel._put("jobs", {"body": 1})
    channel._get("jobs")
    (tmp_path / "jobs" / "0-half.part").write_text('{"bo')
    with pytest.raises(Empty):
        channel._get("jobs")


def test_purge_empties_one_queue(channel: Channel) -> None:
    for queue in ("bots", "bots", "default"):
        channel._put(queue, {"body": 0})
    assert channel._purge("bots") == 2
    assert (channel._size("bots"), channel._size("default")) == (0, 1)


def test_nothing_is_left_behind(channel: Channel, tmp_path: Path) -> None:
    channel._put("jobs", {"body": 1})
    channel._get("jobs")
    assert list((tmp_path / "jobs").iterdir()) == []


def test_three_writers_and_three_readers_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    found: multiprocessing.Queue[int] = context.Queue()
    writers = [context.Process(target=put_many, args=(tmp_path, 200 * n, 200)) for n in range(3)]
    readers = [context.Process(target=get_until_quiet, args=(tmp_path, found, 1.5)) for _ in range(3)]
    for process in writers + readers:
        process.start()
    numbers = sorted(found.get(timeout=30) for _ in range(600))
    for process in writers + readers:
        process.join(30)
    assert numbers == list(range(600))
    assert found.empty()
