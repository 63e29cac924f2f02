"""Computer players: an observation in, a move out.

They know the engine and nothing else: no clock, no entropy, no input or output, and never a card that their
seat may not know.
"""
