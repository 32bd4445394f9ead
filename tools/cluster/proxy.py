"""nginx in front of several servers, with the documented configuration."""

import getpass
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.live.waiting import answers, eventually
from tools import programs
from tools.environment import ROOT


def nginx_command(folder: Path, servers: Sequence[int], port: int) -> list[str]:
    """Return the command that serves the servers at these ports together at ``port``.

    It uses the documented configuration, without encryption and with files in ``folder``.
    """
    text = (ROOT / "docs/proxy/nginx.conf").read_text()
    lines = "\n".join(f"server 127.0.0.1:{server} max_fails=0;" for server in servers)
    text = text.replace("server 127.0.0.1:8000 max_fails=0;", lines)
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    text = re.sub(r" *ssl_certificate.*\n", "", text)
    text = text.replace("include mime.types;", "")
    text = text.replace("/var/log/nginx/error.log", f"{folder}/errors")
    text = re.sub(r"    server \{\n        listen 80;.*?\n    \}\n", "", text, flags=re.DOTALL)
    # Its workers write large bodies to this folder.
    user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
    text = f"daemon off; {user} pid {folder}/pid; error_log {folder}/errors;\n{text}"
    names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{name}_temp_path {folder}/{name};" for name in names)
    text = text.replace("http {", f"http {{ {paths}")
    (folder / "nginx.conf").write_text(text)
    return [programs.find("nginx") or "nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


@contextmanager
def proxied(port: int, servers: Sequence[int], folder: Path) -> Iterator[None]:
    """Serve the servers at these ports together at ``port``, with nginx’s files in ``folder``."""
    with subprocess.Popen(nginx_command(folder, servers, port)) as process:
        try:
            eventually(lambda: answers(port))
            yield
        finally:
            process.terminate()
