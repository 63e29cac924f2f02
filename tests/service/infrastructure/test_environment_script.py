"""`scripts/environment.py`: each thing that can be wrong with a machine is told in one sentence."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, for a project in an empty folder."""
    spec = importlib.util.spec_from_file_location("environment_script", ROOT / "scripts/environment.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "requirements").mkdir()
    for name in ("runtime", "dev", "clients"):
        (tmp_path / "requirements" / f"{name}.txt").write_text("# nothing\n")
    monkeypatch.setattr(module, "ROOT", str(tmp_path))
    monkeypatch.setattr(module, "make_venv", lambda venv: stand_in_for_venv(Path(module.python_of(venv))))
    return module


def stand_in_for_venv(python: Path) -> None:
    """Put there, in place of an environment's Python, a call of ours: making a real one takes seconds."""
    python.parent.mkdir(parents=True, exist_ok=True)
    python.unlink(missing_ok=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)


def venv_of(script: ModuleType, name: str) -> str:
    return str(Path(script.ROOT, name))


def test_an_old_python_is_refused(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(script.SetupError, match=r"Python 3\.11 or newer is needed and this is 3\.9\.2"):
        script.main("runtime")


def test_debian_without_the_venv_package_is_told_what_to_install(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(script.SetupError, match="apt-get install python3-venv"):
        script.main("runtime")


def test_a_second_set_up_does_nothing(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script.main("dev")
    assert "Installing" in capsys.readouterr().out
    monkeypatch.setattr(script, "run", None)
    script.main("dev")
    script.main("runtime")  # the packages for work include those for service
    assert capsys.readouterr().out == ""


def test_a_changed_lock_is_installed_again(script: ModuleType) -> None:
    script.main("runtime")
    before = script.stamp("runtime")
    Path(script.ROOT, "requirements/runtime.txt").write_text("# changed\n")
    assert script.stamp("runtime") != before
    assert script.stamp("runtime") not in script.installed(venv_of(script, ".venv"))


def test_a_broken_environment_is_made_anew(script: ModuleType) -> None:
    script.main("runtime")
    python = Path(script.python_of(venv_of(script, ".venv")))
    python.unlink()
    python.symlink_to("/nowhere/python")
    script.main("runtime")
    assert script.works(str(python))


def test_what_generates_clients_is_installed_apart(script: ModuleType) -> None:
    script.main("dev")
    script.main("clients")
    assert script.installed(venv_of(script, ".venv")) == [script.stamp("dev"), script.stamp("runtime")]
    assert script.installed(venv_of(script, ".venv-clients")) == [script.stamp("clients")]


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("ERROR: [Errno 30] Read-only file system: '/x'", "cannot be written"),
        (
            "noise\nERROR: No matching distribution found for django",
            "No matching distribution found for django",
        ),
    ],
)
def test_what_pip_says_becomes_one_sentence(script: ModuleType, output: str, sentence: str) -> None:
    with pytest.raises(script.SetupError, match=sentence) as raised:
        script.run([sys.executable, "-c", f"import sys; print({output!r}); sys.exit(1)"])
    assert "\n" not in str(raised.value)
