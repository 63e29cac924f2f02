"""Where the compiled form of the kernel is, and whether it belongs to the sources as they are now."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE / "built"
STAMP = "sources.sha256"
MODULES = ("cards", "moves", "facts", "melds", "hands", "reach", "finishing", "world", "legal", "turns", "playouts")
"""What is compiled, in the order of their imports."""


def fingerprint() -> str:
    """A text that is another one for other sources or another Python."""
    sources = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for name in MODULES:
        sources.update((HERE / f"{name}.py").read_bytes())
    return sources.hexdigest()


def is_current(folder: Path) -> bool:
    """Whether the folder holds the compiled form of the present sources for this Python."""
    try:
        return (folder / STAMP).read_text() == fingerprint()
    except OSError:
        return False


@contextmanager
def loading(folder: Path) -> Iterator[None]:
    """While compiled modules are imported: what they have in common lies beside them, outside of any package."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
