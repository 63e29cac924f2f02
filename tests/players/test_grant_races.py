"""Codes and refresh tokens of apps that come many at once, or while what they stand on ends (real threads)."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from players.credentials import digest_of
from players.models import App, AuthorizationCode, MailSecret, Player, RefreshToken, Token
from players.services import (
    Leave,
    create_app,
    issue_code,
    locked_code,
    locked_grant,
    new_grant_secrets,
    redeem_code,
    renew_grant,
    renewed_grant_secrets,
    reset_password,
    update_app,
)
from players.services.erasure import erase, request_erasure
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.players.test_races import MANY, many

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
LATER = datetime(2026, 1, 20, tzinfo=UTC)
pytestmark = RACES


def app_and_player(each: int) -> tuple[App, Player]:
    """An app of Bob's, and Ada, of this round."""
    owner = Player.objects.create_user(f"bob{each}x", "a long password")
    ada = Player.objects.create_user(f"ada{each}x", "a password", email=f"ada{each}@b.org")
    return create_app(owner=owner, name="Club", now=NOW)[0], ada


def give(app: App, player: Player, secret: str) -> None:
    leave = Leave(app=app, player=player, scopes=("game:read",), redirect_uri="https://x.org/", challenge="x" * 43)
    issue_code(leave=leave, secret=secret, now=NOW)


def redeem(app: App, secret: str) -> Any:
    """The token; None if the code could not be used."""
    with transaction.atomic():
        code = locked_code(secret=secret, app=app, now=NOW)
        return None if code is None else redeem_code(code=code, secrets=new_grant_secrets(), now=NOW)


def living(app: App) -> int:
    return Token.objects.filter(app=app, revoked_at=None).count()


def test_a_code_that_comes_many_times_at_once_gives_one_token_which_ends(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        app, ada = app_and_player(each)
        give(app, ada, f"{each}")
        made = at_once(*many(lambda _: redeem(app, f"{each}")))
        assert sum(token is not None for token in made) == 1
        assert Token.objects.filter(app=app).count() == RefreshToken.objects.filter(token__app=app).count() == 1
        assert living(app) == 0


def test_codes_of_one_player_give_a_token_each(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        app, ada = app_and_player(each)
        for number in range(MANY):
            give(app, ada, f"{each}-{number}")
        made = at_once(*many(lambda number: redeem(app, f"{each}-{number}")))
        assert len({token.pk for token in made}) == living(app) == MANY


def test_a_renewal_that_comes_many_times_at_once_is_one(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        app, ada = app_and_player(each)
        give(app, ada, f"{each}")
        secrets = new_grant_secrets()
        with transaction.atomic():
            code = locked_code(secret=f"{each}", app=app, now=NOW)
            assert code is not None
            redeem_code(code=code, secrets=secrets, now=NOW)

        def renew(_: int) -> Any:
            with transaction.atomic():
                member = locked_grant(refresh_token=secrets.refresh_token, app=app, now=NOW)
                assert member is not None
                renew_grant(member=member, refresh_token=secrets.refresh_token, now=NOW)
                return member.token.digest

        after = renewed_grant_secrets(secrets.refresh_token)
        assert set(at_once(*many(renew))) == {digest_of(after.token)}
        assert RefreshToken.objects.filter(token__app=app).count() == 2
        assert living(app) == 1


def test_an_app_that_is_shut_meanwhile_is_given_nothing_that_stays(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        app, ada = app_and_player(each)
        for number in range(MANY):
            give(app, ada, f"{each}-{number}")

        def act(number: int) -> None:
            if number % 2:
                redeem(app, f"{each}-{number}")
            else:
                update_app(owner=app.owner, app_id=app.pk, changes={"is_active": False}, now=NOW)

        at_once(*many(act))
        assert living(app) == 0
        assert not AuthorizationCode.objects.filter(app=app, used_at=None).exists()


def test_a_password_that_is_changed_meanwhile_leaves_nothing(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        app, ada = app_and_player(each)
        mail = {"purpose": "reset", "player": ada, "address": ada.email, "expires_at": LATER}
        for number in range(MANY):
            give(app, ada, f"{each}-{number}")
            MailSecret.objects.create(digest=digest_of(f"mail {each}-{number}"), **mail)

        def act(number: int) -> None:
            if number % 2:
                redeem(app, f"{each}-{number}")
            else:
                reset_password(secret=f"mail {each}-{number}", password="!", now=NOW)

        assert at_once(*many(act)).count("link_expired") == MANY // 2 - 1
        assert living(app) == 0
        assert not AuthorizationCode.objects.filter(app=app, used_at=None).exists()


def test_owner_and_player_are_forgotten_while_codes_are_used(at_once: AtOnce) -> None:
    """Also an owner who uses the own app: nobody waits for each other in a circle."""
    for each in range(SOME_ROUNDS):
        app, ada = app_and_player(each)
        for number in range(MANY):
            give(app, app.owner if number % 4 == 1 else ada, f"{each}-{number}")
        for player in (app.owner, ada):
            request_erasure(player=player, now=NOW)

        def act(number: int) -> None:
            if number % 2:
                redeem(app, f"{each}-{number}")
            else:
                erase(player_id=(app.owner if number % 4 else ada).pk, now=LATER)

        at_once(*many(act))
        assert living(app) == 0
        assert not AuthorizationCode.objects.filter(player=ada).exists()


def test_an_app_is_shut_while_its_players_change_their_passwords(at_once: AtOnce) -> None:
    """Each ends several tokens, some of them the same."""
    for each in range(SOME_ROUNDS):
        app, ada = app_and_player(each)
        for number in range(MANY):
            give(app, ada, f"{each}-{number}")
            redeem(app, f"{each}-{number}")
        MailSecret.objects.create(
            digest=digest_of(f"mail {each}"), purpose="reset", player=ada, address=ada.email, expires_at=LATER
        )
        at_once(
            lambda: update_app(owner=app.owner, app_id=app.pk, changes={"is_active": False}, now=NOW),
            lambda: reset_password(secret=f"mail {each}", password="!", now=NOW),
        )
        assert living(app) == 0
