"""How much an answer holds at most."""

MOST_LEGAL_MOVES = 500
"""Legal moves in one list. Of a hand with several wild cards there are more than can be sent."""

MOST_SPECTATOR_DELAY_MOVES = 50
"""By so many moves a game is shown later to those who look on."""

MOST_MOVES_IN_TURN = 60
"""Moves sent together. A turn with more, which only a great many melds can need, is sent in parts."""
