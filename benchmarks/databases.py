"""PostgreSQL databases of the benchmark's own, on the server that DATABASE_URL names."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

USUAL = "postgres://postgres@127.0.0.1:5432/test"


@contextmanager
def database(purpose: str) -> Iterator[str]:
    """The address of a new, empty database, which is gone afterwards."""
    server = urlsplit(os.environ.get("DATABASE_URL") or USUAL)
    name = f"benchmark_{purpose}_{os.getpid()}"
    with psycopg.connect(urlunsplit(server), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield urlunsplit(server._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(urlunsplit(server), autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
