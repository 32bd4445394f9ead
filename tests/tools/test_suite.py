import pytest

from tools import suite
from tools.environment import ROOT


@pytest.mark.parametrize("path", suite.NOT_FAST)
def test_what_the_quick_run_leaves_out_is_there(path):
    assert (ROOT / "tests" / path).is_file()


@pytest.mark.parametrize("path", suite.ON_POSTGRES)
def test_what_runs_on_postgresql_is_there(path):
    assert (ROOT / path).is_dir()


@pytest.mark.parametrize("marker", suite.SERVERS)
def test_tests_that_need_a_server_have_its_marker(marker, pytestconfig):
    assert any(line.startswith(f"{marker}:") for line in pytestconfig.getini("markers"))


def test_many_orders_are_different_and_can_be_repeated():
    steps = suite.in_orders(20)

    assert len({step.name for step in steps}) == 20
    for step in steps:
        assert step.command[-1] == step.name.replace("pytest, ", "--randomly-seed=")
