"""What keeps the server from starting."""


class CannotServe(Exception):
    """One sentence for the person who started it: what is wrong and what to do."""
