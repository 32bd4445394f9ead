"""``./dev run``: back up and migrate the database, collect static files, and serve."""

import gc
import hashlib
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from multiprocessing import Semaphore
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from tools import apt, environment, https, network, worker
from tools.announce import Announcement
from tools.console import fail
from tools.environment import ROOT

CONNECTIONS = 20_000
# In seconds: the pauses before a crashed server starts again, and how long it must then run until
# the pauses are short again.
SHORTEST_PAUSE, LONGEST_PAUSE, CALM = 1, 10, 60
RELOAD = "--reload"
HTTPS = "--https"
WORKERS = "--workers"
FLAGS = (RELOAD, HTTPS, WORKERS)
MOST_WORKERS = 4  # without the option; each can have 13 connections to PostgreSQL


def run(*arguments: str) -> None:
    """Set up the site and serve it on an address such as ``0.0.0.0:8000``.

    With ``--https``, serve it on the network, encrypted. With ``--reload``, changed games are
    loaded again. ``--workers=N`` is the number of processes that serve it.
    """
    flags = {text.partition("=")[0]: text.partition("=")[2] for text in arguments}
    is_encrypted = HTTPS in flags
    usual = "0.0.0.0:8443" if is_encrypted else ""
    place = network.place_of(next((text for text in flags if text not in FLAGS), usual))
    if RELOAD in flags:
        os.environ["SCOREKEEPER_RELOAD"] = "1"
    environment.set_up("base", apt.PANGO, wanted=[apt.HARFBUZZ])
    ip = network.check(place)
    lan = network.lan_address()
    if not os.environ.get("SCOREKEEPER_HOSTS"):
        os.environ["SCOREKEEPER_HOSTS"] = network.allowed_hosts(place, lan, socket.gethostname())
    os.environ["SCOREKEEPER_TIME_ZONE"] = os.environ.get("SCOREKEEPER_TIME_ZONE") or time_zone()
    announcement = (encrypted if is_encrypted else plain)(place, ip, lan)
    prepare()
    serve(announcement, workers_of(flags.get(WORKERS, "")))


def workers_of(text: str) -> int:
    """Return the number of worker processes, or exit with a message if ``text`` isn’t one.

    By default, there is one for each core, up to MOST_WORKERS, if they can share a database and a
    cache; otherwise, there is only one.
    """
    if text:
        if not text.isdecimal() or int(text) == 0:
            fail(f"“{text}” is not a number of processes. For example: ./dev run {WORKERS}=2")
        return int(text)
    is_shared = os.environ.get("DATABASE_URL", "").startswith("postgres")
    if is_shared and os.environ.get("REDIS_URL"):
        return min(os.cpu_count() or 1, MOST_WORKERS)
    return 1


def prepare() -> None:
    """Check, back up and migrate the site, collect its static files, and load it.

    It is loaded in this process, which its workers are copies of, so that it is loaded only once
    and they share its memory.
    """
    gc.disable()  # until everything is loaded
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    import django  # noqa: PLC0415 -- installed by the setup
    from django.core.checks import Tags, run_checks  # noqa: PLC0415
    from django.core.management import CommandError, call_command  # noqa: PLC0415

    django.setup()
    stamp, kept = site_stamp(ROOT), data_folder() / "checked.stamp"
    is_checked = kept.is_file() and kept.read_text() == stamp
    folder = data_folder() / "backups" / datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    try:
        if run_checks(databases=["default"], tags=[Tags.database] if is_checked else None):
            call_command("check", databases=["default"])  # prints the problems
        elif not is_checked:
            kept.write_text(stamp)
        call_command("backup", str(folder), before_migrating=True)
        call_command("migrate", interactive=False, verbosity=0)
    except CommandError as error:
        fail(str(error))
    collect_static()
    worker.application()


def plain(place: network.Place, ip: str, lan: str) -> Announcement:
    """Return the announcement of the site without encryption."""
    host = network.accepted_host(os.environ["SCOREKEEPER_HOSTS"])
    lines = [f"Scorekeeper is running at http://{place.near}/"]
    if place.host in network.ANY and lan:
        lines.append(f"On phones on the same network: http://{lan}:{place.port}/")
    return Announcement(ip, int(place.port), host, lines)


def encrypted(place: network.Place, ip: str, lan: str) -> Announcement:
    """Make the certificate, and serve the page that helps phones trust its authority."""
    from tools import certificates  # noqa: PLC0415 -- installed by the setup

    folder = data_folder() / "https"
    files = certificates.prepare(folder, os.environ["SCOREKEEPER_HOSTS"].split(","))
    host = lan if place.host in network.ANY and lan else place.near.rpartition(":")[0]
    plain = network.Place(place.host, str(int(place.port) + 1))
    network.check(plain)
    url = f"https://{host}:{place.port}/"
    https.show_trust_page(ip, int(plain.port), url, files.authority)
    lines = [
        f"Scorekeeper is running at {url}",
        f"On each phone, first open http://{host}:{plain.port}/ and follow the steps there.",
    ]
    accepted = network.accepted_host(os.environ["SCOREKEEPER_HOSTS"])
    return Announcement(ip, int(place.port), accepted, lines, files)


def time_zone(localtime: Path = Path("/etc/localtime")) -> str:
    """Return the name of the machine’s time zone, or UTC if it has none that Python knows."""
    name = os.environ.get("TZ") or str(localtime.resolve()).partition("zoneinfo/")[2]
    return name if name in available_timezones() else "UTC"


def manage(*arguments: str) -> None:
    """Run ``manage.py``, and exit with its status if it fails."""
    done = subprocess.run([sys.executable, "manage.py", *arguments], check=False)
    if done.returncode:
        sys.exit(done.returncode)


def collect_static() -> None:
    """Collect static files if they, or the code that processes them, have changed."""
    if os.environ.get("SCOREKEEPER_DEBUG", "0") == "1":
        return
    folder = data_folder() / "static"
    kept = folder.with_suffix(".stamp")
    stamp = static_stamp(ROOT)
    if not folder.is_dir() or not kept.is_file() or kept.read_text() != stamp:
        manage("collectstatic", "--noinput", "-v", "0")
        kept.write_text(stamp)


def data_folder() -> Path:
    """Return the folder with the site’s data."""
    return Path(os.environ.get("SCOREKEEPER_VAR") or "var")


def static_stamp(root: Path) -> str:
    """Return a hash of the static files and the code that processes them."""
    makers = ("requirements/base.txt", "scorekeeper/settings.py", "scorekeeper/static_files.py")
    return hashed(root, *makers, "static")


def site_stamp(root: Path) -> str:
    """Return a hash of everything that the checks of the site depend on, except the database."""
    code = hashed(root, "requirements/base.txt", "rules", "scorekeeper", "templates", "locale")
    games, url = (os.environ.get(name, "") for name in ("SCOREKEEPER_GAMES", "DATABASE_URL"))
    return " ".join([code, hashed(Path(games), "") if games else "", url.partition(":")[0]])


def hashed(root: Path, *names: str) -> str:
    """Return a hash of files and of the files in folders."""
    digest = hashlib.sha256(sys.version.encode())
    for path in (root / name for name in names):
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and file.suffix != ".pyc":
                content = file.read_bytes()
                digest.update(f"{file.relative_to(root)}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def allow_many_connections() -> None:
    """Raise the limit on open files, since every connection counts as one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS if most == resource.RLIM_INFINITY else min(CONNECTIONS, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def serve(announcement: Announcement, workers: int = 1) -> None:
    """Serve pages and streams until a signal stops the server.

    Granian gives up if its worker crashes twice within seconds. It is then started again, after
    pauses that grow as long as the crashes go on.
    """
    allow_many_connections()
    pause, turn = SHORTEST_PAUSE, Semaphore()
    while True:
        began = time.monotonic()
        server = server_of("scorekeeper.asgi:application", announcement, workers)
        with suppress(SystemExit):  # the status that tells of a crash
            server.serve(target_loader=partial(worker.load, announcement, turn), wrap_loader=False)
        if server.interrupt_signal:
            return
        for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(stop, signal.SIG_DFL)  # Granian’s handlers no longer stop anything
        pause = SHORTEST_PAUSE if time.monotonic() - began > CALM else pause
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def server_of(application: str, announcement: Announcement, workers: int = 1) -> Any:
    """Return a server. If a worker process ends unexpectedly, it starts another one."""
    from granian import Granian  # noqa: PLC0415 -- installed by the setup
    from granian.constants import HTTPModes, Interfaces, SSLProtocols  # noqa: PLC0415
    from granian.http import HTTP1Settings  # noqa: PLC0415
    from granian.log import LogLevels  # noqa: PLC0415

    files = announcement.files
    server = Granian(
        application,
        address=announcement.ip,
        port=announcement.port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,  # a stream then takes half as much memory
        workers=workers,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        workers_kill_timeout=5,
        websockets=False,
        http1_settings=HTTP1Settings(),
        log_level=LogLevels.warning,
        ssl_cert=files.certificate if files else None,
        ssl_key=files.key if files else None,
        ssl_protocol_min=SSLProtocols.tls12,  # for phones with Android 9
    )

    # Closing the terminal restarts the worker by default. Make it stop the server instead.
    server.on_startup(lambda: signal.signal(signal.SIGHUP, signal.getsignal(signal.SIGTERM)))
    return server
