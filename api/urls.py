"""Every address below `/api/v1`. No trailing slashes; what matches nothing is a problem, too."""

from django.urls import path, re_path, register_converter

from api.converters import IdConverter

register_converter(IdConverter, "id")

from api.views import docs, players, positions, rulesets, service  # noqa: E402

urlpatterns = [
    path("meta", service.MetaView.as_view(), name="meta"),
    path("problems", service.ProblemsView.as_view(), name="problems"),
    path("problems/<slug:code>", service.ProblemView.as_view(), name="problem"),
    path("bots", service.BotsView.as_view(), name="bots"),
    path("rulesets", rulesets.RulesetsView.as_view(), name="rulesets"),
    path("rulesets/check", rulesets.RulesCheckView.as_view(), name="rules_check"),
    path("rulesets/<slug:name>", rulesets.RulesetView.as_view(), name="ruleset"),
    path("positions/play", positions.PositionPlayView.as_view(), name="position_play"),
    path("guests", players.GuestsView.as_view(), name="guests"),
    path("me", players.MeView.as_view(), name="me"),
    path("players/<id:player>", players.PlayerView.as_view(), name="player"),
    path("schema", docs.SchemaView.as_view(), name="schema"),
    path("docs", docs.swagger, name="docs"),
    path("docs/swagger.js", docs.swagger_start, name="swagger_start"),
    path("docs/redoc", docs.redoc, name="redoc"),
    re_path("", service.NotFoundView.as_view()),
]
