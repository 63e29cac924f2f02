"""W3C Trace Context: the trace to which a request belongs, in its log lines and in those of the tasks it leads to.

No spans are made here: `traceparent` is passed on as it came. One that is not well-formed counts as none.
"""

import re
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from structlog import contextvars

HEADER = "traceparent"
_REQUEST_ID = "request_id"
_LONGEST = 256
_FORM = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?")

_parent: ContextVar[str] = ContextVar("traceparent", default="")


def trace_id_of(traceparent: str) -> str | None:
    """The id of the trace; None where the text is not well-formed.

    >>> trace_id_of("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    '0af7651916cd43dd8448eb211c80319c'
    """
    found = _FORM.fullmatch(traceparent[: _LONGEST + 1])
    if found is None or len(traceparent) > _LONGEST:
        return None
    version, trace, span, rest = found.groups()
    is_known = version != "ff" and (version != "00" or rest is None)  # later versions may say more
    return trace if is_known and trace.strip("0") and span.strip("0") else None


@contextmanager
def traced(request_id: str, traceparent: str) -> Iterator[None]:
    """For the time of a request: its log lines have its id, and that of its trace if it belongs to one."""
    trace_id = trace_id_of(traceparent) if traceparent else None
    facts = {"trace_id": trace_id} if trace_id else {}
    token = _parent.set(traceparent if trace_id else "")
    bound = contextvars.bind_contextvars(request_id=request_id, **facts)
    try:
        yield
    finally:
        contextvars.reset_contextvars(**bound)
        _parent.reset(token)


def pass_on(message: MutableMapping[str, Any]) -> None:
    """Let the headers of a message to the workers say from which request it comes."""
    facts = {_REQUEST_ID: contextvars.get_contextvars().get(_REQUEST_ID), HEADER: _parent.get()}
    message.update({name: value for name, value in facts.items() if value})


def take_up(message: Mapping[str, Any]) -> None:
    """For the time of a task, in a context of its own: what `pass_on` has put into its message."""
    request_id, parent = message.get(_REQUEST_ID), message.get(HEADER) or ""
    trace_id = trace_id_of(parent)
    _parent.set(parent if trace_id else "")
    facts = {_REQUEST_ID: request_id, "trace_id": trace_id}
    contextvars.bind_contextvars(**{name: value for name, value in facts.items() if value})
