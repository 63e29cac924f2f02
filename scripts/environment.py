"""Make `.venv` at the root hold exactly what requirements/<name>.txt locks; do nothing when it already does.

    python3 scripts/environment.py runtime|dev|clients|kernel

What generates clients has an environment of its own, `.venv-clients`: it may want other versions than the service; and
so has what compiles the kernel, `.venv-kernel`.

Standard library only, and no syntax newer than Python 3.6: an old Python must be able to say that it is old.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
LEAST_FREE_BYTES = 20000000  # with less, what failed, failed for want of room
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENVS = {"runtime": ".venv", "dev": ".venv", "clients": ".venv-clients", "kernel": ".venv-kernel"}


class SetupError(Exception):
    """What keeps the environment from being made, in one sentence."""


def main(name):
    """Bring the environment up to date with the requirement file of that name."""
    check_python()
    with only_one():
        venv = os.path.join(ROOT, VENVS[name])
        stamps = installed(venv)
        if stamp(name) in stamps:
            return
        if not stamps:
            make_venv(venv)
        install(name, venv)


def check_python():
    """Refuse a Python that is too old or, on Debian, lacks the package that makes environments."""
    if sys.version_info[:2] < OLDEST:
        version = ".".join(map(str, sys.version_info[:3]))
        raise SetupError(f"Python 3.11 or newer is needed and this is {version}: run `make PYTHON=python3.11 …`.")
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise SetupError("This Python cannot make environments: run `apt-get install python3-venv` first.") from None


@contextlib.contextmanager
def only_one():
    """Let two commands started together set up one after the other."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def stamp(name):
    """A line that says which requirement file, of which content, for which Python."""
    with open(os.path.join(ROOT, "requirements", name + ".txt"), "rb") as file:
        content = hashlib.sha256(file.read()).hexdigest()
    return f"{name} {content} {sys.version.split()[0]}"


def python_of(venv):
    """The Python of an environment."""
    return os.path.join(venv, "bin", "python")


def installed(venv):
    """The stamps of what is installed."""
    try:
        with open(os.path.join(venv, "installed")) as file:
            return file.read().splitlines() if works(python_of(venv)) else []
    except OSError:
        return []


def works(python):
    """Whether this Python starts: it does not after the system's was replaced or the folder moved."""
    try:
        return subprocess.call([python, "-c", ""], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def make_venv(venv):
    """Make an empty environment in place of what is there."""
    print(f"Making the environment {os.path.basename(venv)} …", flush=True)
    run([sys.executable, "-m", "venv", "--clear", venv])


def install(name, venv):
    """Install what is locked, then note it down: an interrupted installation is begun again."""
    print(f"Installing the locked packages of requirements/{name}.txt …", flush=True)
    lock = os.path.join(ROOT, "requirements", name + ".txt")
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check", "--root-user-action=ignore"]
    run([python_of(venv), "-m", "pip", "install", *quiet, "--require-hashes", "-r", lock])
    lines = [stamp(name)] + ([stamp("runtime")] if name == "dev" else [])
    with open(os.path.join(venv, "installed"), "w") as file:
        file.write("\n".join(lines) + "\n")


def run(command):
    """Run a command that speaks only when it fails."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode:
        raise SetupError(sentence(result.stdout.decode(errors="replace")))


def sentence(output):
    """What went wrong, from the output of the command that failed."""
    if "No space left on device" in output or shutil.disk_usage(ROOT).free < LEAST_FREE_BYTES:
        return f"The disk is full: {ROOT} needs about 300 MB."
    if "Read-only file system" in output or "Permission denied" in output:
        return f"{ROOT} cannot be written: put the project into a folder that can."
    lines = [line.strip() for line in output.splitlines() if line.strip()] or ["no reason given"]
    errors = [line for line in lines if line.lower().startswith("error")] or lines
    return f"The packages could not be installed ({errors[-1]})."


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except SetupError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"{error.filename or ROOT} cannot be written: {error.strerror}.")
    except KeyboardInterrupt:
        sys.exit(130)
