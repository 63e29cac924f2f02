"""Time that stands still, and asking."""

from tests.api.secrecy.answers import asking
from tests.api.secrecy.stillness import still

__all__ = ["asking", "still"]
