"""Statements that are made once: the ORM makes its SQL anew each time, which takes longer than the database does.

For the few statements of every request and move. The models stay the only place that knows tables and columns.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BooleanField, CharField, IntegerField, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row")
Other = TypeVar("Other")

_STORED_AS_THEY_ARE = (BooleanField, CharField, IntegerField)


class Lookup(Generic[Row]):
    """The rows of a query in which `field` has a given value, which is not None: objects, or tuples of a `values_list`.

    `query` is called once for each connection, and what it returns is compiled.
    """

    def __init__(self, query: Callable[[], QuerySet[Any, Row]], field: str) -> None:
        self._query, self._field = query, field

    def rows(self, value: object) -> list[Row]:
        """All of them, in the order of the query."""
        connection = connections[DEFAULT_DB_ALIAS]
        return self.compiled(value, connection).rows(value, connection)

    def row(self, value: object) -> Row | None:
        """The only one, if there is one."""
        return next(iter(self.rows(value)), None)

    def compiled(self, example: object, connection: BaseDatabaseWrapper) -> "_Compiled[Row]":
        """What is kept with the connection; made with the first value that is asked for."""
        kept = _kept_with(connection)
        compiled: _Compiled[Row] | None = kept.get(self)
        if compiled is None:
            compiled = kept[self] = _Compiled(self._query(), self._field, example, connection)
        return compiled


class Beside(Generic[Row, Other]):
    """A row of one lookup, and beside it one of another that has nothing to do with it: both by one statement.

    The other is a lookup of tuples, of which the first member is never null. Nothing is locked.
    """

    def __init__(self, lookup: Lookup[Row], other: Lookup[Other]) -> None:
        self._lookup, self._other = lookup, other

    def row(self, value: object, beside: object) -> tuple[Row, Other | None] | None:
        """The row with this value, and the other's with that value, if there is one; None without the first."""
        connection = connections[DEFAULT_DB_ALIAS]
        one, other = self._lookup.compiled(value, connection), self._other.compiled(beside, connection)
        sql = f"SELECT * FROM ({one.sql}) AS one LEFT JOIN ({other.sql}) AS other ON TRUE"
        values = [*one.parameters(value, connection), *other.parameters(beside, connection)]
        found = executed(connection, sql, values).fetchone()
        if found is None:
            return None
        (made,), rest = one.made([found[: one.width]]), found[one.width :]
        return made, None if rest[0] is None else other.made([rest])[0]


class _Compiled(Generic[Row]):
    """A query as SQL for one kind of database, and how its rows become objects."""

    def __init__(self, query: QuerySet[Any, Row], field: str, example: object, connection: BaseDatabaseWrapper) -> None:
        chosen = query.filter(**{field: example}).query
        compiler: Any = chosen.get_compiler(connection=connection)
        self.sql, parameters = compiler.as_sql()
        assert len(parameters) == 1, "everything else of the query stands in its SQL"
        self.width = len(compiler.select)
        self._locks = chosen.select_for_update
        self._field: Any = query.model._meta.get_field(field)
        self._converters = compiler.get_converters([column for column, *_ in compiler.select])
        self._converted = compiler.apply_converters
        self._make: Callable[[Sequence[Any]], Any] = tuple
        if not chosen.values_select:
            self._make = _Maker(compiler).made

    def rows(self, value: object, connection: BaseDatabaseWrapper) -> list[Row]:
        if self._locks and connection.get_autocommit():
            raise TransactionManagementError("a row is locked within a transaction only")
        return self.made(executed(connection, self.sql, self.parameters(value, connection)).fetchall())

    def parameters(self, value: object, connection: BaseDatabaseWrapper) -> list[Any]:
        """What goes with the SQL."""
        return [self._field.get_db_prep_value(value, connection)]

    def made(self, found: Sequence[Sequence[Any]]) -> list[Row]:
        """What becomes of rows as the database gives them."""
        return [self._make(row) for row in self._converted(found, self._converters)]


class _Maker:
    """Makes objects of a compiled query's rows, with those that are selected along."""

    def __init__(self, compiler: Any) -> None:
        own = compiler.klass_info["select_fields"]
        self._own = slice(own[0], own[-1] + 1)
        self._names = [column.target.attname for column, *_ in compiler.select[self._own]]
        self._model: type[Model] = compiler.klass_info["model"]
        populators: Any = get_related_populators  # its types are those of a later Django
        self._related = populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)

    def made(self, row: Sequence[Any]) -> Model:
        """The object."""
        made = self._model.from_db(DEFAULT_DB_ALIAS, self._names, row[self._own])
        for related in self._related:
            related.populate(row, made)
        return made


def insert(rows: Sequence[Model]) -> None:
    """Add new rows of one model in one statement. Their ids are given by the database, and not read back."""
    model, connection = type(rows[0]), connections[DEFAULT_DB_ALIAS]
    sql, fields = _insertion(model, len(rows))
    executed(connection, sql, [value for row in rows for value in _values(row, fields, connection)])
    for row in rows:
        row._state.adding = False


def update(row: Model, names: tuple[str, ...]) -> None:
    """Write these fields of a row that is there."""
    connection = connections[DEFAULT_DB_ALIAS]
    sql, fields = _change(type(row), names)
    executed(connection, sql, _values(row, fields, connection))


def executed(connection: BaseDatabaseWrapper, sql: str, values: Sequence[Any]) -> Any:
    """The cursor of a statement that was carried out; its rows, if it has any, are to be fetched at once.

    Each statement has a cursor that is kept as long as its connection: to make one, and to find out anew how its
    values are read and written, takes longer than a small statement. Where statements are noted down, as tests do it,
    the cursor is a new one.
    """
    cursor = connection.cursor() if connection.queries_logged else _kept_cursor(connection, sql)
    cursor.execute(sql, values)
    return cursor


def _kept_cursor(connection: BaseDatabaseWrapper, sql: str) -> Any:
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    kept = _kept_with(connection)
    cursor: Any = kept.get(sql)
    if cursor is None or cursor.connection is not connection.connection:
        cursor = kept[sql] = connection.cursor()
    return cursor


def _kept_with(connection: BaseDatabaseWrapper) -> dict[Any, Any]:
    """What is kept as long as a thread's connection: in itself, so that it goes when the thread does."""
    kept: dict[Any, Any] = vars(connection).setdefault("kept_by_compiled", {})
    return kept


def _values(row: Model, fields: list[Any], connection: BaseDatabaseWrapper) -> list[Any]:
    """What is stored of these fields; nothing, texts, integers and truth values as they are."""
    values = row.__dict__
    return [
        value
        if (value := values[field.attname]) is None or isinstance(field, _STORED_AS_THEY_ARE)
        else field.get_db_prep_save(value, connection)
        for field in fields
    ]


@cache
def _insertion(model: type[Model], count: int) -> tuple[str, list[Any]]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = f"({', '.join(['%s'] * len(fields))})"
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES {", ".join([places] * count)}', fields


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[str, list[Any]]:
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    key = model._meta.pk
    assert key is not None
    assignments = ", ".join(f'"{field.column}" = %s' for field in fields)
    return f'UPDATE "{model._meta.db_table}" SET {assignments} WHERE "{key.column}" = %s', [*fields, key]
