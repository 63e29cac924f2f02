"""Asking, and noting everything that comes of it: the answer with its headers, log lines, statements, engine calls."""

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

import engine
from players.services.exports import create_export, write_export
from tests.api.secrecy.bodies import NOWHERE
from tests.api.secrecy.callers import Caller
from tests.api.secrecy.questions import Question
from tests.api.secrecy.stillness import Stillness

_ENGINE = str(Path(engine.__file__).parent)
_NOT_ABOUT_A_READER = ("timestamp", "ms")
_ENDS_OF_TRANSACTIONS = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")


@dataclass(frozen=True)
class Answer:
    """What the caller gets (`status`, `head`, `body`), and what a server's owner could see of it."""

    status: int
    head: str
    body: str
    logs: tuple[str, ...]
    statements: tuple[tuple[str, str], ...]
    engine_calls: tuple[str, ...]

    @property
    def is_refusal(self) -> bool:
        """Whether nothing came of it."""
        return self.status >= 400

    @property
    def told(self) -> tuple[object, ...]:
        """All that somebody may read."""
        return self.status, self.head, self.body, self.logs

    @property
    def steps(self) -> tuple[object, ...]:
        """All that was done for it, as far as it was noted."""
        return self.statements, self.engine_calls

    @property
    def text(self) -> str:
        """All that is written down anywhere."""
        return "\n".join((self.head, self.body, *self.logs))


class Lines(logging.Handler):
    """The log at its most talkative: each line with the facts that come with it, but for times."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the line."""
        told: Any = record.msg
        if isinstance(told, dict):
            told = {name: value for name, value in told.items() if name not in _NOT_ABOUT_A_READER}
        else:
            told = record.getMessage()
        raised = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
        self.lines.append(f"{record.levelname} {record.name} {told} {raised}")


@dataclass
class Asking:
    """Asks one question after the other; whatever a question changes is taken back."""

    still: Stillness
    lines: Lines
    is_traced: bool = False
    asked: int = field(default=0)

    def ask(self, caller: Caller, question: Question) -> Answer:
        """The answer to the question."""
        self.asked += 1
        is_changing = question.is_writing or "{export}" in question.path
        with taken_back() if is_changing else nullcontext():
            self.still.begin_question()
            try:
                return self._answer(caller, question)
            finally:
                self.still.end_question()

    def _answer(self, caller: Caller, question: Question) -> Answer:
        path = question.path
        if "{export}" in path:
            path = path.replace("{export}", self._written_export(caller))
        calls: list[str] = []
        statements: list[tuple[str, str]] = []
        self.lines.lines = []
        with _noting_statements(statements), _noting_calls(calls) if self.is_traced else nullcontext():
            got = caller.send(question.method, path, question.body, question.headers)
        body = b"".join(got.streaming_content) if got.streaming else got.content  # type: ignore[attr-defined]
        head = "\n".join([*sorted(f"{name}: {value}" for name, value in got.headers.items()), got.cookies.output()])
        return Answer(
            got.status_code,
            head,
            body.decode(),
            tuple(self.lines.lines),
            tuple(statements),
            tuple(calls),
        )

    def _written_export(self, caller: Caller) -> str:
        if caller.player is None:
            return NOWHERE
        export = create_export(player=caller.player, now=self.still.now)
        write_export(export_id=export.pk, now=self.still.now)
        return str(export.pk)


@pytest.fixture
def asking(still: Stillness) -> Iterator[Asking]:
    """Asks with every logger at DEBUG."""
    lines, root = Lines(), logging.getLogger()
    levels = {name: logger.level for name, logger in root.manager.loggerDict.items() if hasattr(logger, "level")}
    before = root.level, root.handlers
    root.setLevel(logging.DEBUG)
    root.handlers = [lines]
    for name in levels:
        logging.getLogger(name).setLevel(logging.NOTSET)
    try:
        yield Asking(still, lines)
    finally:
        root.setLevel(before[0])
        root.handlers = before[1]
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def taken_back() -> Iterator[None]:
    """What is written within is not there afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def _noting_statements(noted: list[tuple[str, str]]) -> Iterator[None]:
    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(_ENDS_OF_TRANSACTIONS):
            noted.append((sql, repr(params)))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield


@contextmanager
def _noting_calls(noted: list[str]) -> Iterator[None]:
    """The names of the engine's functions as they are called; of generators each time that they go on."""

    def note(frame: Any, event: str, arg: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_ENGINE):
            noted.append(frame.f_code.co_qualname)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
