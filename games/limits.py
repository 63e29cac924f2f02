"""How much an answer holds at most, and what a game grows by."""

MOST_LEGAL_MOVES = 500
"""Legal moves in one list. Of a hand with several wild cards there are more than can be sent."""

MOST_SPECTATOR_DELAY_MOVES = 50
"""By so many moves a game is shown later to those who look on."""

MOST_MOVES_IN_TURN = 60
"""Moves sent together. A turn with more, which only a great many melds can need, is sent in parts."""

MOST_UNDOS_IN_TURN = 20
"""Undos since the last thing that was shown. Against computer players alone nobody else would set an end to them."""

MOST_ENTRIES = 10_000
"""So long a log grows by play alone: undos, pauses and more time are refused."""
