"""The search kernel: whole deals as bit masks, quick to copy, to play on and to deal anew.

    exchange   deals and observations of the engine as worlds, and back
    playouts   a world played on by policies or by chance
    turns      what a move does
    legal      which moves are legal
    world      one deal with every card in its place
    finishing  could the turn still be ended?      reach  can a card be tabled?
    hands      the melds in a hand                 melds  the melds on the table
    facts, moves, cards
    compiled   where that form of all this is

It holds no rule that `tests/bots/kernel` does not compare with the engine. All of it but `exchange` also runs compiled
(`make kernel`): what is imported is the compiled form where there is one that was made of these sources, else they.
In the environment, KERNEL=python asks for the sources, KERNEL=compiled for the compiled form or an ImportError.
"""

import os
from importlib import import_module

from bots.kernel.compiled import FOLDER, is_current, loading

_asked = os.environ.get("KERNEL", "")
_found = is_current(FOLDER)
if _asked == "compiled" and not _found:
    raise ImportError("no compiled kernel of these sources: run `make kernel`")
COMPILED = _found and _asked != "python"
"""Whether the compiled form is used."""

if COMPILED:
    __path__.insert(0, str(FOLDER))
    with loading(FOLDER):
        import_module("bots.kernel.playouts")

__all__ = ["COMPILED"]
