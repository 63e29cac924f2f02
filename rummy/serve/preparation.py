"""Everything that has to be there before the first request: data folder, keys, tables.

Each step does nothing when it was done before.
"""

import errno
import fcntl
import os
import resource
import secrets
import shutil
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from rummy.serve.errors import CannotServe

PROBE_BYTES = 1 << 20


def prepare_folder(folder: Path) -> None:
    """Make the data folder and see that files can be written there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder, buffering=0) as probe:
        probe.write(bytes(PROBE_BYTES))
        os.fsync(probe)


def disk_sentence(folder: Path, error: OSError) -> str:
    """What to do about files that cannot be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full: {folder} has no room for data. Make room, or set RUMMY_DATA elsewhere."
    return f"{folder} cannot be written ({error.strerror}): set RUMMY_DATA to a folder that can."


def hold_folder(folder: Path) -> None:
    """Keep other servers out of the data folder, as long as this process lasts."""
    descriptor = os.open(folder / "serve.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise CannotServe(f"Another server uses {folder}: end it, or set RUMMY_DATA elsewhere.") from None


def keep_secret_key(file: Path) -> None:
    """Write the key that signs cursors and sessions, once, for its owner's eyes only."""
    if not file.exists():
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as opened:
            opened.write(secrets.token_urlsafe(48) + "\n")
    settings.SECRET_KEY = file.read_text().strip()


def empty_broker(folder: Path) -> None:
    """Forget messages of an earlier run: what is still due is in the database, and the sweep rings for it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)


def migrate() -> None:
    """Bring the tables up to date."""
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", database=DEFAULT_DB_ALIAS, interactive=False, verbosity=0)
    except DatabaseError as error:
        first_line = str(error).strip().partition("\n")[0]
        raise CannotServe(f"The database cannot be used: {first_line}.") from None


def allow_many_files() -> None:
    """Raise the limit of open files to what the system allows: each open connection is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
