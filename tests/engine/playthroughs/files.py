"""The files of the transcripts."""

from pathlib import Path

from tests.engine.playthroughs.games import PLAYTHROUGHS
from tests.engine.playthroughs.transcript import transcript

FOLDER = Path(__file__).parent


def file_of(name: str) -> Path:
    """Where the transcript is kept."""
    return FOLDER / f"{name}.txt"


def stray_files() -> list[Path]:
    """Transcripts of playthroughs that are no more."""
    return [file for file in sorted(FOLDER.glob("*.txt")) if file.stem not in PLAYTHROUGHS]


def outdated() -> list[str]:
    """The names of the transcripts that say something else than the engine does now."""
    changed = [name for name in PLAYTHROUGHS if _kept(name) != transcript(name, PLAYTHROUGHS[name])]
    return changed + [file.stem for file in stray_files()]


def _kept(name: str) -> str:
    return file_of(name).read_text(encoding="utf-8") if file_of(name).exists() else ""


def write_all() -> list[str]:
    """Writes what is not up to date and removes what is no more; the names of both."""
    changed = outdated()
    for name in changed:
        if name in PLAYTHROUGHS:
            file_of(name).write_text(transcript(name, PLAYTHROUGHS[name]), encoding="utf-8")
        else:
            file_of(name).unlink()
    return changed
