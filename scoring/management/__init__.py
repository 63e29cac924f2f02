"""Commands of score keeping."""
