"""A worker's connection to Redis that is closed after it was lost."""

import os
import uuid
from collections.abc import Iterator

import pytest
import redis
from kombu import Connection

from rummy import redis_broker
from rummy.celery import app

pytestmark = pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis")


@pytest.fixture
def prefix() -> Iterator[str]:
    """That of all keys of the test, which are gone afterwards."""
    prefix = f"test-{uuid.uuid4()}:"
    yield prefix
    with redis.Redis.from_url(os.environ["REDIS_URL"]) as client:
        client.delete(*client.keys(f"{prefix}*"))


def test_a_connection_that_is_gone_can_be_closed_though_a_message_is_held(prefix: str) -> None:
    assert app.main == "rummy"  # who imports the application has our transport
    connection = Connection(os.environ["REDIS_URL"], transport_options={"global_keyprefix": prefix})
    assert isinstance(connection.transport, redis_broker.Transport)
    queue = connection.SimpleQueue("jobs")
    queue.put({})
    held = queue.get(timeout=5)
    assert not held.acknowledged
    queue.channel._disconnect_pools()
    connection._do_close_transport()
    connection.close()


def test_a_channel_sends_with_one_client_until_its_connections_are_new(prefix: str) -> None:
    with Connection(os.environ["REDIS_URL"], transport_options={"global_keyprefix": prefix}) as connection:
        queue = connection.SimpleQueue("jobs")
        first = queue.channel._create_client()
        for number in range(2):
            queue.put(number)
        assert queue.channel._create_client() is first
        queue.channel._disconnect_pools()
        queue.put(2)
        assert queue.channel._create_client() is not first
        received = [queue.get(timeout=5) for _ in range(3)]
        assert [message.payload for message in received] == [0, 1, 2]
        for message in received:
            message.ack()
