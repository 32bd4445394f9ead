"""Entries that no deal can have, and rules that make no game, from the files in ``refused``.

Each row of ``tests`` has an ``entry``, as in transcripts, the code and message of its problem, and
the input that it is at. ``overruled`` means that players have accepted the warnings, and ``more``
that other problems are found as well. Each row of ``rules`` has options and patches, where “none”
is no value, and the message or a part of it. What all rows of a table have in common is above them.
"""

import tomllib
from pathlib import Path

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.errors import CatalogueError
from tests.rules.played import points, refusals

FOLDER = Path(__file__).parent / "refused"
FIELDS = {"code": "code", "message": "message", "at": "input", "warning": "warning"}


def cases(kind):
    for path in sorted(FOLDER.glob("*.toml")):
        for table in tomllib.loads(path.read_text("utf-8")).get(kind, []):
            name = f"{path.stem} {table.get('name', '')}"
            for number, row in enumerate(table["rows"], 1):
                case = {key: value for key, value in table.items() if key != "rows"} | row
                yield pytest.param(case, id=f"{name} {row.get('id', number)}")


def expected_in(problem):
    """Return what a problem must be. A complete one is at no input, unless the file has one."""
    complete = {"at": ""} if {"code", "message"} <= problem.keys() else {}
    given = {"warning": False} | complete | problem
    return {FIELDS[key]: value for key, value in given.items() if key in FIELDS}


@pytest.mark.parametrize("case", [*cases("tests")])
def test_an_entry_is_refused(case):
    keys = ("names", "dealer", "options", "patches", "before")
    rules = {key: case[key] for key in keys if key in case}
    expected = [expected_in(problem) for problem in case.get("problems", [case])]

    found = refusals(
        case["game"], case["entry"], accept_warnings=case.get("overruled", False), **rules
    )

    keys = expected[0].keys()
    problems = [{key: getattr(problem, key) for key in keys} for problem in found]
    if case.get("more"):
        assert [problem for problem in expected if problem not in problems] == []
    else:
        assert problems == expected
    if all(problem.warning for problem in found):
        assert points(case["game"], case["entry"], accept_warnings=True, **rules)


@pytest.mark.parametrize("case", [*cases("rules")])
def test_figures_that_make_no_game_are_refused(case):
    patches = {key: None if value == "none" else value for key, value in case["patches"].items()}

    with pytest.raises(CatalogueError) as refused:
        catalogue().variant(case["game"]).ruleset(case.get("options"), patches)

    message = str(refused.value)
    assert message == case.get("message", message)
    assert case.get("part", message) in message
