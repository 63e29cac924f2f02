"""The database backend for PostgreSQL: Django's own, but for how often it asks whether a connection still works."""
