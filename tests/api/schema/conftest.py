"""The world of the junk, for what is sent into it here."""

from tests.api.junk.conftest import crawl, shared

__all__ = ["crawl", "shared"]
