"""Finding a table."""
