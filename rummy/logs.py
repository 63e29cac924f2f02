"""Logs: one line an event, on standard error, as text for people or as JSON for machines.

A line carries the request's id (see `request_log`) or the task's. It never carries bodies, tokens or cards
that somebody may not see: callers name each fact that they log. What an unforeseen error says of itself may name
cards all the same, or quote a row; therefore they are blacked out.
"""

import logging
import re
from typing import Any

import msgspec
import structlog
from structlog.typing import EventDict, Processor

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

# The code of a card; hexadecimal digits that are long enough for a seed.
_SECRET = re.compile(r"(?<![\w-])(?:[A2-9TJQK][CDHS]2?|X[1-8])(?![\w-])|[0-9a-fA-F]{40,}")

_OF_LINES = {"exception", "stack"}

_encoder = msgspec.json.Encoder(enc_hook=lambda value: str.__str__(value) if isinstance(value, str) else repr(value))

_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def _without_cards(_logger: Any, _level: str, line: EventDict) -> EventDict:
    """Of a line whose traceback, without local variables, is a text already."""
    return {name: _SECRET.sub("?", told) if isinstance(told, str) else told for name, told in line.items()}


def _json(line: EventDict, **_: Any) -> str:
    """The line as JSON; what that has no form for is told as Python writes it."""
    return _encoder.encode(line).decode()


def _printable(told: str) -> str:
    """What a terminal would obey, and what would begin a new line, is escaped as Python does."""
    return told if told.isprintable() else "".join(one if one.isprintable() else repr(one)[1:-1] for one in told)


class _Text(structlog.dev.ConsoleRenderer):
    """structlog's for people; only a traceback has lines."""

    def __call__(self, logger: Any, name: str, event_dict: EventDict) -> str:
        """The line."""
        told = {fact: _printable(text) for fact, text in event_dict.items() if isinstance(text, str)}
        for fact in _OF_LINES & told.keys():
            told[fact] = "\n".join(map(_printable, event_dict[fact].split("\n")))
        return super().__call__(logger, name, {**event_dict, **told})


def _renderers(form: str) -> list[Processor]:
    if form == "text":
        return [_Text(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    return [structlog.processors.JSONRenderer(serializer=_json)]


def busy_is_no_fault(record: logging.LogRecord) -> bool:
    """Let each line pass; that of a 503, which Django takes for an error, as the warning that it is."""
    if getattr(record, "status_code", None) == 503:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


class _Lines(structlog.stdlib.ProcessorFormatter):
    """structlog's; but a line of ours without a traceback, as each request has one, needs no copy of its record."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: Any = record.msg
        is_ours = isinstance(told, dict) and not (record.exc_info or record.stack_info or "exc_info" in told)
        if not is_ours:
            return super().format(record)
        return str(self.processors[-1](None, record.levelname, _without_cards(None, "", told)))


def logging_config(level: str, form: str) -> dict[str, Any]:
    """Return `logging.config.dictConfig`'s input; records of every library come out in the same form."""
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    told: list[Processor] = [remove, structlog.processors.format_exc_info, _without_cards]
    formatter = {
        "()": _Lines,
        "foreign_pre_chain": _SHARED,
        "processors": [*told, *_renderers(form)],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "filters": {"busy_is_no_fault": {"()": lambda: busy_is_no_fault}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines", "level": level}},
        "root": {"level": level, "handlers": ["stderr"]},
        "loggers": {name: {"level": least} for name, least in _QUIET.items()}
        | {"django.request": {"level": _QUIET["django.request"], "filters": ["busy_is_no_fault"]}},
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
