"""What is proven by mail: nobody learns which addresses are known, and each code is good once."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.models import MailOrder, MailSecret, Player
from players.services.mail import send_ordered
from players.services.sweep import sweep_players
from tests.api.client import ApiClient, code_of

from .conftest import PASSWORD, SignUp, login

pytestmark = pytest.mark.django_db
ADDRESS = "ada@example.org"
NEW_PASSWORD = "another horse battery"


def work(after: timedelta = timedelta()) -> None:
    """Do what the workers would."""
    for order in MailOrder.objects.all():
        send_ordered(order_id=order.pk, now=timezone.now() + after)


def code() -> str:
    """The code in the last mail."""
    found = re.search(r"rum_eml_\S+", mail.outbox[-1].body)
    assert found
    return found[0]


def confirm(secret: str) -> Any:
    return ApiClient().post("accounts/email/confirm", {"token": secret})


def ask_reset(address: str, **options: Any) -> Any:
    return ApiClient().post("accounts/password-reset", {"email": address}, **options)


def reset(secret: str) -> Any:
    return ApiClient().post("accounts/password-reset/confirm", {"token": secret, "password": NEW_PASSWORD})


@pytest.fixture
def confirmed(sign_up: SignUp) -> ApiClient:
    """Ada, who has confirmed her address."""
    client, _ = sign_up(email=ADDRESS)
    work()
    assert confirm(code()).status_code == 204
    return client


def test_an_address_counts_when_it_is_confirmed(sign_up: SignUp) -> None:
    client, made = sign_up(email=ADDRESS)
    assert made["player"]["email"] is None
    assert code_of(login(ADDRESS)) == "wrong_login"
    work()
    assert mail.outbox[-1].to == [ADDRESS]
    assert "\n\n\n" not in mail.outbox[-1].body
    assert confirm(code()).status_code == 204
    assert client.get("me").json()["email"] == ADDRESS
    assert login(ADDRESS.upper()).status_code == 201
    assert code_of(confirm(code())) == "link_expired"


def test_no_code_is_stored_and_no_mail_is_sent_twice(sign_up: SignUp) -> None:
    sign_up(email=ADDRESS)
    work()
    work()
    assert len(mail.outbox) == 1
    assert code() not in str(MailSecret.objects.values().get())
    assert not MailOrder.objects.exists()


def test_who_names_the_address_of_another_learns_nothing(confirmed: ApiClient, sign_up: SignUp) -> None:
    client, made = sign_up("Eve", email=ADDRESS)
    assert made["player"]["email"] is None
    work()
    assert "rum_eml_" not in mail.outbox[-1].body
    assert "Ada" in mail.outbox[-1].body
    assert client.get("me").json()["email"] is None


def test_of_two_who_ask_for_an_address_the_first_to_confirm_has_it(sign_up: SignUp) -> None:
    sign_up(email=ADDRESS)
    work()
    first = code()
    sign_up("Eve", email=ADDRESS)
    work()
    assert confirm(code()).status_code == 204
    assert code_of(confirm(first)) == "link_expired"
    assert Player.objects.get(email=ADDRESS).name == "Eve"


def test_an_address_is_changed_and_removed(confirmed: ApiClient, guest: ApiClient) -> None:
    assert confirmed.patch("me", {"email": "countess@example.org", "password": PASSWORD}).json()["email"] == ADDRESS
    work()
    confirm(code())
    assert confirmed.get("me").json()["email"] == "countess@example.org"
    assert confirmed.patch("me", {"email": None, "password": PASSWORD}).json()["email"] is None
    assert code_of(guest.patch("me", {"email": ADDRESS})) == "forbidden"


def test_a_forgotten_password_is_replaced_and_every_token_ends(confirmed: ApiClient) -> None:
    assert ask_reset(ADDRESS).status_code == 202
    work()
    assert reset(code()).status_code == 204
    assert code_of(confirmed.get("me")) == "token_revoked"
    assert code_of(login(password=PASSWORD)) == "wrong_login"
    assert login(password=NEW_PASSWORD).status_code == 201
    assert code_of(reset(code())) == "link_expired"


def test_known_or_not_the_answer_and_the_work_are_the_same(confirmed: ApiClient) -> None:
    told = []
    for address in (ADDRESS, "nobody@example.org"):
        with CaptureQueriesContext(connection) as queries:
            answer = ask_reset(address)
        told.append((answer.status_code, answer.content, [re.sub(r"'[^']*'", "?", q["sql"]) for q in queries]))
    assert told[0] == told[1]
    sent = len(mail.outbox)
    work()
    assert len(mail.outbox) == sent + 1
    assert not MailOrder.objects.exists()


def test_codes_are_for_one_purpose_and_an_hour(confirmed: ApiClient, time_machine: Any) -> None:
    ask_reset(ADDRESS)
    work()
    assert code_of(confirm(code())) == "link_expired"
    time_machine.move_to(timezone.now() + timedelta(hours=1))
    assert code_of(reset(code())) == "link_expired"
    assert login().status_code == 201


def test_a_bad_password_does_not_use_the_code_up(confirmed: ApiClient) -> None:
    ask_reset(ADDRESS)
    work()
    body = {"token": code(), "password": "password123"}
    assert code_of(ApiClient().post("accounts/password-reset/confirm", body)) == "bad_request"
    assert reset(code()).status_code == 204


def test_a_mail_that_cannot_be_sent_is_tried_again(
    sign_up: SignUp, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionRefusedError

    sign_up(email=ADDRESS)
    with monkeypatch.context() as broken:
        broken.setattr("players.services.mail.send_mail", fail)
        work()
    assert MailOrder.objects.get().attempts == 1
    assert "ConnectionRefusedError" in caplog.text
    work()
    assert not mail.outbox
    work(after=timedelta(minutes=1))
    assert confirm(code()).status_code == 204


def test_links_lead_to_the_client_of_the_settings(sign_up: SignUp, settings: Any) -> None:
    settings.APP_URL = "https://cards.example"
    sign_up(email=ADDRESS)
    work()
    assert f"https://cards.example/confirm-email#token={code()}" in mail.outbox[-1].body


@pytest.mark.usefixtures("limits")
def test_nobody_gets_many_mails(sign_up: SignUp) -> None:
    client, _ = sign_up(email=ADDRESS)
    answers = [client.patch("me", {"email": ADDRESS.upper(), "password": PASSWORD}) for _ in range(2)]
    answers += [ask_reset(ADDRESS) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 202, 202, 429]
    assert answers[-1].json()["limit"] == "mail"
    assert client.patch("me", {"email": None, "password": PASSWORD}).status_code == 200


@pytest.mark.usefixtures("limits")
def test_nobody_keeps_the_owner_of_an_address_from_a_mail(confirmed: ApiClient) -> None:
    here = [ask_reset(ADDRESS, REMOTE_ADDR="10.0.0.1") for _ in range(6)]
    assert [answer.status_code for answer in here] == [202] * 5 + [429]
    assert ask_reset(ADDRESS.upper(), REMOTE_ADDR="10.0.0.2").status_code == 202
    everywhere = [ask_reset(ADDRESS, REMOTE_ADDR=f"10.0.1.{n}") for n in range(20)]
    assert everywhere[-1].json()["limit"] == "mail_account"


def test_the_sweep_rings_for_what_was_not_heard(sign_up: SignUp, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[tuple[str, Any]] = []
    sign_up(email=ADDRESS)
    monkeypatch.setattr("players.services.sweep.ring", lambda task, row_id: rung.append((task, row_id)))
    sweep_players(now=timezone.now())
    assert rung == [("players.tasks.send_mail", MailOrder.objects.get().pk)]


def test_a_reset_ends_what_was_asked_for_with_the_former_password(confirmed: ApiClient) -> None:
    """Who had stolen a session would come back by an address of their own."""
    confirmed.patch("me", {"email": "eve@example.org", "password": PASSWORD})
    work()
    eves = code()
    confirmed.patch("me", {"email": "eve@elsewhere.example", "password": PASSWORD})
    ask_reset(ADDRESS)
    (asked, reset_order) = MailOrder.objects.order_by("purpose")
    send_ordered(order_id=reset_order.pk, now=timezone.now())
    assert reset(code()).status_code == 204
    assert not MailOrder.objects.filter(pk=asked.pk).exists()
    assert code_of(confirm(eves)) == "link_expired"
    assert Player.objects.get().email == ADDRESS


@pytest.mark.parametrize("email", [None, "another@example.org"])
def test_another_wish_ends_the_one_before(confirmed: ApiClient, email: str | None) -> None:
    confirmed.patch("me", {"email": "eve@example.org", "password": PASSWORD})
    work()
    before = code()
    confirmed.patch("me", {"email": email, "password": PASSWORD})
    assert code_of(confirm(before)) == "link_expired"


def test_a_mail_whose_order_was_withdrawn_meanwhile_is_not_written(
    confirmed: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed.patch("me", {"email": "eve@example.org", "password": PASSWORD})
    order, sent = MailOrder.objects.get(), len(mail.outbox)
    monkeypatch.setattr("players.services.mail.account_at", lambda address: order.delete() and None)
    send_ordered(order_id=order.pk, now=timezone.now())
    assert len(mail.outbox) == sent
    assert not MailSecret.objects.exists()


@pytest.mark.parametrize(
    ("language", "subject"),
    [("en", "Set a new password"), ("es-AR", "Establece una contraseña nueva"), ("uk", "Встановіть новий пароль")],
)
def test_a_mail_is_in_the_language_of_the_request(confirmed: ApiClient, language: str, subject: str) -> None:
    confirmed.post("accounts/password-reset", {"email": ADDRESS}, headers={"Accept-Language": language})
    work()
    assert mail.outbox[-1].subject == subject
    assert reset(code()).status_code == 204


@pytest.mark.parametrize("email", [None, "new@example.org"])
def test_a_code_for_a_former_address_is_none(confirmed: ApiClient, email: str | None) -> None:
    """Who reads the former mail would take the account over."""
    ask_reset(ADDRESS)
    work()
    sent = code()
    confirmed.patch("me", {"email": email, "password": PASSWORD})
    if email:
        work()
        assert confirm(code()).status_code == 204
    assert not MailSecret.objects.exists()
    assert code_of(reset(sent)) == "link_expired"
    assert login().status_code == 201


def test_a_code_is_for_the_address_it_was_sent_to(confirmed: ApiClient) -> None:
    ask_reset(ADDRESS)
    work()
    Player.objects.update(email="new@example.org")  # as the staff do it
    assert code_of(reset(code())) == "link_expired"
    assert login().status_code == 201


def test_no_code_is_written_for_an_address_given_up_meanwhile(
    confirmed: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_reset(ADDRESS)
    found = Player.objects.get()
    Player.objects.update(email="new@example.org")
    sent = len(mail.outbox)
    monkeypatch.setattr("players.services.mail.account_at", lambda address: found)
    work()
    assert len(mail.outbox) == sent
    assert not MailSecret.objects.exists()


def test_a_mail_goes_to_the_address_as_it_was_confirmed(
    confirmed: ApiClient, sign_up: SignUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address that is only taken for it, as one with a Kelvin sign for a k, may be read by somebody else."""
    ada = Player.objects.get()
    monkeypatch.setattr("players.services.mail.account_at", lambda address: ada)
    sent = len(mail.outbox)
    ask_reset("\N{KELVIN SIGN}ate@example.org")
    sign_up("Eve", email="\N{KELVIN SIGN}ate@example.org")
    work()
    assert [one.to for one in mail.outbox[sent:]] == [[ADDRESS], [ADDRESS]]


@pytest.mark.parametrize("email", [None, "new@example.org"])
def test_the_former_address_is_told(confirmed: ApiClient, email: str | None) -> None:
    confirmed.patch("me", {"email": email, "password": PASSWORD})
    if email:
        work()
        assert mail.outbox[-1].to == [email]
        assert confirm(code()).status_code == 204
    work()
    told = mail.outbox[-1]
    assert (told.to, told.subject) == ([ADDRESS], "The address of your account was changed")
    assert "Ada" in told.body
    assert "rum_eml_" not in told.body
    assert not MailOrder.objects.exists()


@pytest.mark.parametrize("email", [None, "eve@example.org"])
def test_a_stolen_token_is_not_enough_for_another_address(confirmed: ApiClient, email: str | None) -> None:
    missing = confirmed.patch("me", {"email": email, "country": "GB"})
    assert (code_of(missing), missing.json()["errors"][0]["pointer"]) == ("bad_request", "/password")
    wrong = confirmed.patch("me", {"email": email, "country": "GB", "password": "wrong"})
    assert (wrong.status_code, code_of(wrong)) == (403, "wrong_password")
    assert not MailOrder.objects.exists()
    own = confirmed.get("me").json()
    assert (own["email"], own["country"]) == (ADDRESS, None)


def test_an_account_without_address_needs_its_password_too(account: ApiClient) -> None:
    """A first address is a way in like any other."""
    assert code_of(account.patch("me", {"email": ADDRESS})) == "bad_request"
    assert account.patch("me", {"email": ADDRESS, "password": PASSWORD}).status_code == 200


@pytest.mark.usefixtures("limits")
def test_passwords_are_guessed_here_no_more_than_at_the_sign_in(confirmed: ApiClient) -> None:
    body = {"email": None, "password": "wrong"}
    answers = [confirmed.patch("me", body, REMOTE_ADDR="10.0.0.1") for _ in range(11)]
    assert [answer.status_code for answer in answers] == [403] * 10 + [429]
    assert login(address="10.0.0.1").json()["limit"] == "login"
