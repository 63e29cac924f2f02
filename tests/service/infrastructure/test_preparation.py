"""The steps before the first request, one by one."""

import errno
import os
import resource
import stat
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from rummy.serve import preparation, server
from rummy.serve.errors import CannotServe


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EDQUOT, "The disk is full"),
        (errno.EROFS, "cannot be written (Read-only file system)"),
        (errno.EACCES, "cannot be written (Permission denied)"),
    ],
)
def test_a_disk_that_takes_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings, number: int, sentence: str
) -> None:
    def fail(_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    settings.DATABASE_URL, settings.DATA_FOLDER = "", tmp_path
    with pytest.raises(CannotServe) as raised:
        server.prepare()
    assert sentence in str(raised.value)
    assert str(tmp_path) in str(raised.value)


def test_the_probe_leaves_nothing(tmp_path: Path) -> None:
    preparation.prepare_folder(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_the_key_is_made_once_for_its_owner_only(tmp_path: Path, settings: Settings) -> None:
    file = tmp_path / "secret_key"
    preparation.keep_secret_key(file)
    made = settings.SECRET_KEY
    assert len(made) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    preparation.keep_secret_key(file)
    assert made == settings.SECRET_KEY


def test_old_messages_are_forgotten(tmp_path: Path) -> None:
    (tmp_path / "broker" / "bots").mkdir(parents=True)
    (tmp_path / "broker" / "bots" / "1.msg").write_text("{}")
    preparation.empty_broker(tmp_path / "broker")
    assert list((tmp_path / "broker").iterdir()) == []


def test_the_limit_of_open_files_is_raised_to_what_is_allowed() -> None:
    preparation.allow_many_files()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft == hard
