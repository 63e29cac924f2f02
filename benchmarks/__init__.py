"""Measurements of the engine and the service, and the yardsticks beside them (README.md here)."""
