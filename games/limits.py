"""How much an answer holds at most."""

MOST_LEGAL_MOVES = 500
"""Legal moves in one list. Of a hand with several wild cards there are more than can be sent."""
