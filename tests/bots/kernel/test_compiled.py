"""The compiled form of the kernel is used only where it was made of the sources as they are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bots.kernel
from bots.kernel import cards
from bots.kernel.compiled import FOLDER, MODULES, STAMP, fingerprint, is_current


def test_a_folder_is_current_with_the_fingerprint_of_the_sources_alone(tmp_path: Path) -> None:
    assert not is_current(tmp_path)
    (tmp_path / STAMP).write_text(fingerprint())
    assert is_current(tmp_path)
    (tmp_path / STAMP).write_text(fingerprint()[::-1])
    assert not is_current(tmp_path)


def test_every_module_but_those_about_compiling_and_the_engine_is_compiled() -> None:
    sources = {path.stem for path in Path(bots.kernel.__file__).parent.glob("*.py")}
    expected = {*MODULES, "__init__", "compiled", "exchange"}
    assert sources == expected


def test_what_is_imported_is_what_is_said() -> None:
    assert (not str(cards.__file__).endswith(".py")) == bots.kernel.COMPILED


@pytest.mark.parametrize("form", ["python", "compiled"])
def test_the_environment_chooses_the_form(form: str) -> None:
    command = [sys.executable, "-c", "from bots.kernel import COMPILED; print(COMPILED)"]
    done = subprocess.run(command, env={**os.environ, "KERNEL": form}, capture_output=True, text=True, check=False)
    if form == "compiled" and not is_current(FOLDER):
        assert "run `make kernel`" in done.stderr
    else:
        assert done.stdout.strip() == str(form == "compiled")
