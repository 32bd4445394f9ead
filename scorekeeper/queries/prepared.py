"""Queries that are compiled to SQL once.

Django compiles a query whenever it is sent, which takes several times as long as the database takes
to answer it. A pad or an entry page needs the same few queries each time, so they are here.
"""

from collections.abc import Callable
from copy import copy
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")


class Prepared(Generic[Row]):
    """A query that differs only in its parameters.

    ``make`` returns the query for certain parameters, which must be all parameters of its SQL, in
    the same order.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Row]]) -> None:
        self._make = make
        self._compiled: tuple[QuerySet[Any, Row], SQLCompiler, str] | None = None

    def __call__(self, *parameters: str | int) -> list[Row]:
        """Send the query with these parameters, and return the rows."""
        if self._compiled is None:
            numbers = range(1, len(parameters) + 1)
            queryset = self._make(*numbers)
            compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
            sql, found = compiler.as_sql()
            if [*map(str, found)] != [*map(str, numbers)]:
                raise ValueError(f"The query doesn’t have its parameters in order: {found}")
            self._compiled = queryset, compiler, sql
        queryset, compiler, sql = self._compiled
        # Threads share what the compiler knows about the columns, but not the connection.
        own, query = copy(compiler), copy(queryset.query)
        setattr(own, "connection", connections[DEFAULT_DB_ALIAS])  # noqa: B010 -- not in its stubs
        setattr(own, "as_sql", lambda *_args, **_options: (sql, parameters))  # noqa: B010
        setattr(query, "get_compiler", lambda *_args, **_options: own)  # noqa: B010
        # The attributes of a queryset from which Django makes rows.
        sent = SimpleNamespace(
            db=DEFAULT_DB_ALIAS,
            query=query,
            _fields=getattr(queryset, "_fields", None),
            _known_related_objects={},
        )
        rows: list[Row] = list(getattr(queryset, "_iterable_class")(sent))  # noqa: B009
        return rows
