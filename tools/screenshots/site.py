"""A server for screenshots and audits."""

import socket
import subprocess
import sys
import time
from urllib.request import urlopen


def free_place() -> str:
    """Return the address and the number of a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"127.0.0.1:{free.getsockname()[1]}"


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    while True:
        try:
            urlopen(address).close()
        except OSError:
            if server.poll() is not None:
                sys.exit("The site did not start. ./dev run shows the reason.")
            time.sleep(0.1)
        else:
            return
