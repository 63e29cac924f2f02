"""The rows of players."""

from players.models.idempotency import IdempotencyKey
from players.models.player import Player, PlayerKind
from players.models.token import Token, TokenKind

__all__ = ["IdempotencyKey", "Player", "PlayerKind", "Token", "TokenKind"]
