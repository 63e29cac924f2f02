"""Logs: one line an event, on standard error, as text for people or as JSON for machines.

A line carries the request's id (see `request_log`) or the task's. It never carries bodies, tokens or cards
that somebody may not see: callers name each fact that they log.
"""

from typing import Any

import structlog
from structlog.typing import Processor

FORMS = ("json", "text")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

_QUIET = {  # everything else says what it has to say at INFO
    "celery": "WARNING",
    "django.request": "ERROR",  # refusals have their line in `request_log`
    "django.security": "CRITICAL",  # so have hosts that are not ours and queries that the admin does not take
    "kombu": "WARNING",
    "oauthlib": "WARNING",  # below that it writes codes and tokens
    "uvicorn": "WARNING",
}

_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def _renderers(form: str) -> list[Processor]:
    if form == "text":
        plain = structlog.dev.plain_traceback  # others print local variables, hidden cards among them
        return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]


def logging_config(level: str, form: str) -> dict[str, Any]:
    """Return `logging.config.dictConfig`'s input; records of every library come out in the same form."""
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": _SHARED,
        "processors": [remove, *_renderers(form)],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines", "level": level}},
        "root": {"level": level, "handlers": ["stderr"]},
        "loggers": {name: {"level": least} for name, least in _QUIET.items()},
    }


def configure_structlog() -> None:
    """Make `structlog.get_logger()` write through the standard library's logging."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
