"""The locked packages: every one with its version and its hashes, and no host that they come from."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "requirements"


def entries(name: str) -> list[str]:
    """The requirement lines of a lock file, continued lines joined."""
    text = (FOLDER / f"{name}.txt").read_text().replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def packages(name: str) -> dict[str, str]:
    """Package to its pinned version."""
    return dict(re.match(r"([a-z0-9-]+)==(\S+)", line).groups() for line in entries(name))  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["runtime", "push", "dev", "clients"])
def test_every_package_is_pinned_and_hashed(name: str) -> None:
    for line in entries(name):
        assert re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line


@pytest.mark.parametrize("file", sorted(FOLDER.iterdir()), ids=lambda file: file.name)
def test_no_address_is_recorded(file: Path) -> None:
    assert "://" not in file.read_text()


@pytest.mark.parametrize("name", ["runtime", "push", "dev", "clients"])
def test_the_lock_holds_what_is_asked_for(name: str) -> None:
    locked = packages(name)
    wanted = re.findall(r"^([a-z0-9-]+)(?:\[[a-z0-9,-]+\])?(?:==(\S+))?$", (FOLDER / f"{name}.in").read_text(), re.M)
    assert wanted
    for package, version in wanted:
        assert locked[package] == version or (not version and package in locked)


def test_tests_run_on_the_versions_that_are_served() -> None:
    runtime, push, dev = packages("runtime"), packages("push"), packages("dev")
    assert runtime.items() <= dev.items()
    assert push.items() <= dev.items()


def test_what_pushes_fits_beside_what_serves() -> None:
    runtime, push = packages("runtime"), packages("push")
    assert all(runtime[name] == version for name, version in push.items() if name in runtime)
    assert {"httpx", "pyjwt", "cryptography"} <= push.keys() - runtime.keys()
