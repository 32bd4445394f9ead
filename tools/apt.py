"""System packages: what is missing, the question before anything is installed, and apt.

On a terminal apt runs only after a yes. Without one, as in CI, the command is shown and runs when
this user may run it: as root, or with a sudo that needs no password.
"""

import ctypes
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tools.console import can_ask, confirm, say
from tools.programs import CHROMIUM


@dataclass(frozen=True)
class Library:
    """A shared library: its Debian package and the file names it has on different systems."""

    package: str
    names: tuple[str, ...]

    def is_missing(self) -> bool:
        for name in self.names:
            try:
                ctypes.CDLL(name)
            except OSError:
                continue
            return False
        return True


PANGO = (
    Library("libpango-1.0-0", ("libpango-1.0.so.0", "libpango-1.0.0.dylib")),
    Library("libpangoft2-1.0-0", ("libpangoft2-1.0.so.0", "libpangoft2-1.0.0.dylib")),
)
# Sheets are printed without this one as well, but take twice the time.
HARFBUZZ = Library("libharfbuzz-subset0", ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib"))
# Playwright's driver loads it.
LIBATOMIC = Library("libatomic1", ("libatomic.so.1",))

# A new PostgreSQL server package makes and starts a cluster for the whole machine unless a file in
# this folder says no.
CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.d"
NO_CLUSTER = f"{CLUSTER_SETTINGS}/scorekeeper-tests.conf"


def missing(libraries: Sequence[Library]) -> list[str]:
    """Return the packages of the libraries that cannot be loaded."""
    return [library.package for library in libraries if library.is_missing()]


def command_line(packages: Sequence[str]) -> str:
    """Return the line that a person would paste to install packages."""
    sudo = "" if os.geteuid() == 0 else "sudo "
    return f"{sudo}apt-get install --no-install-recommends {shlex.join(packages)}"


def may_install(packages: Sequence[str], purpose: str) -> bool:
    """Say what is missing and why, and return whether apt may install it now.

    When it may not, the line to paste is shown.
    """
    if not shutil.which("apt-get"):
        say(
            f"{purpose} needs these Debian packages or their like: {' '.join(packages)}.",
            "There is no apt here; install them with this system's own package manager.",
        )
        return False
    line = command_line(packages)
    if can_ask():
        say(f"{purpose} needs packages that this machine lacks. This line installs them:")
        say(f"    {line}")
        if not confirm("Run it now?"):
            say("Nothing was installed. Paste the line above when you want it.")
            return False
        if has_root(password=True):
            return True
    elif has_root(password=False):
        say(f"{purpose} needs packages that this machine lacks. Running {line}")
        return True
    say(f"{purpose} needs packages that only root can install. Paste this line:", f"    {line}")
    return False


def has_root(*, password: bool) -> bool:
    """Return whether commands can run as root; sudo asks for its password if that is allowed."""
    if os.geteuid() == 0:
        return True
    if not shutil.which("sudo"):
        return False
    if subprocess.run(["sudo", "-n", "true"], stderr=subprocess.DEVNULL, check=False).returncode:
        return password and subprocess.run(["sudo", "-v"], check=False).returncode == 0
    return True


def ask_and_install(packages: Sequence[str], purpose: str) -> bool:
    """Install packages if that is allowed, and return whether it was done."""
    return may_install(packages, purpose) and install(packages)


def install(packages: Sequence[str]) -> bool:
    """Install packages, quietly unless it fails, and return whether all went well."""
    # An outdated list of packages may still do; the installation will tell.
    apt_get("update")
    results = []
    others = [package for package in packages if package not in ("postgresql", CHROMIUM)]
    if others:
        results.append(add(*others))
    if "postgresql" in packages:
        with no_system_cluster():
            results.append(add("postgresql"))
    if CHROMIUM in packages:
        results.append(is_available(CHROMIUM) and add(CHROMIUM))
    return all(results)


def add(*packages: str) -> bool:
    return apt_get("install", "-y", "--no-install-recommends", *packages)


def is_available(package: str) -> bool:
    """Return whether the distribution has a package; Ubuntu has Chromium only as a snap."""
    shown = subprocess.run(["apt-cache", "show", package], capture_output=True, check=False)
    if shown.returncode:
        say(f"This distribution has no package {package}.")
    return shown.returncode == 0


def apt_get(*arguments: str) -> bool:
    """Run apt-get as root without questions; show what it printed only if it fails."""
    command = ["env", "DEBIAN_FRONTEND=noninteractive", "NEEDRESTART_SUSPEND=1", "apt-get", "-qq"]
    command += ["-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0", *arguments]
    done = as_root(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        say(done.stdout)
    return done.returncode == 0


def as_root(command: Sequence[str], **options: object) -> "subprocess.CompletedProcess[str]":
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    # A process group of its own: Ctrl-C must not leave packages half configured.
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [*sudo, *command], stdin=subprocess.DEVNULL, process_group=0, check=False, **options
    )


@contextmanager
def no_system_cluster() -> Iterator[None]:
    """Keep Debian's package from making and starting a cluster for the whole machine."""
    write = 'mkdir -p "${1%/*}" && echo "create_main_cluster = false" >"$1"'
    as_root(["sh", "-c", write, "sh", NO_CLUSTER])
    try:
        yield
    finally:
        as_root(["rm", "-f", NO_CLUSTER])


if __name__ == "__main__":
    # An installation that is cut short would leave packages half configured.
    signal.signal(signal.SIGTERM, lambda *_: say("Waiting for apt to finish."))
    sys.exit(0 if install(sys.argv[1:]) else 1)
