"""Score sheets of games that are played with real cards: what was entered, and what the rules make of it."""
