"""One world for the tests of a module: what they send changes nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.api.junk.crawl import Crawl
from tests.api.junk.world import built


@pytest.fixture(scope="module")
def shared(django_db_setup: None, django_db_blocker: Any) -> Iterator[Crawl]:
    """The world, which is not made for each test anew."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Crawl(built())
        transaction.set_rollback(True)


@pytest.fixture
def crawl(shared: Crawl, db: None) -> Iterator[Crawl]:
    """Sends junk into the world; at the end all rows are what they were."""
    yield shared
    shared.assert_unchanged()
