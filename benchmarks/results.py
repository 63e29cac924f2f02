"""results.md: one section a subject, each holding the last result of its benchmark."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.machine import description

FILE = Path(__file__).parent / "results.md"
SUBJECTS = ("E1 and E2", "E3 and E4", "S1 to S4", "S3", "S5", "A1", "L1", "M1", "T1", "Soak")
TITLE = "# Results\n\nThe last results, each written by its benchmark. README.md says what is measured.\n"


def record(subject: str, text: str) -> None:
    """Print a result and put it into its section, with the date, the commit and the machine."""
    print(text)
    sections = _sections()
    sections[subject] = f"{text.strip()}\n\nMeasured {description()}."
    names = [*SUBJECTS, *sorted(set(sections) - set(SUBJECTS))]
    parts = [f"## {name}\n\n{sections[name]}\n" for name in names if name in sections]
    FILE.write_text("\n".join([TITLE, *parts]))


def table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [header, ("---",) * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _sections() -> dict[str, str]:
    if not FILE.exists():
        return {}
    parts = FILE.read_text().split("\n## ")[1:]
    return {name: body.strip() for name, body in (part.split("\n", 1) for part in parts)}
