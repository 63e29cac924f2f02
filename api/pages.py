"""Pages of a list: an opaque, signed cursor that remembers where the list stands and how it was filtered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from django.core import signing
from django.db.models import Model, Q, QuerySet

from players.errors import DomainError

_SALT = "api.pages"
_VALID_SECONDS = 7 * 24 * 3600
MOST_COUNTED = 1000
"""Up to so many results a total is told; the rest would cost more than it tells."""


def page(
    rows: QuerySet[Any],
    *,
    order: Sequence[str],
    limit: int,
    after: Sequence[str] | None,
    path: str,
    filters: Mapping[str, str],
    item: Callable[[Any], Any],
    counts: bool = False,
) -> dict[str, Any]:
    """One page of the rows as the API answers it; each row is written by `item`, and `counts` tells their number.

    `order` are fields of the row's own table that never change, `-` before those that fall, the last unique; or what
    the rows are annotated with, where each page may be made of the rows as they are then.
    `after` is where the page before ended (`opened`), `path` and `filters` go into the cursor.
    """
    total = rows[: MOST_COUNTED + 1].count() if counts else None
    keys = _keys(order)
    made = rows.query.annotations
    if after is not None:
        rows = rows.filter(_behind(keys, _values(rows.model, keys, after, made)))
    found = list(rows.order_by(*order)[: limit + 1])
    has_more = len(found) > limit
    found = found[:limit]
    return {
        "results": [item(row) for row in found],
        "next_cursor": _cursor(keys, found[-1], path, filters, made) if has_more else None,
        "has_more": has_more,
        **total_of(total),
    }


def batches(
    rows: QuerySet[Any], *, order: Sequence[str], after: Sequence[str] | None, size: int
) -> Iterator[list[Any]]:
    """All rows behind a place, so many at a time, each batch found anew: nothing stays open between them."""
    keys, batch = _keys(order), None
    behind = None if after is None else _behind(keys, _values(rows.model, keys, after))
    while batch is None or len(batch) == size:
        batch = list((rows if behind is None else rows.filter(behind)).order_by(*order)[:size])
        if batch:
            yield batch
            behind = _behind(keys, [getattr(batch[-1], name) for name, _ in keys])


def cursor_behind(row: Model, *, order: Sequence[str], path: str, filters: Mapping[str, str]) -> str:
    """The cursor of the place behind this row, in a list at this path with these filters."""
    return _cursor(_keys(order), row, path, filters)


def cursor_of(after: Sequence[str], *, path: str, filters: Mapping[str, str]) -> str:
    """The cursor of a place that the list itself has put into words."""
    return signing.dumps({"path": path, "filters": dict(filters), "after": list(after)}, salt=_SALT)


def whole(items: Sequence[Any]) -> dict[str, Any]:
    """A short list in the same form, as its only page."""
    return {"results": list(items), "next_cursor": None, "has_more": False, **total_of(len(items))}


def opened(cursor: str, path: str) -> tuple[dict[str, str], list[str]]:
    """The filters and the place that a cursor of this list holds. Raises `bad_cursor`."""
    try:
        content = signing.loads(cursor, salt=_SALT, max_age=_VALID_SECONDS)
    except signing.BadSignature:
        raise DomainError("bad_cursor") from None
    if content["path"] != path:
        raise DomainError("bad_cursor")
    return content["filters"], content["after"]


def total_of(count: int | None) -> dict[str, Any]:
    """The number of all results, as far as it is told."""
    is_capped = count is not None and count > MOST_COUNTED
    return {"total_count": MOST_COUNTED if is_capped else count, "total_count_capped": is_capped}


def _cursor(
    keys: list[tuple[str, bool]], row: Model, path: str, filters: Mapping[str, str], annotations: Mapping[str, Any] = {}
) -> str:
    after = [_field(type(row), name, annotations).value_to_string(row) for name, _ in keys]
    return cursor_of(after, path=path, filters=filters)


def _keys(order: Sequence[str]) -> list[tuple[str, bool]]:
    """Each field of the order, and whether it falls."""
    return [(name.removeprefix("-"), name.startswith("-")) for name in order]


def _values(
    model: type[Model], keys: list[tuple[str, bool]], after: Sequence[str], annotations: Mapping[str, Any] = {}
) -> list[Any]:
    return [_field(model, name, annotations).to_python(text) for (name, _), text in zip(keys, after, strict=True)]


def _field(model: type[Model], name: str, annotations: Mapping[str, Any]) -> Any:
    if name not in annotations:
        return model._meta.get_field(name)
    field = copy(annotations[name].output_field)
    field.set_attributes_from_name(name)
    return field


def _behind(keys: list[tuple[str, bool]], values: list[Any]) -> Q:
    """Rows that come after these values: behind in the first key, or equal in it and behind in the rest."""
    (name, falls), value = keys[0], values[0]
    behind = Q(**{f"{name}__{'lt' if falls else 'gt'}": value})
    if len(keys) == 1:
        return behind
    # The plain bound on the first key lets the database start in the index at the right place.
    reach = Q(**{f"{name}__{'lte' if falls else 'gte'}": value})
    return reach & (behind | Q(**{name: value}) & _behind(keys[1:], values[1:]))
