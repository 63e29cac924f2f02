"""`make run` as a program ends it: by a signal to `make` alone."""

import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.service.infrastructure.test_serve import (
    LONGEST_WAIT_SECONDS,
    ROOT,
    address_of,
    is_running,
    offspring,
    wait_until,
)

pytestmark = pytest.mark.skipif(
    shutil.which("make") is None or not (ROOT / ".venv").exists(), reason="make or its environment is not there"
)


def test_sigterm_to_make_ends_the_server(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    environment |= {"RUMMY_DATA": str(tmp_path), "RUMMY_WORKERS": "1"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = ["make", "--old-file=runtime", "run", "PORT=0"]
    make = subprocess.Popen(command, cwd=ROOT, env=environment, text=True, start_new_session=True, **pipes)  # type: ignore[call-overload]
    try:
        address_of(make)
        started = offspring(make.pid)
        assert started
        make.send_signal(signal.SIGTERM)
        make.communicate(timeout=LONGEST_WAIT_SECONDS)
        wait_until(lambda: not any(map(is_running, started)))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(make.pid, signal.SIGKILL)
        make.communicate()
