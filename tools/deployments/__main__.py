"""Run the commands of docs/running.md, and play a game on each site: ``./dev deployments``.

The home server and the servers with systemd are containers with a bare Debian, in which systemd is
the first process. They are made with debootstrap and podman, without any registry. The commands for
containers run on this machine itself; their compose command can be set in the variable COMPOSE.
"""

import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.environment import ROOT

NAMED = "localhost/scorekeeper-bare"
HOST = "scores.localhost"
UNITS = "/etc/systemd/system/scorekeeper.service /etc/systemd/system/scorekeeper-backup.service"
STARTING = 3  # the commands that start the containers
AUTHORITIES = Path("/usr/local/share/ca-certificates")  # that this machine trusts
PLAY = Path(__file__).with_name("play.py").read_text("utf-8")
INIT = f"""\
FROM {NAMED}
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates dbus python3 \
    systemd systemd-sysv
CMD ["/sbin/init"]
"""


def lines(kind: str) -> str:
    """Return the commands of one kind in docs/running.md, for names that lead to this machine."""
    page = (ROOT / "docs/running.md").read_text("utf-8")
    blocks = re.findall(rf"^```sh {kind}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    text = (
        "".join(blocks).replace("scores.example.org", HOST).replace("db.example.org", "127.0.0.1")
    )
    return text.replace("docker compose", os.environ.get("COMPOSE", "docker compose"))


def podman(*arguments: str, text: str | None = None) -> None:
    subprocess.run(["podman", *arguments], input=text, text=True, check=True)


def prepare() -> None:
    """Make the image of a bare Debian with systemd, unless it exists."""
    missing = [name for name in ("podman", "debootstrap") if not shutil.which(name)]
    if missing:
        sys.exit(f"Install {' and '.join(missing)}, and run this as root.")
    if not subprocess.run(["podman", "image", "exists", f"{NAMED}-init"], check=False).returncode:
        return
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", folder], check=True)
        if AUTHORITIES.is_dir():
            subprocess.run(
                ["cp", "--recursive", AUTHORITIES, folder + str(AUTHORITIES.parent)], check=True
            )
        with subprocess.Popen(["tar", "-C", folder, "-c", "."], stdout=subprocess.PIPE) as packed:
            subprocess.run(["podman", "import", "-", NAMED], stdin=packed.stdout, check=True)
    build = ("build", "--pull=never", "--network=host", "--tag", f"{NAMED}-init", "-")
    podman(*build, text=INIT)


@contextmanager
def debian() -> Iterator[str]:
    """Run a bare Debian that has the archive of a release, and yield the name of the container."""
    name = f"scorekeeper-bare-{os.getpid()}"
    options = ("--detach", "--rm", "--privileged", "--systemd=always", "--network=host")
    podman("run", *options, "--name", name, "--workdir=/root", f"{NAMED}-init")
    try:
        with TemporaryDirectory() as folder:
            archive = f"{folder}/scorekeeper.tar.gz"
            git = ["git", "-C", str(ROOT), "archive", "--prefix=scorekeeper/"]
            subprocess.run([*git, f"--output={archive}", "HEAD"], check=True)
            podman("cp", archive, f"{name}:/root/")
        yield name
    except subprocess.CalledProcessError:
        podman("exec", name, "journalctl", "--no-pager", "--lines=60")
        raise
    finally:
        podman("rm", "--force", name)


def inside(name: str, script: str) -> None:
    """Run a script in a container, and fail with the first of its commands that fails."""
    podman("exec", "--interactive", "--workdir=/root", name, "sh", "-eux", text=script)


def play(name: str, url: str) -> None:
    podman("exec", "--interactive", name, "python3", "-", url, text=PLAY)


def home() -> None:
    """Serve the site at home, from the unpacked archive."""
    with debian() as name:
        inside(name, "apt-get update -qq; tar -xf scorekeeper.tar.gz")
        unit = "systemd-run --unit=home --working-directory=/root/scorekeeper"
        inside(name, f"{unit} {lines('home').strip().replace('./', '/root/scorekeeper/')}")
        play(name, "http://127.0.0.1:8000")


def systemd() -> None:
    """Set up a public server, and then let it use PostgreSQL and Redis, as several servers do."""
    with debian() as name:
        inside(name, lines("systemd"))
        inside(name, f"systemd-analyze security --offline=yes --threshold=30 {UNITS}")
        play(name, f"https://{HOST}")
        inside(name, "systemctl start scorekeeper-backup.service; ls /var/lib/scorekeeper-backups")
        inside(name, "systemctl kill --signal=SIGKILL scorekeeper.service; sleep 3")
        play(name, f"https://{HOST}")
        inside(name, lines("several"))
        play(name, f"https://{HOST}")
        inside(name, "systemctl start scorekeeper-backup.service")
        inside(name, "scorekeeper-manage check_integrity; systemctl --failed --no-legend")


def containers() -> None:
    """Start the site, PostgreSQL, Valkey and Caddy in containers."""
    try:
        commands = lines("containers").splitlines(keepends=True)
        for some in (commands[:STARTING], commands[STARTING:]):
            subprocess.run(["sh", "-eux"], input="".join(some), text=True, cwd=ROOT, check=True)
            play = [sys.executable, "-", f"https://{HOST}"]
            subprocess.run(play, input=PLAY, text=True, check=True)
    finally:
        compose = os.environ.get("COMPOSE", "docker compose")
        end = f"{compose} --file deploy/compose.yaml down --volumes; rm deploy/.env"
        subprocess.run(["sh", "-c", end], cwd=ROOT, check=False)


DEPLOYMENTS = {"home": home, "systemd": systemd, "containers": containers}


def main() -> None:
    parser = ArgumentParser("./dev deployments", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", choices=[*DEPLOYMENTS, []], help="by default, all")
    for name in parser.parse_args().names or DEPLOYMENTS:
        if name != "containers":
            prepare()
        DEPLOYMENTS[name]()
        print(f"{name}: every command succeeded, and a game was played and printed.", flush=True)


if __name__ == "__main__":
    main()
