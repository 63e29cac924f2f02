"""The transcripts say what the engine does. `python -m tests.engine.playthroughs --write` writes them anew."""

from pathlib import Path

import pytest

from engine import PRESETS
from tests.engine.playthroughs import __main__ as command
from tests.engine.playthroughs import files
from tests.engine.playthroughs.games import PLAYTHROUGHS
from tests.engine.playthroughs.transcript import transcript


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_transcript_is_up_to_date(name: str) -> None:
    kept = files.file_of(name).read_text(encoding="utf-8").splitlines()
    found = transcript(name, PLAYTHROUGHS[name]).splitlines()
    for number, (line, wanted) in enumerate(zip(found, kept, strict=False), 1):
        assert line == wanted, f"line {number}"
    assert len(found) == len(kept)


def test_every_preset_has_one() -> None:
    assert {name: PLAYTHROUGHS[name].start().table.options.preset for name in PRESETS} == {
        name: name for name in PRESETS
    }
    assert all(PLAYTHROUGHS[name].start().table.options == PRESETS[name] for name in PRESETS)


def test_no_file_is_left_over() -> None:
    assert files.stray_files() == []


def test_the_command_tells_and_writes_what_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    few = {name: PLAYTHROUGHS[name] for name in ("bicycle", "lowest")}
    monkeypatch.setattr(files, "PLAYTHROUGHS", few)
    assert command.main(["--write"]) == 0
    assert command.main([]) == 0
    (tmp_path / "lowest.txt").write_text("another text")
    (tmp_path / "of_old.txt").write_text("a playthrough that is no more")
    capsys.readouterr()
    assert command.main([]) == 1
    assert capsys.readouterr().out.splitlines() == ["not up to date: lowest", "not up to date: of_old"]
    assert command.main(["--write"]) == 0
    assert sorted(file.stem for file in tmp_path.iterdir()) == ["bicycle", "lowest"]
    assert command.main([]) == 0
    assert command.main(["--rewrite"]) == 2
