"""Tries to sign in, counted for the account: bounded everywhere, and without locking out who is at home.

Where somebody has signed in to the account within the last 30 days, nobody else's tries are held against it; there
the address alone is counted (bucket `login`).
"""

from typing import Any

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from api import limits
from api.callers import address_of
from players.services import counted_login, logins_of


def account_bucket(request: HttpRequest, login: str) -> list[tuple[limits.Bucket, str]]:
    """In which bucket, and as what, a try is counted for the account that this login may be of; where known, none."""
    if limits.is_noted(_place(request, login)):
        return []
    return [(limits.BUCKETS["login_account"], limits.unseen(counted_login(login)))]


def note_sign_in(request: HttpRequest, account: Any) -> None:
    """Know the address, or its network, as one at which the account's password was shown."""
    if limits.are_on():
        limits.note([_place(request, login) for login in logins_of(account)])


def _place(request: HttpRequest, login: str) -> str:
    """The address together with the account, in a form that tells neither."""
    return salted_hmac("sign-ins", f"{address_of(request)} {counted_login(login)}", algorithm="sha256").hexdigest()[:32]
