"""Network addresses: parse and check the one to listen on, and find the one for phones."""

import errno
import socket
from dataclasses import dataclass

from tools.console import fail

ANY = ("0.0.0.0", "::")  # noqa: S104 -- only compared with, never a default


@dataclass(frozen=True)
class Place:
    """A host and a port to listen on."""

    host: str = "127.0.0.1"
    port: str = "8000"

    def __str__(self) -> str:
        return f"{self.in_url(self.host)}:{self.port}"

    @staticmethod
    def in_url(host: str) -> str:
        """Return a host as it appears in a URL, with brackets around an IPv6 address."""
        return f"[{host}]" if ":" in host else host

    @property
    def near(self) -> str:
        """The host and port for a browser on this machine."""
        return f"{'127.0.0.1' if self.host in ANY else self.in_url(self.host)}:{self.port}"


def place_of(text: str) -> Place:
    """Parse ``host:port``, a host or a port, with defaults for missing parts.

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
    """Return the IP address to listen on, or exit with a message if listening is impossible."""
    example = "For example: ./dev run 127.0.0.1:8000"
    if not (place.port.isdecimal() and 0 < int(place.port) < 65536):
        fail(f"“{place.port}” is not a port number. {example}")
    port = int(place.port)
    try:
        found = socket.getaddrinfo(place.host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        fail(f"“{place.host}” is not an address of this machine. {example}")
    family, kind, _, _, address = found
    with socket.socket(family, kind) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                fail(f"Scorekeeper can't listen on {place}: {error.strerror}.")
            other = Place(place.host, str(port % 65535 + 1))
            fail(
                f"Another program is already using {place}."
                f" Stop it, or use another port: ./dev run {other}"
            )
    return str(address[0])


def lan_address() -> str:
    """Return this machine's address on the local network, or "" if it has none."""
    # Connecting a UDP socket makes the system choose a local address. Nothing is sent.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def allowed_hosts(place: Place, lan: str, name: str) -> str:
    """Return the site's allowed hosts, separated by commas."""
    named = "" if place.host in ANY else place.in_url(place.host)
    hosts = ["127.0.0.1", "localhost", lan, name, named]
    return ",".join(dict.fromkeys(host for host in hosts if host))


def accepted_host(allowed: str) -> str:
    """Return a host that the site accepts, given its allowed hosts, separated by commas."""
    first = allowed.split(",", maxsplit=1)[0].strip().removeprefix(".")
    return first if first not in ("", "*") else "localhost"


def free_port() -> int:
    """Return a port of this machine on which nothing listens now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
