import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.core import signing

from tests.conftest import with_index
from tools.environment import ROOT
from tools.network import free_port
from tools.serve import static_stamp, time_zone, workers_of

PATIENCE = 300  # seconds, for a busy machine
KILLED_AFTER = 5  # seconds until the server kills a worker that doesn’t stop


def wait_until(is_true) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def worker_of(server: int) -> int:
    """Return the worker’s process id, or 0 if there is no worker."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # The name of the program, in brackets, may contain spaces.
        with suppress(OSError):
            parent = stat.read_text().rpartition(")")[2].split()[1]
            if int(parent) == server:
                return int(stat.parent.name)
    return 0


def answers(port: int) -> bool:
    try:
        with closing(urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE)) as page:
            return page.status == 200
    except URLError:
        return False


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory, tables: Callable[[Path], Path]) -> Path:
    """The folder of the servers."""
    return tables(with_index(tmp_path_factory.mktemp("var")))


@pytest.fixture
def server(port: int, var: Path) -> Iterator[int]:
    """The process of ``./dev run``, once it responds."""
    own = {"SCOREKEEPER_VAR": str(var), "SCOREKEEPER_DEBUG": "1", "SCOREKEEPER_HOSTS": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "tools", "run", str(port)],
        cwd=ROOT,
        env=os.environ | own,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: answers(port))
        yield process.pid
    finally:
        process.terminate()
        process.wait()
        wait_until(lambda: is_free(port))


def test_crashed_workers_are_started_again_and_none_outlives_a_killed_server(server, port):
    for _ in range(3):  # Granian gives up after two within seconds
        crashed = worker_of(server)
        os.kill(crashed, signal.SIGKILL)
        wait_until(lambda crashed=crashed: worker_of(server) not in (0, crashed))
    wait_until(lambda: answers(port))

    worker = worker_of(server)
    os.kill(server, signal.SIGKILL)

    wait_until(lambda: is_free(port))
    wait_until(lambda: not Path(f"/proc/{worker}").exists())


def test_open_streams_do_not_delay_the_end(server, port, var):
    token = signing.dumps(["l", 1], key=(var / "secret-key").read_text(), salt="stream")
    with closing(urlopen(f"http://127.0.0.1:{port}/live/{token}/", timeout=PATIENCE)) as stream:
        assert stream.readline().startswith(b"retry: ")
        worker, began = worker_of(server), time.monotonic()

        os.kill(server, signal.SIGTERM)

        assert b"event: changed" in stream.read()  # until the stream ends properly
        wait_until(lambda: not Path(f"/proc/{worker}").exists())
    assert time.monotonic() - began < KILLED_AFTER


@pytest.mark.parametrize(
    ("option", "database", "redis", "workers"),
    [
        ("3", "", "", 3),
        ("", "", "redis://a", 1),
        ("", "postgresql://a", "", 1),
        ("", "postgresql://a", "redis://a", min(os.cpu_count(), 4)),
    ],
)
def test_each_core_has_a_worker_if_they_share_everything(
    monkeypatch, option, database, redis, workers
):
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("REDIS_URL", redis)

    assert workers_of(option) == workers


def test_the_number_of_workers_must_be_one():
    with pytest.raises(SystemExit, match="“many” is not a number of processes"):
        workers_of("many")


STATIC_MAKERS = (
    "static/css/site.css",
    "requirements/base.txt",
    "scorekeeper/settings.py",
    "scorekeeper/static_files.py",
)


@pytest.mark.parametrize("changed", STATIC_MAKERS)
def test_static_files_are_collected_again_when_something_has_changed(tmp_path, changed):
    for name in STATIC_MAKERS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("before")
    before = static_stamp(tmp_path)
    (tmp_path / changed).write_text("after")

    assert static_stamp(tmp_path) != before


@pytest.mark.parametrize(
    ("zone", "known"), [("Europe/Berlin", "Europe/Berlin"), ("Mars/Olympus", "UTC")]
)
def test_the_site_has_the_time_zone_of_its_machine(monkeypatch, tmp_path, zone, known):
    monkeypatch.delenv("TZ", raising=False)
    (tmp_path / "localtime").symlink_to(tmp_path / "zoneinfo" / zone)

    assert time_zone(tmp_path / "localtime") == known


def test_a_machine_may_have_no_named_time_zone(monkeypatch, tmp_path):
    monkeypatch.delenv("TZ", raising=False)
    (tmp_path / "localtime").write_text("a copy of a zone")

    assert time_zone(tmp_path / "localtime") == "UTC"
    assert time_zone(tmp_path / "missing") == "UTC"


def test_the_variable_for_all_programs_goes_first(monkeypatch, tmp_path):
    monkeypatch.setenv("TZ", "America/Lima")
    (tmp_path / "localtime").symlink_to(tmp_path / "zoneinfo/Europe/Berlin")

    assert time_zone(tmp_path / "localtime") == "America/Lima"
