"""What a result was measured on: processor, Python, date, commit."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def description() -> str:
    """Such as `2026-11-30, commit 1a2b3c4, Python 3.11.2, 2 x AMD EPYC`."""
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    return f"{today}, commit {_commit()}, Python {platform.python_version()}, {_processor()}"


def _commit() -> str:
    """The commit, with a plus sign where the checkout differs from it."""
    git = ["git", "-C", str(ROOT)]
    name = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    if name.returncode:
        return "unknown"
    changed = subprocess.run([*git, "status", "--porcelain", "-uno"], capture_output=True, text=True, check=True)
    return name.stdout.strip() + ("+" if changed.stdout.strip() else "")


def _processor() -> str:
    models = [
        line.split(":", 1)[1].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    return f"{os.cpu_count()} x {models[0] if models else platform.machine()}"
