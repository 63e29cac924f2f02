"""Every address below `/api/v1`. No trailing slashes; what matches nothing is a problem, too."""

from django.urls import path, re_path, register_converter

from api.converters import IdConverter

register_converter(IdConverter, "id")

from api.views import docs, players, positions, rulesets, service  # noqa: E402
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
    path("me", players.MeView.as_view(), name="me"),
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
