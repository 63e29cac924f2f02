"""What can be done with players. Each service takes the time as `now` and keyword arguments only."""

from players.services.guests import admit_guest, create_guest, guest_secret
from players.services.idempotency import Answer, claim_key, forget_old_keys, keep_answer
from players.services.profile import update_profile
from players.services.tokens import authenticate, issue_token, repeatable_secret, revoke_token

__all__ = [
    "Answer",
    "admit_guest",
    "authenticate",
    "claim_key",
    "create_guest",
    "forget_old_keys",
    "guest_secret",
    "issue_token",
    "keep_answer",
    "repeatable_secret",
    "revoke_token",
    "update_profile",
]
