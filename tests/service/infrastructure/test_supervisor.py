"""The supervisor: starts again with growing pauses, ends its child and the child's children."""

import asyncio
import contextlib
import os
import sys
import time
from pathlib import Path

import pytest

from rummy.serve import supervisor
from rummy.serve.supervisor import Supervisor


def child(code: str) -> Supervisor:
    return Supervisor("child", [sys.executable, "-c", code], os.environ)


def wait_until_gone(pid: int) -> None:
    for _ in range(100):
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail(f"process {pid} is still there")


async def run_for(watched: Supervisor, seconds: float) -> None:
    task = asyncio.create_task(watched.keep_running())
    await asyncio.sleep(seconds)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def test_pauses_double_up_to_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def note(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 7:
            raise asyncio.CancelledError

    async def end_at_once(_: Supervisor) -> int:
        return 1

    monkeypatch.setattr(Supervisor, "_run", end_at_once)
    monkeypatch.setattr(asyncio, "sleep", note)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(child("").keep_running())
    assert pauses == [1, 2, 4, 8, 16, 30, 30]


def test_a_child_that_ends_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE_SECONDS", 0.01)
    code = f"open({str(tmp_path / 'starts')!r}, 'a').write('x')"
    asyncio.run(run_for(child(code), 1.5))
    assert len((tmp_path / "starts").read_text()) >= 2


def test_a_child_that_would_not_end_is_killed_with_its_children(tmp_path: Path) -> None:
    code = f"""
import os, pathlib, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.fork()
pathlib.Path({str(tmp_path)!r}, str(os.getpid())).touch()
time.sleep(60)
"""
    asyncio.run(run_for(child(code), 1.0))
    pids = [int(file.name) for file in tmp_path.iterdir()]
    assert len(pids) == 2
    for pid in pids:
        wait_until_gone(pid)
