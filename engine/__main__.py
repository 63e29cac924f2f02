"""`python -m engine`: one JSON request a line from standard input, one answer a line to standard output."""

from __future__ import annotations

import sys

from engine.requests import answer_line


def main() -> None:
    """Serves until the end of the input."""
    for line in sys.stdin:
        if line.strip():
            print(answer_line(line), flush=True)


if __name__ == "__main__":
    main()
