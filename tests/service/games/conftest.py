"""What tests of games have in common."""

import pytest
from django.utils import timezone

from players.models import TokenKind
from players.services import issue_token
from tests.service.games.table import People, people


@pytest.fixture
def seated(transactional_db: None) -> tuple[People, str]:
    """A game of two without calls, and a token of seat 0."""
    game = people(2, rules={"preset": "classic", "call": "off"})
    _, secret = issue_token(player=game.players[0], kind=TokenKind.GUEST, now=timezone.now())
    return game, secret
