"""Apps, their secrets and tokens, their players, and what they do for them."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext

from players.credentials import Prefix, digest_of, new_secret
from players.errors import DomainError
from players.models import App, AppAct, AppPlayer, AppToken, Player, PlayerKind
from players.services.grants import end_grants_of_app
from players.services.guests import create_guest

MOST_APPS = 10
TOKEN_LASTS = timedelta(hours=1)
FORMER_SECRET_LASTS = timedelta(hours=24)


@dataclass(frozen=True)
class AppCaller:
    """An app that sends a request, and the player for whom it acts, if any."""

    app: App
    player: Player | None


@transaction.atomic
def create_app(*, owner: Player, name: str, redirect_uris: Sequence[str] = (), now: datetime) -> tuple[App, str]:
    """A new app and its secret, which is shown this once. Raises `forbidden` for guests, `limit_reached`."""
    if owner.kind != PlayerKind.ACCOUNT:
        raise DomainError("forbidden", gettext("Apps belong to accounts; a guest can become one."))
    Player.objects.select_for_update(no_key=True).get(pk=owner.pk)  # those made at once are counted one by one
    if App.objects.filter(owner=owner).count() >= MOST_APPS:
        raise DomainError("limit_reached", gettext("An account has at most {most} apps.").format(most=MOST_APPS))
    secret = new_secret(Prefix.APP_SECRET)
    fields = {"name": name, "redirect_uris": list(redirect_uris), "secret_digest": digest_of(secret)}
    return App.objects.create(owner=owner, **fields, created_at=now), secret


@transaction.atomic
def update_app(*, owner: Player, app_id: UUID, changes: dict[str, Any], now: datetime) -> App:
    """The app with another `name` or `redirect_uris`, shut or opened again (`is_active`); what is absent stays.

    What players gave to an app that is shut ends for good. Raises `not_found`.
    """
    app = _owned(owner, app_id)
    for name, value in changes.items():
        setattr(app, name, value)
    app.save(update_fields=list(changes))
    if not app.is_active:
        end_grants_of_app(app_id=app.pk, now=now)
    return app


@transaction.atomic
def rotate_app_secret(*, owner: Player, app_id: UUID, end_former: bool, now: datetime) -> tuple[App, str]:
    """The app with a new secret. The former one is good for another day, or ends now with all tokens.

    Raises `not_found`.
    """
    app = _owned(owner, app_id, App.objects.select_for_update(no_key=True))  # each new secret has its day
    secret = new_secret(Prefix.APP_SECRET)
    app.former_digest, app.former_until = app.secret_digest, now + FORMER_SECRET_LASTS
    if end_former:
        app.former_digest, app.former_until = "", None
        AppToken.objects.filter(app=app, expires_at__gt=now).update(expires_at=now)
    app.secret_digest = digest_of(secret)
    app.save(update_fields=["secret_digest", "former_digest", "former_until"])
    return app, secret


@transaction.atomic
def issue_app_token(*, app_id: UUID, secret: str, now: datetime) -> tuple[AppToken, str]:
    """A token for the app that shows its secret, and the token's own. Raises `wrong_login`."""
    # Locked: when all tokens of a former secret end, none comes after them.
    apps = App.objects.select_for_update(of=("self",), no_key=True)
    app = apps.filter(pk=app_id, is_active=True, owner__is_active=True).first()
    if app is None or not _is_secret_of(app, digest_of(secret), now):
        raise DomainError("wrong_login", gettext("There is no such app, or the secret is not its own."))
    shown = new_secret(Prefix.APP)
    token = AppToken.objects.create(app=app, digest=digest_of(shown), created_at=now, expires_at=now + TOKEN_LASTS)
    return token, shown


def client_of(*, app_id: UUID, secret: str | None = None, now: datetime) -> App | None:
    """The app that may ask players for leave, if it is open; and if it shows a secret, if that is its own."""
    app = App.objects.filter(pk=app_id, is_active=True, owner__is_active=True).select_related("owner").first()
    if app is None or (secret is not None and not _is_secret_of(app, digest_of(secret), now)):
        return None
    return app


def authenticate_app(*, secret: str, act_as: UUID | None, now: datetime) -> AppCaller:
    """The app whose token this is, and its player `act_as`.

    Raises `not_authenticated`, `token_expired`, `token_revoked`, `not_your_player`.
    """
    digest = digest_of(secret)
    player = None if act_as is None else _acted_for(digest, act_as)
    if player is not None:  # one statement has found them all
        app, expires_at = player.of_app.app, player.token_expires_at
    else:
        token = AppToken.objects.select_related("app__owner").filter(digest=digest).first()
        if token is None:
            raise DomainError("not_authenticated", gettext("The token is not known."))
        app, expires_at = token.app, token.expires_at
    if not (app.is_active and app.owner.is_active):
        raise DomainError("token_revoked")
    if expires_at <= now:
        raise DomainError("token_expired")
    if act_as is not None and player is None:
        raise DomainError("not_your_player", gettext("An app acts for its own players only."))
    return AppCaller(app, player)


def put_app_player(
    *, app: App, external_id: str, name: str | None = None, country: str | None = None, now: datetime
) -> AppPlayer:
    """The app's player of this id, made where there is none. Raises `BadName`, `name_taken`."""
    there = find_app_player(app=app, external_id=external_id)
    if there is not None:
        return there
    try:
        with transaction.atomic():
            player = create_guest(name=name, country=country, now=now)
            return AppPlayer.objects.create(app=app, external_id=external_id, player=player)
    except IntegrityError:  # a twin came first
        return app_player(app=app, external_id=external_id)


def find_app_player(*, app: App, external_id: str) -> AppPlayer | None:
    """The app's player of this id; None where there is none."""
    return AppPlayer.objects.select_related("player").filter(app=app, external_id=external_id).first()


def app_player(*, app: App, external_id: str) -> AppPlayer:
    """The app's player of this id. Raises `not_found`."""
    found = find_app_player(app=app, external_id=external_id)
    if found is None:
        raise DomainError("not_found", gettext("The app has no such player."))
    return found


def note_act(*, app: App, player: Player, operation: str, path: str, request_id: str, now: datetime) -> None:
    """Write down what the app is about to do for its player."""
    AppAct.objects.create(app=app, player=player, operation=operation, path=path[:200], request_id=request_id, at=now)


def _owned(owner: Player, app_id: UUID, apps: QuerySet[App] | None = None) -> App:
    app = (App.objects.all() if apps is None else apps).filter(pk=app_id, owner=owner).first()
    if app is None:
        raise DomainError("not_found", gettext("You have no such app."))
    return app


def _is_secret_of(app: App, digest: str, now: datetime) -> bool:
    if hmac.compare_digest(app.secret_digest, digest):
        return True
    is_former = bool(app.former_digest) and hmac.compare_digest(app.former_digest, digest)
    return is_former and app.former_until is not None and app.former_until > now


def _acted_for(digest: str, player_id: UUID) -> Any:
    """The player, with `of_app` and when the token expires; None for one whose app does not have this token."""
    own = Player.objects.filter(pk=player_id, is_active=True, of_app__app__tokens__digest=digest)
    own = own.select_related("of_app__app__owner")
    return own.annotate(token_expires_at=F("of_app__app__tokens__expires_at")).first()
