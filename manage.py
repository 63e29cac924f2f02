#!/usr/bin/env python
"""Django's command line for this project: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    """Run the command named by the arguments."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")
    from django.core.management import execute_from_command_line  # after the setting, which it reads

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
