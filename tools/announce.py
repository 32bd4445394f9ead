"""Print the site's URL as soon as the site responds."""

import http.client
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tools.console import say
from tools.https import Files


@dataclass(frozen=True)
class Announcement:
    """The lines to print, and the server that must respond first.

    The site must accept ``host``. If the server uses encryption, ``files`` are the files of its
    certificate.
    """

    ip: str
    port: int
    host: str
    lines: Sequence[str]
    files: Files | None = None

    def when_ready(self, *, prints: bool = True) -> None:
        """Request the home page until the server responds, then print the lines."""
        while not self.is_ready():
            time.sleep(0.05)
        if prints:
            say(*self.lines)

    def is_ready(self) -> bool:
        """Return whether the server responds to a request."""
        connection = http.client.HTTPConnection(self.ip, self.port, timeout=30)
        if self.files:
            context = ssl.create_default_context(cafile=self.files.authority)
            context.check_hostname = False  # the host may be 0.0.0.0
            connection = http.client.HTTPSConnection(
                self.ip, self.port, timeout=30, context=context
            )
        try:
            connection.request("HEAD", "/", headers={"Host": self.host})
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return True
