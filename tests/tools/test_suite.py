import pytest

from tools import suite
from tools.environment import ROOT


@pytest.mark.parametrize("path", suite.NOT_FAST)
def test_what_the_quick_run_leaves_out_is_there(path):
    assert (ROOT / "tests" / path).is_file()


@pytest.mark.parametrize("name", suite.NOT_ON_POSTGRES)
def test_what_is_left_out_on_postgresql_is_there(name):
    assert (ROOT / f"tests/scorekeeper/test_{name}.py").is_file()


@pytest.mark.parametrize("marker", suite.SERVERS)
def test_tests_that_need_a_server_have_its_marker(marker, pytestconfig):
    assert any(line.startswith(f"{marker}:") for line in pytestconfig.getini("markers"))
