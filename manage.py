#!/usr/bin/env python
"""Django's command line for this project: `python manage.py help` lists what it can do."""

import os
import sys

try:
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
except ImportError:
    sys.exit("Django is missing here: run `make setup`, then use .venv/bin/python.")


def main() -> None:
    """Run the command named by the arguments."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
