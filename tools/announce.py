"""The line with the site's address, printed once the site answers."""

import http.client
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tools.console import say


@dataclass(frozen=True)
class Announcement:
    """What to print, and the place that must answer first."""

    ip: str
    port: int
    host: str
    lines: Sequence[str]

    def when_ready(self) -> None:
        """Ask for the first page until it comes, then print the lines."""
        while not self.is_ready():
            time.sleep(0.05)
        say(*self.lines)

    def is_ready(self) -> bool:
        connection = http.client.HTTPConnection(self.ip, self.port, timeout=30)
        try:
            connection.request("HEAD", "/", headers={"Host": self.host})
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return True
