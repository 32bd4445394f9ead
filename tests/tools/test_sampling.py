import os
import subprocess
import sys

from tools.environment import ROOT

FILE = """\
import pytest

@pytest.mark.parametrize("number", range(5))
def test_many(number):
    assert number < 2

@pytest.mark.parametrize("number", range(4))
def test_stored(number):
    pass

def test_one():
    pass
"""


def run(folder, *arguments):
    (folder / "test_sample.py").write_text(FILE)
    command = [sys.executable, "-m", "pytest", "-p", "tests.sampling", "-p", "pytest_randomly"]
    command += ["-p", "no:cacheprovider", "-c", "/dev/null", "-q"]
    command += [*arguments, str(folder)]
    env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[-1].partition(" in ")[0]


def test_the_first_cases_of_each_test_run(tmp_path):
    assert run(tmp_path, "--cases", "2") == "5 passed, 5 deselected"


def test_the_first_tests_of_each_module_run(tmp_path):
    assert run(tmp_path, "--tests", "2", "--cases", "1") == "2 passed, 8 deselected"
