"""The yardstick of S2: boardgame.io, locked with hashes, installed into node_modules beside this file."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.cpu import Stopwatch
from benchmarks.load import Load, run_of
from benchmarks.memory import family
from benchmarks.server import end
from benchmarks.web import free_port, wait_for

FOLDER = Path(__file__).parent
INSTALLED = FOLDER / "node_modules" / ".package-lock.json"


def install() -> None:
    """Install what is locked, unless it is there."""
    lock = FOLDER / "package-lock.json"
    if INSTALLED.exists() and INSTALLED.stat().st_mtime >= lock.stat().st_mtime:
        return
    if not shutil.which("npm"):
        raise RuntimeError("Node.js with npm is missing: boardgame.io needs it.")
    subprocess.run(["npm", "ci", "--no-progress", "--silent"], cwd=FOLDER, check=True)


@contextmanager
def serving(clients: int) -> Iterator[Callable[[float], Load]]:
    """Run its server; what is given lets so many clients play for some seconds."""
    install()
    port = free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(["node", "server.js", str(port)], cwd=FOLDER, start_new_session=True, **quiet)

    def load(seconds: float) -> Load:
        pids = family(process.pid)
        watch = Stopwatch(pids)
        command = ["node", "clients.js", str(port), str(clients), str(seconds)]
        played = subprocess.run(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True, check=True)
        found = json.loads(played.stdout)
        run = run_of(found["took"], found["seconds"])
        return Load(run, watch.seconds(pids) / run.count * 1000, 0.0)

    try:
        wait_for(process, port)
        yield load
    finally:
        end(process)
