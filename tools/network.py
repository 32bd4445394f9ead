"""Addresses: what is asked for, whether it can be had, and how phones reach it."""

import errno
import socket
from dataclasses import dataclass

from tools.console import fail

ANY = ("0.0.0.0", "::")  # noqa: S104 -- compared with, never chosen


@dataclass(frozen=True)
class Place:
    """A host and a port to listen at."""

    host: str = "127.0.0.1"
    port: str = "8000"

    def __str__(self) -> str:
        return f"{self.in_url(self.host)}:{self.port}"

    @staticmethod
    def in_url(host: str) -> str:
        return f"[{host}]" if ":" in host else host

    @property
    def near(self) -> str:
        """The host and port by which this machine's own browser gets there."""
        return f"{'127.0.0.1' if self.host in ANY else self.in_url(self.host)}:{self.port}"


def place_of(text: str) -> Place:
    """Read ``host:port``, a host or a port; what is left out has its default.

    >>> place_of("[::1]:80")
    Place(host='::1', port='80')
    """
    default = Place()
    if text.isdecimal():
        return Place(port=text)
    if ":" not in text:
        return Place(host=text or default.host)
    host, _, port = text.rpartition(":")
    return Place(host.removeprefix("[").removesuffix("]") or default.host, port)


def check(place: Place) -> str:
    """Return the IP address to listen at, or end with the reason why it cannot be had."""
    example = "write ./dev run 127.0.0.1:8000"
    if not (place.port.isdecimal() and 0 < int(place.port) < 65536):
        fail(f"“{place.port}” is not a port; {example}.")
    port = int(place.port)
    try:
        found = socket.getaddrinfo(place.host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        fail(f"“{place.host}” is not an address of this machine; {example}.")
    family, kind, _, _, address = found
    with socket.socket(family, kind) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                fail(f"Scorekeeper cannot listen at {place}: {error.strerror}.")
            other = Place(place.host, str(port % 65535 + 1))
            fail(
                f"Another program already listens at {place}; stop it, or choose another port"
                f" with ./dev run {other}."
            )
    return str(address[0])


def lan_address() -> str:
    """Return this machine's address in its network, or nothing if it has none."""
    # Naming a destination makes the machine choose its own address; nothing is sent.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def allowed_hosts(place: Place, lan: str, name: str) -> str:
    """Return the host names that the site answers to, with commas between."""
    named = "" if place.host in ANY else place.in_url(place.host)
    hosts = ["127.0.0.1", "localhost", lan, name, named]
    return ",".join(dict.fromkeys(host for host in hosts if host))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
