"""A class or function has a name that no other module uses for something else."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.conftest import ROOT

# Views are named after their pages, and Django finds a command by the name of its module.
APART = ("scorekeeper/migrations", "scorekeeper/views", "scorekeeper/management")


def definitions(root: Path) -> dict[str, list[str]]:
    """Return the modules that define each public class or function, by its name."""
    found: dict[str, list[str]] = defaultdict(list)
    for package in ("rules", "scorekeeper"):
        for path in sorted((root / package).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if not name.startswith(APART):
                for node in ast.parse(path.read_text("utf-8")).body:
                    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                        found[node.name].append(name)
    return {name: paths for name, paths in found.items() if not name.startswith("_")}


def test_no_name_has_two_meanings():
    assert {name: paths for name, paths in definitions(ROOT).items() if len(paths) > 1} == {}


def test_a_name_with_two_meanings_is_found(tmp_path):
    for name in ("rules/a.py", "scorekeeper/b.py"):
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text("class Line: ...\ndef _load(): ...\n")

    assert definitions(tmp_path) == {"Line": ["rules/a.py", "scorekeeper/b.py"]}
