import json
import subprocess
import sys

import pytest

from tests.statements import fewest, oddity, shape
from tools.environment import ROOT

FILE = """\
import pytest
from scorekeeper.models import Group, Player

@pytest.mark.django_db
@pytest.mark.parametrize("number", range(3))
def test_groups(number):
    assert not Group.objects.filter(pk=number).exists()

@pytest.mark.django_db
def test_players():
    assert not Player.objects.exists()

@pytest.mark.database
def test_values():
    pass

def test_none():
    pass
"""


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT a FROM b WHERE c = 12 AND d = 'x 1'", "SELECT a FROM b WHERE c = ? AND d = ?"),
        ("WHERE c IN (%s, %s, %s)", "WHERE c IN (?)"),
        ("INSERT INTO b (c, d) VALUES (%s, %s), (%s, %s)", "INSERT INTO b (c, d) VALUES (?)"),
        ('RELEASE SAVEPOINT "s1_x2"', "RELEASE SAVEPOINT"),
    ],
)
def test_statements_with_other_values_have_the_same_shape(sql, expected):
    assert shape(sql) == expected


def test_few_quick_tests_send_all_statements():
    tests = {
        "whole": (9.0, ["a", "b", "c"]),
        "quick": (0.1, ["a", "b"]),
        "again": (0.2, ["b"]),
        "other": (0.1, ["c"]),
    }

    assert fewest(tests) == {"quick", "other"}


def test_what_others_send_needs_no_test():
    tests = {"quick": (0.1, ["a", "b"]), "other": (0.1, ["c"])}

    assert fewest(tests, ["c", "d"]) == {"quick"}


def test_a_test_that_later_choices_made_needless_is_left_out():
    # “middle” has the most statements, but the others are needed for theirs anyway.
    tests = {
        "middle": (0.1, ["b", "c", "d", "e"]),
        "first": (0.1, ["a", "b", "c"]),
        "last": (0.1, ["d", "e", "f"]),
    }

    assert fewest(tests) == {"first", "last"}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (None, ""),
        (("Ann", 7, None, 2**31 - 1, "x" * 200), ""),
        (("x\0",), "zero byte"),
        ([("Ann", 7), ("x" * 201, -(2**31))], "large number, long text"),
    ],
)
def test_values_that_databases_treat_differently_make_another_statement(values, expected):
    assert oddity(values) == expected


def test_on_postgresql_run_tests_that_send_what_was_recorded_and_marked_ones(tmp_path):
    record, statements = (
        run(tmp_path, f"--{name}", str(tmp_path / "sent")) for name in ("record", "statements")
    )

    assert record == "6 passed"
    (recorded,) = (json.loads(path.read_text()) for path in (tmp_path / "sent").glob("*.json"))
    assert len(recorded) == 4
    assert statements == "3 passed, 3 deselected"


def run(folder, *arguments):
    (folder / "test_sample.py").write_text(FILE)
    command = [sys.executable, "-m", "pytest", "-p", "tests.statements", "--nomigrations"]
    command += ["-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", "-q"]
    command += [*arguments, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[-1].partition(" in ")[0]
