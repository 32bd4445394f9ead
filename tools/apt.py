"""System packages: find the missing ones, ask for permission, and install them with apt.

On a terminal, apt runs only if the user agrees. Without a terminal, as in CI, the command is
printed, and runs only if the user has permission: as root, or with passwordless sudo.
"""

import ctypes
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from tools.console import can_ask, confirm, say
from tools.programs import CHROMIUM


@dataclass(frozen=True)
class Library:
    """A shared library, with its Debian package and its file names on different systems."""

    package: str
    names: tuple[str, ...]

    def is_missing(self) -> bool:
        """Return whether none of this library’s files can be loaded."""
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
# Sheets can be printed without this library, but take twice as long.
HARFBUZZ = Library("libharfbuzz-subset0", ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib"))
# Needed by Playwright's driver.
LIBATOMIC = Library("libatomic1", ("libatomic.so.1",))

# These packages start a server as soon as they are installed, and whenever the machine starts. The
# tests start their own servers.
SERVICES = ("redis-server", "nginx", "caddy", "pgbouncer")
# Debian’s packages start a service unless this program, which is usually missing, forbids it.
POLICY = "/usr/sbin/policy-rc.d"
# Some distributions lack these packages. Ubuntu, for example, has Chromium only as a snap.
NOT_EVERYWHERE = (CHROMIUM, "caddy")

# Installing the PostgreSQL server package creates and starts a system-wide cluster, unless a file
# in this folder turns that off.
CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.d"
NO_CLUSTER = f"{CLUSTER_SETTINGS}/scorekeeper-tests.conf"


def missing(libraries: Sequence[Library]) -> list[str]:
    """Return the packages for the libraries that cannot be loaded."""
    return [library.package for library in libraries if library.is_missing()]


def may_install(packages: Sequence[str], purpose: str) -> bool:
    """Print what is missing and why, and return whether apt may install it now.

    If it may not, print the command to paste.
    """
    if not shutil.which("apt-get"):
        say(
            f"{purpose} needs these Debian packages or their equivalents: {' '.join(packages)}.",
            "This system has no apt. Install them with the system's package manager.",
        )
        return False
    sudo = "" if os.geteuid() == 0 else "sudo "
    line = f"{sudo}apt-get install --no-install-recommends {shlex.join(packages)}"
    if can_ask():
        say(f"{purpose} needs packages that are not installed. This command installs them:")
        say(f"    {line}")
        if not confirm("Run it now?"):
            say("Nothing was installed. To install the packages later, paste the command above.")
            return False
        if has_root(password=True):
            return True
    elif has_root(password=False):
        say(f"{purpose} needs packages that are not installed. Running {line}")
        return True
    say(f"{purpose} needs packages that only root can install. Run this:", f"    {line}")
    return False


def has_root(*, password: bool) -> bool:
    """Return whether commands can run as root. With ``password``, sudo may ask for one."""
    if os.geteuid() == 0:
        return True
    if not shutil.which("sudo"):
        return False
    if subprocess.run(["sudo", "-n", "true"], stderr=subprocess.DEVNULL, check=False).returncode:
        return password and subprocess.run(["sudo", "-v"], check=False).returncode == 0
    return True


def ask_and_install(packages: Sequence[str], purpose: str) -> bool:
    """Ask for permission, install packages, and return whether they were installed."""
    return may_install(packages, purpose) and install(packages)


def install(packages: Sequence[str]) -> bool:
    """Install the packages that the distribution has, and return whether that succeeded."""
    # A failed update does not matter yet: the existing package lists may be recent enough.
    apt_get("update")
    found = [name for name in packages if name not in NOT_EVERYWHERE or is_available(name)]
    with no_services(found), no_system_cluster() if "postgresql" in found else nullcontext():
        return apt_get("install", "-y", "--no-install-recommends", *found)


def is_available(package: str) -> bool:
    """Return whether the distribution has this package."""
    shown = subprocess.run(["apt-cache", "show", package], capture_output=True, check=False)
    if shown.returncode:
        say(f"This distribution has no package called {package}.")
    return shown.returncode == 0


def apt_get(*arguments: str) -> bool:
    """Run apt-get as root without prompts, and print its output only if it fails."""
    command = ["env", "DEBIAN_FRONTEND=noninteractive", "NEEDRESTART_SUSPEND=1", "apt-get", "-qq"]
    command += ["-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0", *arguments]
    done = as_root(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        say(done.stdout)
    return done.returncode == 0


def as_root(command: Sequence[str], **options: object) -> "subprocess.CompletedProcess[str]":
    """Run a command as root, with sudo if necessary."""
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    # Use a separate process group, so that Ctrl-C can't leave packages half configured.
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [*sudo, *command], stdin=subprocess.DEVNULL, process_group=0, check=False, **options
    )


@contextmanager
def no_services(packages: Sequence[str]) -> Iterator[None]:
    """Prevent Debian’s packages from starting servers, now or when the machine starts."""
    services = [name for name in SERVICES if name in packages]
    is_free = bool(services) and not Path(POLICY).exists()
    if is_free:
        write = 'printf "#!/bin/sh\nexit 101\n" >"$1" && chmod 755 "$1"'
        as_root(["sh", "-c", write, "sh", POLICY])
    try:
        yield
    finally:
        if is_free:
            as_root(["rm", "-f", POLICY])
        if services and shutil.which("systemctl"):
            as_root(["systemctl", "disable", "--quiet", *services], stderr=subprocess.DEVNULL)


@contextmanager
def no_system_cluster() -> Iterator[None]:
    """Prevent Debian's package from creating and starting a system-wide database cluster."""
    write = 'mkdir -p "${1%/*}" && echo "create_main_cluster = false" >"$1"'
    as_root(["sh", "-c", write, "sh", NO_CLUSTER])
    try:
        yield
    finally:
        as_root(["rm", "-f", NO_CLUSTER])


if __name__ == "__main__":
    # Interrupting an installation would leave packages half configured.
    signal.signal(signal.SIGTERM, lambda *_: say("Waiting for apt to finish."))
    sys.exit(0 if install(sys.argv[1:]) else 1)
