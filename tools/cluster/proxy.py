"""Caddy in front of several servers, with the documented configuration."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.live.waiting import answers, eventually
from tools import programs
from tools.console import fail
from tools.environment import ROOT


@contextmanager
def proxied(port: int, servers: Sequence[int], folder: Path) -> Iterator[None]:
    """Serve the servers at these ports together at ``port``, with Caddy’s files in ``folder``."""
    program = programs.find("caddy") or fail("Caddy is not installed. Run ./dev test.")
    own = {
        "SCOREKEEPER_HOST": f"http://127.0.0.1:{port}",
        "SCOREKEEPER_UPSTREAM": " ".join(f"127.0.0.1:{server}" for server in servers),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    text = (ROOT / "docs/proxy/Caddyfile").read_text().replace("{", "{\n\tadmin off", 1)
    (folder / "Caddyfile").write_text(text)
    config = ["--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen([str(program), "run", *config], env=os.environ | own, stderr=log)
    try:
        eventually(lambda: answers(port))
        yield
    finally:
        process.kill()  # otherwise, it would wait for the end of all streams
        process.wait()
