"""Who plays: guests and accounts, their tokens, and the keys that make a repeated request harmless."""
