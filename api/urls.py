"""Every address below `/api/v1`. No trailing slashes; what matches nothing is a problem, too."""

from django.urls import path, re_path, register_converter

from api.converters import IdConverter

register_converter(IdConverter, "id")

from api.views import (  # noqa: E402
    accounts,
    apps,
    docs,
    players,
    positions,
    privacy,
    rulesets,
    service,
    sessions,
    tokens,
)
from api.views.games import games, history, play, seats  # noqa: E402

urlpatterns = [
    path("", service.IndexView.as_view(schema=None)),  # in the schema it has no slash at its end
    path("meta", service.MetaView.as_view(), name="meta"),
    path("problems", service.ProblemsView.as_view(), name="problems"),
    path("problems/<slug:code>", service.ProblemView.as_view(), name="problem"),
    path("bots", service.BotsView.as_view(), name="bots"),
    path("rulesets", rulesets.RulesetsView.as_view(), name="rulesets"),
    path("rulesets/check", rulesets.RulesCheckView.as_view(), name="rules_check"),
    path("rulesets/<slug:name>", rulesets.RulesetView.as_view(), name="ruleset"),
    path("positions/play", positions.PositionPlayView.as_view(), name="position_play"),
    path("guests", players.GuestsView.as_view(), name="guests"),
    path("accounts", accounts.AccountsView.as_view(), name="accounts"),
    path("accounts/password-reset", accounts.PasswordResetView.as_view(), name="password_reset"),
    path("accounts/password-reset/confirm", accounts.PasswordResetConfirmView.as_view(), name="password_confirm"),
    path("accounts/email/confirm", accounts.EmailConfirmView.as_view(), name="email_confirm"),
    path("sessions", sessions.SessionsView.as_view(), name="sessions"),
    path("sessions/current", sessions.CurrentSessionView.as_view(), name="current_session"),
    path("sessions/refresh", sessions.SessionRefreshView.as_view(), name="session_refresh"),
    path("me", players.MeView.as_view(), name="me"),
    path("me/upgrade", accounts.UpgradeView.as_view(), name="upgrade"),
    path("me/tokens", tokens.TokensView.as_view(), name="tokens"),
    path("me/tokens/<id:token>", tokens.TokenView.as_view(), name="token"),
    path("me/stream-tickets", tokens.StreamTicketsView.as_view(), name="stream_tickets"),
    path("me/exports", privacy.ExportsView.as_view(), name="exports"),
    path("me/exports/<id:export>", privacy.ExportView.as_view(), name="export"),
    path("me/erasure", privacy.ErasureView.as_view(), name="erasure"),
    path("apps", apps.AppsView.as_view(), name="apps"),
    path("apps/<id:app>", apps.AppView.as_view(), name="app"),
    path("apps/<id:app>/rotate-secret", apps.AppSecretView.as_view(), name="app_secret"),
    path("apps/<id:app>/tokens", apps.AppTokensView.as_view(), name="app_tokens"),
    path("apps/<id:app>/players/<str:external_id>", apps.AppPlayerView.as_view(), name="app_player"),
    path("players", players.PlayersView.as_view(), name="players"),
    path("players/<id:player>", players.PlayerView.as_view(), name="player"),
    path("games", games.GamesView.as_view(), name="games"),
    path("games/<id:game>", games.GameView.as_view(), name="game"),
    path("games/<id:game>/seats/<int:seat>", seats.SeatView.as_view(), name="seat"),
    path("games/<id:game>/start", games.StartView.as_view(), name="start"),
    path("games/<id:game>/resign", games.ResignView.as_view(), name="resign"),
    path("games/<id:game>/view", play.GameViewView.as_view(), name="view"),
    path("games/<id:game>/legal-moves", play.LegalMovesView.as_view(), name="legal_moves"),
    path("games/<id:game>/moves", play.MovesView.as_view(), name="moves"),
    path("games/<id:game>/moves/check", play.MoveCheckView.as_view(), name="move_check"),
    path("games/<id:game>/moves/<int:version>", play.MoveView.as_view(), name="move"),
    path("games/<id:game>/events", history.EventsView.as_view(), name="events"),
    path("games/<id:game>/deals", history.DealsView.as_view(), name="deals"),
    path("games/<id:game>/deals/<int:number>", history.DealView.as_view(), name="deal"),
    path("games/<id:game>/deals/<int:number>/fairness", history.DealFairnessView.as_view(), name="fairness"),
    path("games/<id:game>/record", history.RecordView.as_view(), name="record"),
    path("games/<id:game>/record.txt", history.RecordTextView.as_view(), name="record_text"),
    path("games/<id:game>/record.ndjson", history.RecordLinesView.as_view(), name="record_lines"),
    path("schema", docs.SchemaView.as_view(), name="schema"),
    path("docs", docs.swagger, name="docs"),
    path("docs/swagger.js", docs.swagger_start, name="swagger_start"),
    path("docs/redoc", docs.redoc, name="redoc"),
    re_path("", service.NotFoundView.as_view()),
]
