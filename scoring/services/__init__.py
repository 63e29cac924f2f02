"""What changes ratings and boards: each pool's under the lock of its row, game after game."""
