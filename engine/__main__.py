"""`python -m engine`: one JSON request a line from standard input, one answer a line to standard output."""

from __future__ import annotations

import sys
from io import TextIOWrapper

from engine.requests import answer_line


def main() -> None:
    """Serves until the end of the input. Bytes that are no UTF-8 make a line that cannot be read, like any other."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    for line in sys.stdin:
        if line.strip():
            print(answer_line(line), flush=True)


if __name__ == "__main__":
    main()
