"""Stored play: games, their seats and deals, and the log of what happened in them."""
