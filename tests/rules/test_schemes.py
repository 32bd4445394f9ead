"""Schemes read no private names of other files, and their parts stay small."""

import ast
from pathlib import Path

import pytest

from rules.engine import schemes
from rules.engine.schemes.base import BoxSheet, SchemePaper, SchemeScoring, SchemeWords

FOLDER = Path(schemes.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))
MOST = 9  # methods and properties of a part, apart from what it is made with


def is_private(name):
    return name.startswith("_") and not name.endswith("__")


def foreign_names(code):
    """Return the private names that a module reads but doesn’t define, with their lines."""
    read, defined = [], set()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.FunctionDef(name=name) | ast.Attribute(attr=name, ctx=ast.Store()):
                defined.add(name)
            case ast.Attribute(attr=name):
                read.append((name, node.lineno))
            case ast.ImportFrom(names=names):
                read += [(alias.name, node.lineno) for alias in names]
    return [(name, line) for name, line in read if is_private(name) and name not in defined]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_file_of_a_scheme_reads_private_names_of_another(path):
    assert foreign_names(path.read_text()) == []


@pytest.mark.parametrize(
    ("code", "foreign"),
    [
        ("self._cards", [("_cards", 1)]),
        ("def _cards(self): ...\nself._cards", []),
        ("from rules.engine.schemes.hearts.fields import _cards", [("_cards", 1)]),
    ],
)
def test_a_private_name_of_another_file_is_found(code, foreign):
    assert foreign_names(code) == foreign


@pytest.mark.parametrize("part", [SchemeScoring, SchemePaper, BoxSheet, SchemeWords])
def test_the_parts_of_a_scheme_are_small(part):
    members = [name for name in dir(part) if not name.startswith("_")]

    assert len(members) <= MOST
