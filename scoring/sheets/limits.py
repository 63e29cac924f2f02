"""How much there may be of everything."""

MOST_SHEETS = 10_000
"""That an account owns."""
MOST_DEALS = 500
"""Numbers of deals in a sheet."""
MOST_ENTRIES = 1000
"""In a sheet, those that were removed included."""
MOST_LINKS = 20
MOST_POINTS = 100_000
"""In one entry of a seat, up or down."""
LONGEST_NAME = 80
"""Of a sheet, and of who sits at it."""
LONGEST_CARDS = 600
"""Characters: all cards of two packs, with what jokers stand for."""
