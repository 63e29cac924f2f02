"""A server of the benchmark's own: started, waited for until it answers, and ended."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

LONGEST_START_SECONDS = 600
LONGEST_STOP_SECONDS = 20
PAUSE_SECONDS = 0.02


@dataclass(frozen=True)
class Server:
    """A server that answers."""

    pid: int
    address: str
    seconds: float
    """From the command to the first answer."""


def clean_up_when_ended() -> None:
    """Let whatever ends this program be an exception, so that its servers and databases go with it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))


@contextmanager
def serving(command: Sequence[str], folder: Path, **settings: str) -> Iterator[Server]:
    """Run the command in the folder, with settings besides the environment's; give it when it answers."""
    started = time.monotonic()
    environment = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**environment, "PYTHONUNBUFFERED": "1", **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        address = _address(process)
        _wait_for_answer(f"{address}/rulesets")
        yield Server(process.pid, address, time.monotonic() - started)
    finally:
        end(process)


def _address(process: subprocess.Popen[str]) -> str:
    """The API's address, from what the command prints."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"API +(http\S+)", line):
            return found[1]
    raise RuntimeError(f"the server ended with {process.wait()} before it answered")


def _wait_for_answer(address: str) -> None:
    give_up = time.monotonic() + LONGEST_START_SECONDS
    while time.monotonic() < give_up:
        try:
            with urlopen(address, timeout=10) as answer:
                answer.read()
                return
        except URLError:
            time.sleep(PAUSE_SECONDS)
    raise RuntimeError(f"{address} did not answer in {LONGEST_START_SECONDS} s")


def end(process: subprocess.Popen[str]) -> None:
    """As Ctrl-C does it; the whole session is ended if that is not enough."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
    try:
        process.communicate(timeout=LONGEST_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
