import re

from tools.checks import checks
from tools.environment import ROOT


def test_pre_commit_runs_the_checks_of_dev_lint():
    text = (ROOT / ".pre-commit-config.yaml").read_text()

    hooks = re.findall(r'^ +entry: \./dev lint "(.+)"$', text, re.MULTILINE)

    # The tools are in the virtual environment, so their versions are pinned in one place.
    assert sorted(hooks) == sorted(check.name for check in checks())
    assert text.count("entry:") == len(hooks)
    assert text.count("repo: local") == text.count("repo:") == 1
