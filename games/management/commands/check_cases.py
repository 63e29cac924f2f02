"""`python manage.py check_cases FILE…`: play case files (docs/notation.md, Cases)."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from engine.cases import case_failures

Case = Mapping[str, Any]


class Command(BaseCommand):
    """Prints a line for each case that fails, then how many passed.

    Ends with 1 when any fails or there is none, and with 2 when a file cannot be read.
    """

    help = "Play case files of the rules. Ends with 0 only when there are cases and all of them pass."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The files."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a JSON array of cases")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read all files, then play their cases in order."""
        passed = failed = 0
        for file, case in [(name, case) for name in options["files"] for case in _cases(name)]:
            failures = case_failures(case)
            failed += bool(failures)
            passed += not failures
            if failures:
                self.stdout.write(f"{file}: {case.get('id', 'no id')}: {'; '.join(failures)}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed or not passed:
            sys.exit(1)


def _cases(file: str) -> list[Case]:
    """The cases of the file; CommandError, with status 2, where it holds anything else."""
    try:
        found = json.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}", returncode=2) from error
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{file} is no JSON: {error}", returncode=2) from error
    if not isinstance(found, list) or not all(isinstance(case, Mapping) for case in found):
        raise CommandError(f"{file} is no array of cases", returncode=2)
    return found
