"""A served process, and what is recorded of its answers."""

from collections.abc import Iterator
from typing import Any

import pytest

from examples import demo

from . import answers as recorded


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with demo.server() as address:
        yield address


@pytest.fixture(scope="session")
def answers() -> list[tuple[str, Any]]:
    return recorded.answers()
