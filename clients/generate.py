"""Generate clients from api/schema.yaml, each by the settings in its folder, into `clients/generated/`.

    .venv/bin/python -m clients.generate [name …]

`make clients` sets up what this needs, and tests what comes of it. docs/api/clients.md says which one is for whom.
"""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from api.flat_profile import flattened

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "clients"
GENERATED = HERE / "generated"
SCHEMA = ROOT / "api" / "schema.yaml"
VENV = ROOT / ".venv-clients" / "bin"
NODE_MODULES = HERE / "node_modules" / ".bin"

PROFILES = {
    "typescript": "union",
    "typescript-fetch": "union",
    "kotlin": "union",
    "swift": "union",
    "dart-dio": "union",
    "python": "flat",
    "kotlin-flat": "flat",
    "dart-flat": "flat",
}
"""The clients, and which of the two profiles of the description each is made from."""


@cache
def schema(profile: str) -> dict[str, Any]:
    """The description of the API in one of its profiles."""
    with SCHEMA.open(encoding="utf-8") as file:
        union: dict[str, Any] = yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return flattened(union) if profile == "flat" else union


def command(name: str, described: Path, folder: Path) -> list[str | Path]:
    """What generates the client of that name."""
    settings = HERE / name / "settings.yaml"
    if name == "typescript":
        return [NODE_MODULES / "openapi-typescript", described, "-o", folder / "rummy.d.ts"]
    if name == "python":
        templates = ["--custom-template-path", HERE / "python" / "templates"]
        where = ["--path", described, "--output-path", folder, "--overwrite"]
        return [VENV / "openapi-python-client", "generate", *where, "--config", settings, *templates]
    where = ["-i", described, "-o", folder]
    return [VENV / "openapi-generator-cli", "generate", "-c", settings, *where]


def generate(name: str) -> str:
    """Generate one client, and return what was said about it. Raises RuntimeError with that where it fails."""
    GENERATED.mkdir(exist_ok=True)
    shutil.rmtree(GENERATED / name, ignore_errors=True)  # what is not there any more would stay
    described = GENERATED / f"{name}.json"
    described.write_text(json.dumps(schema(PROFILES[name]), default=str), encoding="utf-8")
    path = f"{VENV}{os.pathsep}{os.environ['PATH']}"  # the one for Python calls its own ruff
    done = subprocess.run(
        list(map(str, command(name, described, GENERATED / name))),
        env=os.environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stdout}")
    return done.stdout


if __name__ == "__main__":
    for wanted in sys.argv[1:] or PROFILES:
        print(f"{wanted} …", flush=True)
        generate(wanted)
