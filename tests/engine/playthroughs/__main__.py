"""`python -m tests.engine.playthroughs`: which transcripts are not up to date; with `--write`, writes them anew."""

import sys

from tests.engine.playthroughs.files import outdated, write_all


def main(arguments: list[str]) -> int:
    """0 when every file is as it should be."""
    if arguments == ["--write"]:
        for name in write_all():
            print(f"written: {name}")
        return 0
    if arguments:
        print("usage: python -m tests.engine.playthroughs [--write]", file=sys.stderr)
        return 2
    for name in outdated():
        print(f"not up to date: {name}")
    return 1 if outdated() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
