"""Games and play."""
