"""All settings, read from the environment (docs/settings.md).

Unset, the service is embedded: SQLite, a broker of files and one command. With DATABASE_URL and REDIS_URL it
is the production service; nothing else differs.
"""

import os
import secrets
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from rummy.enum_names import ENUM_NAMES
from rummy.environment import Environment
from rummy.logs import FORMS, LEVELS, logging_config

_env = Environment()

# Where things are

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_FOLDER = _env.folder("RUMMY_DATA", BASE_DIR / "data")
SECRET_KEY_FILE = DATA_FOLDER / "secret_key"
DATABASE_URL, REDIS_URL = _env.text("DATABASE_URL"), _env.text("REDIS_URL")
PRODUCTION = bool(DATABASE_URL or REDIS_URL)


def _secret_key() -> str:
    """The given key, else the one that `serve` keeps, else one that lasts as long as this process."""
    key = _env.text("RUMMY_SECRET_KEY")
    if not key and PRODUCTION:
        raise ImproperlyConfigured("Set RUMMY_SECRET_KEY to a long random text, the same in every process.")
    return key or _env.kept(SECRET_KEY_FILE) or secrets.token_urlsafe(48)


SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS = _env.words("RUMMY_SECRET_KEY_FALLBACKS")
DEBUG = False
ROOT_URLCONF = "rummy.urls"
WSGI_APPLICATION = "rummy.wsgi.application"
ALLOWED_HOSTS = _env.words("RUMMY_HOSTS", "localhost,127.0.0.1,[::1]")

# Parts

INSTALLED_APPS = [
    "rummy.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "api.apps.ApiConfig",
    "players.apps.PlayersConfig",
    "games.apps.GamesConfig",
    "scoring.apps.ScoringConfig",
    "scoring.sheets.apps.SheetsConfig",
    "rummy.apps.RummyConfig",
]
MIDDLEWARE = [
    "rummy.request_log.RequestLog",
    "api.languages.Languages",
    "api.middleware.Problems",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "rummy.browsers.Sessions",
    "django.middleware.common.CommonMiddleware",
    "rummy.browsers.Forgery",
    "rummy.browsers.SignedIn",
    "rummy.browsers.Messages",
    "rummy.browsers.Frames",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Database

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASE_POOL = _env.switch("RUMMY_DATABASE_POOL", False)  # web processes only: Celery closes a pool after each task
LOCK_WAIT_MS = 5000  # so long a request waits for another that changes the same game, then it is `unavailable`
DATABASE_PREPARES = _env.switch("RUMMY_DATABASE_PREPARES", True)


def _database() -> dict[str, Any]:
    if not DATABASE_URL:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_FOLDER / "rummy.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",  # deferred, a write after a read fails when another wrote
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    # A connection that was lost is noticed before it is used again, in a pool too, and a new one has to come in time.
    postgres = _env.database("DATABASE_URL") | {"ENGINE": "rummy.postgres", "CONN_HEALTH_CHECKS": True}
    options = {"connect_timeout": 5, "options": f"-c lock_timeout={LOCK_WAIT_MS}", **postgres.get("OPTIONS", {})}
    if DATABASE_PREPARES:  # what a connection has sent twice, the server keeps ready: half the work
        options |= {"server_side_binding": True, "prepare_threshold": 2}
    if DATABASE_POOL:
        options["pool"] = {"min_size": 1, "max_size": 20, "timeout": 5}
        return postgres | {"CONN_MAX_AGE": 0, "OPTIONS": options}
    return postgres | {"CONN_MAX_AGE": 600, "OPTIONS": options}


DATABASES = {"default": _database()}

# Cache and jobs

WORKER_COUNT = _env.count("RUMMY_WORKERS", max(1, min(4, (os.cpu_count() or 1) - 1)), 1, 64)  # embedded only
REDIS_PATIENCE = {"socket_connect_timeout": 2, "socket_timeout": 2}  # seconds: play goes on without it
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": REDIS_PATIENCE,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
BROKER_FOLDER = DATA_FOLDER / "broker"
CELERY_BROKER_URL = REDIS_URL or "files://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {**REDIS_PATIENCE, "max_retries": 0} if REDIS_URL else {"folder": str(BROKER_FOLDER), "polling_interval": 0.05}
)
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # workers and beat wait for a broker as long as it takes
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True  # of those that acknowledge late: none
CELERY_TASK_IGNORE_RESULT = True  # results are rows of our own
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "games.tasks.play_bot": {"queue": "bots"},
    "players.tasks.deliver": {"queue": "hooks"},
    "players.tasks.push": {"queue": "hooks"},
}
CELERY_TASK_TIME_LIMIT, CELERY_TASK_SOFT_TIME_LIMIT = 60, 50
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # keeps no file: what is due is in rows, and the sweep finds it
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 2.0, "options": {"expires": 2}},
    "sweep_deliveries": {"task": "players.tasks.sweep_deliveries", "schedule": 5.0, "options": {"expires": 5}},
    "sweep_ratings": {"task": "scoring.tasks.sweep", "schedule": 5.0, "options": {"expires": 5}},
    "sweep_players": {"task": "players.tasks.sweep", "schedule": 30.0, "options": {"expires": 30}},
}
CELERY_TIMEZONE = "UTC"

# People

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["players.backends.PlayerBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

# Mail: written to files in the data folder until there is a server for it

APP_URL = _env.text("RUMMY_APP_URL").rstrip("/")
EMAIL_FILE_PATH = str(DATA_FOLDER / "mail")
_mail = _env.mail("RUMMY_MAIL_URL")
EMAIL_BACKEND = _mail.backend
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.tls, _mail.ssl
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = _env.text("RUMMY_MAIL_FROM", "500 Rum <noreply@localhost>")

# What apps did for their players is written down, and kept for so many days

APP_ACTS_DAYS = _env.count("RUMMY_APP_ACTS_DAYS", 365, 1, 36_500)

# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("fi", "Suomi"), ("pl", "Polski"), ("uk", "Українська")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Static files: found in the packages themselves, so that nothing has to be collected before a start

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False

# Security

HTTPS = _env.switch("RUMMY_HTTPS", False)
TRUSTED_PROXY_COUNT = _env.count("RUMMY_PROXIES", 0)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS and TRUSTED_PROXY_COUNT else None
SECURE_REFERRER_POLICY = "same-origin"
CSRF_TRUSTED_ORIGINS = _env.words("RUMMY_ORIGINS")
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

METRICS_TOKEN = _env.text("RUMMY_METRICS_TOKEN")

CORS_ALLOW_ALL_ORIGINS = True  # tokens travel in a header, never in a cookie, so any origin may ask
CORS_ALLOW_CREDENTIALS = False
CORS_URLS_REGEX = r"^/(api/.*|healthz|readyz|oauth/(token|revoke)|\.well-known/oauth-authorization-server)$"
CORS_ALLOW_HEADERS = ["accept", "accept-language", "authorization", "content-type"]
CORS_ALLOW_HEADERS += [
    "act-as",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "request-id",
    "sheet-link",
    "traceparent",
    "tracestate",
]
CORS_EXPOSE_HEADERS = ["etag", "location", "ratelimit", "ratelimit-policy", "retry-after"]
CORS_EXPOSE_HEADERS += ["idempotency-replayed", "request-id", "deprecation", "sunset", "link", "www-authenticate"]

# Play

RATE_LIMITS_ENABLED = _env.switch("RUMMY_RATE_LIMITS", True)
GUESTS_CHAT = _env.switch("RUMMY_GUESTS_CHAT", True)
BOT_DELAY_FACTOR = _env.number("RUMMY_BOT_DELAY", 1.0)  # 0: bots move as soon as they have thought

WEBHOOKS_ANYWHERE = _env.switch("RUMMY_WEBHOOKS_ANYWHERE", False)  # for development: http, and this machine

# Who pushes to devices

PUSH = _env.choice("RUMMY_PUSH", ("off", "fcm", "log"), "off")
FCM_ACCOUNT_FILE = _env.text("RUMMY_FCM_ACCOUNT")

# What people agree to, and where they read it

TERMS_URL = _env.text("RUMMY_TERMS_URL")
TERMS_VERSION = _env.text("RUMMY_TERMS_VERSION")

# Logs

LOGGING = logging_config(
    level=_env.choice("RUMMY_LOG_LEVEL", LEVELS, "INFO"),
    form=_env.choice("RUMMY_LOG_FORM", FORMS, "json" if PRODUCTION else "text"),
)

# The API

VERSION = "0.1.0"
REST_FRAMEWORK: dict[str, Any] = {
    "EXCEPTION_HANDLER": "api.errors.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "500 Rum",
    "DESCRIPTION": "Play 500 Rum and its relatives against people and computer players.",
    "VERSION": "1",
    "OAS_VERSION": "3.0.3",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_PATCH": False,
    "COMPONENT_SPLIT_REQUEST": False,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": ENUM_NAMES,
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "api.openapi.finished"],
    "TAGS": [
        {"name": "Service", "description": "The service itself, its rules and its computer players."},
        {"name": "Accounts", "description": "Guests, accounts, sign-in, tokens, apps, profiles and players."},
        {"name": "Mine", "description": "What waits for you, what you are told, and where."},
        {"name": "Lobby", "description": "Finding a table: seeks and invitations."},
        {"name": "Webhooks", "description": "Addresses of yours that are told what happens."},
        {"name": "Games", "description": "Games: make, join, play, follow, read back."},
        {"name": "Contests", "description": "Ratings, leaderboards, and the daily deal."},
        {"name": "Score sheets", "description": "Score sheets for games that are played with real cards."},
    ],
}
