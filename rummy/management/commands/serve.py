"""`python manage.py serve`: the whole service in one command."""

import os
import sys
from typing import Any

from django.core.management import BaseCommand, CommandParser

from rummy.serve import server
from rummy.serve.address import address_text, take_address
from rummy.serve.errors import CannotServe

READY = """500 Rum is ready.
  API    {address}/api/v1
  docs   {address}/api/v1/docs
  admin  {address}/admin/  (`make admin` adds a person who may sign in)
Ctrl-C ends it."""


class Command(BaseCommand):
    """Prepares what is missing, serves, and watches over the workers."""

    help = "Serve the API and the admin, with computer players, until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", default=8000, type=int, help="port to listen on (8000); 0: any free one")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve; end the process when that is over."""
        try:
            taken = take_address(options["host"], options["port"])
            server.prepare()
        except CannotServe as error:
            sys.exit(str(error))
        ready = READY.format(address=address_text(taken))
        server.run(taken, answering=lambda: print(ready, flush=True))
        sys.stdout.flush()
        os._exit(0)  # threads at work would hold the interpreter back
