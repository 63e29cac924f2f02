"""One process of a service: started, killed without warning, and started again. What it writes goes to a file."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST_START_SECONDS = 90.0


class Process:
    """A command that is to run. It leads a session of its own, so that nothing of it is left behind.

    Once started it is also started again whenever it has ended by itself, as container engines do it.
    """

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str], logs: Path) -> None:
        self.name = name
        self.restarts = 0
        self._command = list(command)
        self._environment = dict(environment)
        self._log = logs / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._is_wanted = False
        self._over = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name=f"keeper of {name}")

    @property
    def pid(self) -> int | None:
        """Its number while it runs."""
        running = self._process is not None and self._process.poll() is None
        return self._process.pid if self._process and running else None

    def start(self) -> None:
        """Run it from now on."""
        with self._lock:
            self._run()
            self._is_wanted = True
        if not self._keeper.is_alive():
            self._keeper.start()

    def kill(self) -> bool:
        """Let it end at once with all of its session, as a container does. False where it had ended already."""
        with self._lock:
            was_there = self.pid is not None
            self._is_wanted = False
            self._kill()
        return was_there

    def end(self) -> None:
        """Kill it for good."""
        self._over.set()
        if self._keeper.is_alive():
            self._keeper.join()
        self._kill()

    def children(self) -> list[int]:
        """Those that it has started itself."""
        return children_of(self.pid) if self.pid else []

    def _run(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=ROOT, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _keep(self) -> None:
        while not self._over.wait(0.5):
            with self._lock:
                if self._is_wanted and self.pid is None:
                    self._kill()
                    self.restarts += 1
                    self._run()


def children_of(pid: int) -> list[int]:
    """The children of a process, whichever of its threads has started them."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for threads in sorted(Path(f"/proc/{pid}/task").iterdir()):
            found += map(int, (threads / "children").read_text().split())
    return found


def kill(pids: Sequence[int], number: signal.Signals = signal.SIGKILL) -> bool:
    """Kill these processes, or send them another signal; False where there is none left."""
    found = False
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
            found = True
    return found


def wait_until(true: Callable[[], object], what: str, seconds: float = LONGEST_START_SECONDS) -> None:
    """Return when it holds; fails where that takes too long."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited {seconds:.0f} s in vain until {what}"
        time.sleep(0.05)
