"""Where a request finds what breaks its connection off, on a server that gives it that."""

ABORT = "rummy.abort"
"""The name under which it stands in the request's state."""
