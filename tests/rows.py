"""Rows of tests in the TOML file beside their module, one row a line."""

import inspect
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., object])


def each_row(test: Test) -> Test:
    """Run a test with each row of its table, which has the test’s name without ``test_``.

    A row has the arguments by name, and maybe an ``id``. An argument that it leaves out is None.
    """
    path = Path(inspect.getfile(test)).with_suffix(".toml")
    rows = _tables(path)[test.__name__.removeprefix("test_")]
    names = list(dict.fromkeys(name for row in rows for name in row if name != "id"))
    sets = [pytest.param(*map(row.get, names), id=row.get("id")) for row in rows]
    return pytest.mark.parametrize(names, sets)(test)


@cache
def _tables(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))
