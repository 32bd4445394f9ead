"""The documents for developers: their lists of the project’s parts are complete."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from scorekeeper import __version__

ROOT = Path(__file__).parents[2]
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text("utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONTRACTS = PYPROJECT["tool"]["importlinter"]


@pytest.mark.parametrize("package", ["engine", "reference", "lookup"])
def test_every_module_of_the_rules_is_described(package):
    tree = ARCHITECTURE.split(f"\n  {package}/")[1].split("\n  data/")[0]

    modules = {path.name for path in (ROOT / "rules" / package).glob("*.py")} - {"__init__.py"}

    assert modules <= set(re.findall(r"^    (\w+\.py) ", tree, re.MULTILINE))


@pytest.mark.parametrize("package", ["engine", "reference", "lookup", "scorekeeper"])
def test_the_layers_are_those_that_are_enforced(package):
    container = package if package == "scorekeeper" else f"rules.{package}"
    (layers,) = (
        contract["layers"]
        for contract in CONTRACTS["contracts"]
        if contract.get("containers") == [container]
    )

    drawn = re.search(rf"^ *{package}: ((?:.*→\n)*.*)", ARCHITECTURE, re.MULTILINE)[1]

    assert [set(re.findall(r"\w+", layer)) for layer in drawn.split("→")] == [
        set(re.findall(r"\w+", layer)) for layer in reversed(layers)
    ]


def test_every_dependency_has_its_use():
    table = ARCHITECTURE.split("\n## Dependencies\n")[1]
    named = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^\| ([^|]*) \|", table, re.MULTILINE))))
    lists = "".join(
        (ROOT / f"requirements/{name}.in").read_text("utf-8") for name in ("base", "photos", "dev")
    )

    packages = set(re.findall(r"^[\w-]+", lists, re.MULTILINE))

    assert packages <= named
    node = json.loads((ROOT / "package.json").read_text("utf-8"))
    for name in (*node["devDependencies"], *node["optionalDependencies"]):
        assert name in table.lower()


def test_the_version_is_stored_once_and_the_changelog_has_its_date():
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")

    releases = re.findall(r"^## (\S+) \(\d{4}-\d\d-\d\d\)$", changelog, re.MULTILINE)

    assert releases[0] == __version__
    assert "version" in PYPROJECT["project"]["dynamic"]
    assert PYPROJECT["tool"]["setuptools"]["dynamic"]["version"] == {
        "attr": "scorekeeper.__version__"
    }
