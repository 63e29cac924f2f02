"""Every route of the API with its operations, found in the addresses themselves, so that new ones are tried."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from api.operations import Operation
from api.views.base import View

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
# What stands for each kind of part in a path: things that do not exist.
_NOBODY = "01990000-0000-7000-8000-000000000000"
_PARTS = {"id": _NOBODY, "uuid": _NOBODY, "int": "1", "slug": "nonsense", "str": "nonsense", "room": "table"}
_PARTS |= {"pool": "classic.fast", "board": "classic.fast.all", "date": "2026-01-05"}


@dataclass(frozen=True)
class Route:
    """One path, its parts filled in."""

    path: str
    view: type[View]

    @property
    def operations(self) -> dict[str, Operation]:
        """Method -> what it declares."""
        handlers = {method: getattr(self.view, method.lower(), None) for method in METHODS}
        return {method: handler.operation for method, handler in handlers.items() if hasattr(handler, "operation")}

    def __str__(self) -> str:
        return self.path


def routes(parts: Mapping[str, object] = MappingProxyType({})) -> list[Route]:
    """All of them, but the one that catches what leads nowhere.

    `parts` are put into the paths by their names; for others stands something that does not exist.
    """
    return [route for route in _below(get_resolver().url_patterns, "/", parts) if route.operations]


def _below(patterns: Any, prefix: str, parts: Mapping[str, object]) -> Iterator[Route]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if "admin" not in str(pattern.pattern):
                yield from _below(pattern.url_patterns, prefix + str(pattern.pattern), parts)
        elif isinstance(pattern, URLPattern) and is_of_api(pattern):
            yield Route(prefix + _filled(pattern, parts), pattern.callback.view_class)


def is_of_api(pattern: URLPattern) -> bool:
    """Whether a view of the API answers there, which declares its operations."""
    view = getattr(pattern.callback, "view_class", None)
    return isinstance(view, type) and issubclass(view, View)


def _filled(pattern: URLPattern, parts: Mapping[str, object]) -> str:
    path = str(pattern.pattern)
    for name in pattern.pattern.converters:
        for kind, nothing in _PARTS.items():
            path = path.replace(f"<{kind}:{name}>", str(parts.get(name, nothing)))
    assert "<" not in path, f"say in _PARTS what to put into {path}"
    return path
