"""What is asked for at once is done once: accounts, upgrades, refreshes, tickets, players of apps (real threads)."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from players.credentials import digest_of
from players.models import App, AppPlayer, DataExport, MailOrder, MailSecret, Player, RefreshToken, Token
from players.services import (
    Right,
    admit_guest,
    app_player,
    confirm_email,
    create_app,
    create_export,
    create_guest,
    issue_app_token,
    issue_personal_token,
    issue_ticket,
    open_session,
    put_app_player,
    redeem_ticket,
    refresh_session,
    request_erasure,
    reset_password,
    rotate_app_secret,
    session_secrets,
    update_profile,
    upgrade_guest,
)
from players.services.apps import MOST_APPS
from players.services.erasure import erase
from players.services.tokens import MOST_PERSONAL_TOKENS
from tests.at_once import RACES, SOME_ROUNDS, AtOnce

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
MANY = 8
pytestmark = RACES


def many(call: Callable[[int], Any]) -> list[Callable[[], Any]]:
    """Calls that are told their number."""
    return [lambda number=number: call(number) for number in range(MANY)]


def session(number: int) -> tuple[Player, Any]:
    """A new player with a device, and its secrets."""
    player, secrets = create_guest(now=NOW), session_secrets("old", number)
    open_session(player=player, secrets=secrets, now=NOW)
    return player, secrets


def test_a_guest_becomes_an_account_once(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        guest, token = admit_guest(name=f"Ada{each}x", nonce="", now=NOW)
        made = at_once(*many(lambda _: upgrade_guest(player=guest, token=token, password="!", now=NOW)))
        assert made.count("already_account") == MANY - 1


def test_a_refresh_token_is_used_once_and_then_ends_the_family(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        player, old = session(each)

        def renew(number: int) -> Any:
            secrets = session_secrets("new", each, number)
            return refresh_session(refresh_token=old.refresh_token, secrets=secrets, now=NOW)

        assert at_once(*many(renew)).count("token_revoked") == MANY - 1
        assert Token.objects.get(player=player).revoked_at == NOW


def test_the_same_refresh_is_one(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        (player, old), new = session(each), session_secrets("new", each)
        made = at_once(*many(lambda _: refresh_session(refresh_token=old.refresh_token, secrets=new, now=NOW)))
        assert sorted(is_repeated for _, is_repeated in made) == [False] + [True] * (MANY - 1)
        assert Token.objects.get(player=player).revoked_at is None


def test_a_ticket_lets_one_in(at_once: AtOnce) -> None:
    guest = create_guest(now=NOW)
    for _ in range(SOME_ROUNDS):
        _, secret = issue_ticket(right=Right(guest.pk), resource="/x", now=NOW)
        answers = at_once(*many(lambda _: redeem_ticket(secret=secret, resource="/x", now=NOW)))
        assert answers.count("not_authenticated") == MANY - 1


def test_a_player_of_an_app_is_one(at_once: AtOnce) -> None:
    app, _ = create_app(owner=Player.objects.create_user("ada", "a long password"), name="Club", now=NOW)
    for each in range(SOME_ROUNDS):
        made = at_once(*many(lambda _: put_app_player(app=app, external_id=f"{each}", now=NOW).player_id))
        assert set(made) == {app_player(app=app, external_id=f"{each}").player_id}
        assert (AppPlayer.objects.count(), Player.objects.count()) == (each + 1, each + 2)


def test_no_more_apps_are_made_than_an_account_may_have(at_once: AtOnce) -> None:
    owner = Player.objects.create_user("ada", "a long password")
    for _ in range(SOME_ROUNDS):
        while App.objects.count() < MOST_APPS - 1:
            create_app(owner=owner, name="Club", now=NOW)
        assert (
            at_once(*many(lambda _: create_app(owner=owner, name="Last", now=NOW))).count("limit_reached") == MANY - 1
        )
        App.objects.all()[0].delete()


def test_no_more_tokens_are_made_than_a_player_may_have(at_once: AtOnce) -> None:
    wish: Any = {
        "player": create_guest(now=NOW),
        "token": None,
        "name": "",
        "scopes": ("game:read",),
        "expires_at": None,
        "now": NOW,
    }
    for _ in range(SOME_ROUNDS):
        while Token.objects.count() < MOST_PERSONAL_TOKENS - 1:
            issue_personal_token(**wish)
        assert at_once(*many(lambda _: issue_personal_token(**wish))).count("limit_reached") == MANY - 1
        Token.objects.all()[0].delete()


def test_no_token_is_made_and_no_address_named_by_who_is_signed_out_meanwhile(at_once: AtOnce) -> None:
    """Whoever knew the former password asks while the new one is set."""
    for each in range(SOME_ROUNDS):
        player = Player.objects.create_user(f"ada{each}x", "a long password", email=f"ada{each}@b.org")
        token = open_session(player=player, secrets=session_secrets("old", each), now=NOW)
        proof = {"purpose": "reset", "player": player, "address": player.email, "expires_at": NOW + timedelta(hours=1)}
        MailSecret.objects.create(digest=digest_of(f"{each}"), **proof)
        caller: Any = {"player": player, "token": token, "now": NOW}

        def ask(number: int) -> Any:
            if number % 2:
                return update_profile(changes={"email": "eve@b.org"}, **caller)
            return issue_personal_token(name="", scopes=("game:read",), expires_at=None, **caller)

        calls = many(ask)
        calls.insert(MANY // 2, lambda: reset_password(secret=f"{each}", password="another", now=NOW))
        at_once(*calls)
        assert not Token.objects.filter(player=player, revoked_at=None).exists()
        assert not MailOrder.objects.filter(player=player).exists()


def test_each_of_two_new_secrets_of_an_app_is_good_for_a_day(at_once: AtOnce) -> None:
    owner = Player.objects.create_user("ada", "a long password")
    app, _ = create_app(owner=owner, name="Club", now=NOW)
    for _ in range(SOME_ROUNDS):
        answers = at_once(*[lambda: rotate_app_secret(owner=owner, app_id=app.pk, end_former=False, now=NOW)] * 2)
        for _, secret in answers:
            issue_app_token(app_id=app.pk, secret=secret, now=NOW)


def test_one_export_is_written_at_a_time(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        guest = create_guest(now=NOW)
        assert len({export.pk for export in at_once(*many(lambda _: create_export(player=guest, now=NOW)))}) == 1
        assert DataExport.objects.count() == each + 1


def test_an_address_is_confirmed_by_one(at_once: AtOnce) -> None:
    players = [Player.objects.create_user(f"ada{number}x", "a long password") for number in range(MANY)]
    later = NOW + timedelta(hours=1)
    for each in range(SOME_ROUNDS):
        Player.objects.update(email=None)
        for number, player in enumerate(players):
            MailSecret.objects.create(
                digest=digest_of(f"{each}-{number}"),
                purpose="confirm",
                player=player,
                address="a@b.org",
                expires_at=later,
            )
        answers = at_once(*many(lambda number: confirm_email(secret=f"{each}-{number}", now=NOW)))
        assert answers.count("link_expired") == MANY - 1
        assert Player.objects.filter(email="a@b.org").count() == 1


def test_a_password_is_set_by_one_mail(at_once: AtOnce) -> None:
    player = Player.objects.create_user("ada", "a long password", email="a@b.org")
    later = NOW + timedelta(hours=1)
    for each in range(SOME_ROUNDS):
        for number in range(MANY):
            MailSecret.objects.create(
                digest=digest_of(f"{each}-{number}"),
                purpose="reset",
                player=player,
                address="a@b.org",
                expires_at=later,
            )
        answers = at_once(*many(lambda number: reset_password(secret=f"{each}-{number}", password="!", now=NOW)))
        assert answers.count("link_expired") == MANY - 1


def test_an_erasure_and_what_the_player_does_meanwhile(at_once: AtOnce) -> None:
    """Who is forgotten has no device left, whatever they were doing with one."""
    for each in range(SOME_ROUNDS):
        player, old = session(each)
        wish = request_erasure(player=player, now=NOW)

        def renew(number: int) -> str:
            secrets = session_secrets("new", each, number)
            token, _ = refresh_session(refresh_token=old.refresh_token, secrets=secrets, now=NOW)
            return str(token.kind)

        answers = at_once(
            *[lambda: erase(player_id=player.pk, now=wish.due_at)] * 2,
            *[lambda number=number: renew(number) for number in range(3)],
            lambda: issue_ticket(right=Right(player.pk), resource="/x", now=NOW)[1][:4],
        )
        assert set(answers[2:5]) <= {"session", "not_authenticated", "token_revoked"}
        assert Player.objects.get(pk=player.pk).erased_at == wish.due_at
        assert not Token.objects.filter(player=player, revoked_at=None).exists()
        assert not RefreshToken.objects.filter(token__player=player).exists()
