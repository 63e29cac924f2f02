"""What time it is for all machines alike: by the clock of the database, as theirs may differ."""

from datetime import datetime

from django.db import connection
from django.utils import timezone


def database_time() -> datetime:
    """The database's clock, in UTC; SQLite has none of its own."""
    if connection.vendor == "sqlite":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
