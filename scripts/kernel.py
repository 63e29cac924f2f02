"""Compile the kernel of the computer players into bots/kernel/built. Needs a C compiler and Python's headers.

.venv-kernel/bin/python scripts/kernel.py
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bots.kernel.compiled import FOLDER, MODULES, STAMP, fingerprint  # noqa: E402

SETUP = """
from setuptools import setup
from mypyc.build import mypycify
modules = mypycify({paths!r}, opt_level="3", debug_level="0", group_name="kernel")
setup(name="kernel", ext_modules=modules)
"""


def main() -> None:
    """Compile a copy of the sources, then put the result in the place of what was there."""
    stamp = fingerprint()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for package in ("bots", "engine"):
            shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__", FOLDER.name))
        paths = [f"bots/kernel/{name}.py" for name in MODULES]
        (copy / "setup.py").write_text(SETUP.format(paths=paths))
        build = [sys.executable, "setup.py", "build_ext", "--inplace"]
        done = subprocess.run(build, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            sys.exit(
                f"{done.stdout}\nThe kernel could not be compiled. Everything works without; docs/bots.md says more."
            )
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir()
        for built in (*copy.glob("*.so"), *(copy / "bots" / "kernel").glob("*.so")):
            shutil.copy(built, FOLDER)
        (FOLDER / STAMP).write_text(stamp)
    print(f"Compiled {len(MODULES)} modules into {FOLDER.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
