"""Apps: made by their owners; they show their secret, and bring players of their own."""

import re
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.response import Response

from api.callers import app_of
from api.operations import operation
from api.problems import fault
from api.profiles import rated_profile
from api.serializers.apps import (
    EXTERNAL_ID,
    AppChanges,
    AppPage,
    AppPlayerRequest,
    AppPlayerSerializer,
    AppRequest,
    AppSerializer,
    AppTokenRequest,
    AppTokenSerializer,
    NewAppSerializer,
    SecretRotation,
)
from api.serializers.pages import PageQuery
from api.serializers.players import EXTERNAL_ID_LENGTH
from api.views.base import View, private
from players.errors import DomainError
from players.selectors import apps_of
from players.services import (
    app_player,
    create_app,
    find_app_player,
    issue_app_token,
    put_app_player,
    rotate_app_secret,
    update_app,
)

_EXTERNAL_ID = re.compile(EXTERNAL_ID)


class AppsView(View):
    """The caller's apps."""

    @operation(
        "listApps",
        tag="Accounts",
        summary="List your apps",
        scope="account",
        query=PageQuery,
        answer=AppPage,
    )
    def get(self, request: Any) -> Response:
        """The caller's apps, the newest first."""
        return self.page(apps_of(player=self.player), order=("-id",), item=lambda app: AppSerializer(app).data)

    @operation(
        "createApp",
        tag="Accounts",
        summary="Make an app",
        description="For the back end of another service, which brings its own players, or for a client that asks"
        " players for leave to play for them. The secret is shown this once. Accounts only.",
        scope="account",
        request=AppRequest,
        answer=NewAppSerializer,
        status=201,
        problems=("forbidden", "limit_reached"),
    )
    def post(self, request: Any) -> HttpResponse:
        """Make an app."""
        app, secret = create_app(owner=self.player, **self.body(), now=self.now)
        return private(self.answer(_with_secret(app, secret)))


class AppView(View):
    """One of them."""

    @operation(
        "updateApp",
        tag="Accounts",
        summary="Change or shut an app",
        scope="account",
        request=AppChanges,
        answer=AppSerializer,
        problems=("not_found",),
    )
    def patch(self, request: Any, app: UUID) -> Response:
        """Change it."""
        return self.answer(update_app(owner=self.player, app_id=app, changes=self.body(), now=self.now))


class AppSecretView(View):
    """A new secret."""

    @operation(
        "rotateAppSecret",
        tag="Accounts",
        summary="Change an app's secret",
        description="The new secret is shown this once. The former one is good for another day, unless it is to"
        " end at once.",
        scope="account",
        request=SecretRotation,
        answer=NewAppSerializer,
        problems=("not_found",),
    )
    def post(self, request: Any, app: UUID) -> HttpResponse:
        """Change the secret."""
        end_former = self.body()["end_former"]
        found, secret = rotate_app_secret(owner=self.player, app_id=app, end_former=end_former, now=self.now)
        return private(self.answer(_with_secret(found, secret)))


class AppTokensView(View):
    """Where an app shows its secret."""

    @operation(
        "createAppToken",
        tag="Accounts",
        summary="Get a token for an app",
        description="For the app's secret, a token that is good for an hour. With it, `Act-As` and the id of one"
        " of its players, the app does what that player may do.",
        token="unused",
        request=AppTokenRequest,
        answer=AppTokenSerializer,
        status=201,
        problems=("wrong_login", "not_found"),
        bucket="login",
    )
    def post(self, request: Any, app: UUID) -> HttpResponse:
        """Give it a token."""
        token, secret = issue_app_token(app_id=app, secret=self.body()["client_secret"], now=self.now)
        return private(self.answer({"token": secret, "token_expires_at": token.expires_at, "server_time": self.now}))


class AppPlayerView(View):
    """A player of the app that asks."""

    @operation(
        "putAppPlayer",
        tag="Accounts",
        summary="Make or find a player of your app",
        description="The player whom the app knows by this id; made if there is none, else as they are. Those that are"
        " made are counted (bucket `app_players`).",
        token="app",
        request=AppPlayerRequest,
        answer=AppPlayerSerializer,
        problems=("not_found", "name_taken"),
    )
    def put(self, request: Any, app: UUID, external_id: str) -> Response:
        """Make or find the player."""
        own = self._own(app)
        _check_external_id(external_id)
        body = self.body()
        row = find_app_player(app=own, external_id=external_id)
        if row is None:
            self.charge_caller("app_players")
            row = put_app_player(app=own, external_id=external_id, **body, now=self.now)
        return self._shown(row)

    @operation(
        "getAppPlayer",
        tag="Accounts",
        summary="Read a player of your app",
        token="app",
        answer=AppPlayerSerializer,
        problems=("not_found",),
    )
    def get(self, request: Any, app: UUID, external_id: str) -> Response:
        """The player."""
        own = self._own(app)
        _check_external_id(external_id)
        return self._shown(app_player(app=own, external_id=external_id))

    def _own(self, app_id: UUID) -> Any:
        """The app that asks, if it is this one. Raises `not_found`."""
        caller = app_of(self.request)
        if caller is None or caller.app.pk != app_id:
            raise DomainError("not_found", gettext("There is no such app, or you are not it."))
        return caller.app

    def _shown(self, row: Any) -> Response:
        return self.answer({**rated_profile(row.player), "external_id": row.external_id})


def _check_external_id(text: str) -> None:
    """Raises `bad_request` for what no app may call a player."""
    if len(text) > EXTERNAL_ID_LENGTH or not _EXTERNAL_ID.fullmatch(text):
        message = gettext("An id has up to {most} printable ASCII characters, no space or slash; not . or ..").format(
            most=EXTERNAL_ID_LENGTH
        )
        raise DomainError("bad_request", errors=[fault("invalid", message, parameter="external_id")])


def _with_secret(app: Any, secret: str) -> dict[str, Any]:
    fields = {name: getattr(app, name) for name in ("id", "name", "redirect_uris", "is_active", "created_at")}
    return {**fields, "client_secret": secret}
