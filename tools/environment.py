"""Create ``.venv`` and install exactly the pinned packages in it."""

import hashlib
import importlib.util
import os
import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import apt
from tools.console import fail, say

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
REQUIREMENTS = ROOT / "requirements"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


def set_up(
    needs: str, libraries: Sequence[apt.Library] = (), wanted: Sequence[apt.Library] = ()
) -> None:
    """Install requirements and ``libraries``, then restart the command inside ``.venv``.

    ``needs`` is "base" to serve the site, or "dev" to also run the checks. ``wanted`` libraries are
    optional: they are installed only if something else has to be installed.
    """
    is_ready = is_current(needs)
    required = apt.missing(libraries)
    if not is_inside() and not importlib.util.find_spec("ensurepip"):
        required.append(f"python3.{sys.version_info.minor}-venv")
    if required or not is_ready:
        packages = required + apt.missing(wanted)
        if packages:
            apt.ask_and_install(packages, "Scorekeeper")
    if still := apt.missing(libraries):
        names = " and ".join(still)
        fail(f"Sheets can't be printed without {names}. Install the missing packages.")
    if not is_inside():
        make()
    if not is_ready:
        fill(needs)
    if not is_inside():
        os.execv(PYTHON, [str(PYTHON), "-m", "tools", *sys.argv[1:]])


def is_inside() -> bool:
    """Return whether this process is running in ``.venv``."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def make() -> None:
    """Create ``.venv``, or exit with a message if that is impossible."""
    importlib.invalidate_caches()
    if not importlib.util.find_spec("ensurepip"):
        fail(
            "This Python can't create virtual environments."
            f" Install python3.{sys.version_info.minor}-venv."
        )
    if subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=False).returncode:
        fail("The virtual environment could not be created. See the output above.")


def is_current(needs: str) -> bool:
    """Return whether this process runs in a ``.venv`` with this Python and all current pins."""
    kept = VENV / f"{needs}.stamp"
    return is_inside() and kept.is_file() and kept.read_text() == stamp(needs)


def stamp(needs: str) -> str:
    """Return a string that identifies the Python version and the requirements."""
    names = ("base",) if needs == "base" else ("base", "dev")
    lists = b"".join((REQUIREMENTS / f"{name}.txt").read_bytes() for name in names)
    return f"{platform.python_version()} {hashlib.sha256(lists).hexdigest()}\n"


def fill(needs: str) -> None:
    """Install the pinned packages. For "dev", remove all others as well."""
    for kept in VENV.glob("*.stamp"):
        kept.unlink()
    pins = REQUIREMENTS / f"{needs}.txt"
    say(f"Installing the Python packages in {pins.relative_to(ROOT)}.")
    action = ["install", "-r"] if needs == "base" else ["sync"]
    hashed = ["-q", "--python", str(PYTHON), "--require-hashes"]
    if not (install_uv() and uv(action[0], *hashed, *action[1:], str(pins))):
        say("uv doesn't work here. Installing with pip instead, which takes longer.")
        if pip("--require-hashes", "-r", str(pins)):
            fail("The Python packages could not be installed. See the output above.")
    for name in {"base", needs}:
        (VENV / f"{name}.stamp").write_text(stamp(name))


def pip(*arguments: str, text: str | None = None) -> int:
    """Run ``pip install`` with ``text`` as its input, and return its exit status."""
    command = [str(PYTHON), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    command += ["--no-input", *arguments]
    return subprocess.run(command, input=text, text=True, check=False).returncode


def uv_pin(pins: str) -> str:
    """Return the lines that pin uv, with its hashes."""
    found = re.search(r"^uv==[^\\\n]*(?:\\\n[^\\\n]*)*\n", pins, re.MULTILINE)
    if found is None:
        fail("requirements/dev.txt does not pin uv.")
    return found[0]


def install_uv() -> bool:
    """Install the pinned version of uv, and return whether it is installed."""
    pin = uv_pin((REQUIREMENTS / "dev.txt").read_text())
    version = pin.split()[0].removeprefix("uv==")
    program = VENV / "bin" / "uv"
    if program.exists():
        shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        if shown.stdout.startswith(f"uv {version}"):
            return True
    return pip("--require-hashes", "-r", "/dev/stdin", text=pin) == 0


def uv(*arguments: str) -> bool:
    """Run ``uv pip``, and return whether it succeeded."""
    own = {"UV_COMPILE_BYTECODE": "1"}
    # Unlike pip, uv uses the system's certificates only if this is set.
    if CERTIFICATES.exists():
        own |= {"UV_SYSTEM_CERTS": os.environ.get("UV_SYSTEM_CERTS", "1")}
    command = [str(VENV / "bin" / "uv"), "pip", *arguments]
    return subprocess.run(command, env=os.environ | own, check=False).returncode == 0


def lock(arguments: Sequence[str]) -> None:
    """Pin the packages listed in ``requirements/*.in``."""
    if not is_inside():
        make()
    if not install_uv():
        fail("The packages could not be pinned, because uv could not be installed.")
    options = ["-q", "--universal", "--python-version", "3.11", "--generate-hashes", "--no-header"]
    options += ["--no-annotate", "--no-emit-index-url", "--no-emit-find-links", *arguments]
    base, photos, dev = (f"requirements/{name}" for name in ("base", "photos", "dev"))
    for chosen in (
        [f"{base}.in", "-o", f"{base}.txt"],
        [f"{photos}.in", "-c", f"{base}.txt", "-o", f"{photos}.txt"],
        # The tests of photographs must not be skipped anywhere.
        [*(f"{name}.in" for name in (base, photos, dev)), "-c", f"{base}.txt", "-o", f"{dev}.txt"],
    ):
        if not uv("compile", *options, *chosen):
            fail("The packages could not be pinned. See the output above.")
    named = [path.name for path in REQUIREMENTS.glob("*.txt") if "://" in path.read_text()]
    if named:
        fail(f"Pins can't have URLs. Remove the URLs from {' and '.join(named)} in requirements/.")
