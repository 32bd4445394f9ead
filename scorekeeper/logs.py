"""Log formatters that hide tokens, names, addresses and needless tracebacks."""

import json
import logging
import re
from collections import Counter
from contextvars import ContextVar
from copy import copy
from datetime import UTC, datetime
from ipaddress import ip_address, ip_network
from time import monotonic

LINK = re.compile(
    r"(/(?:join|live|pictures|games/own/shared)/|/(?:watch|score|evening|table)/[^/\s]+/)[\w:-]+"
)
ADDRESS = re.compile(
    r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7})(?!\.?\w)"
)
# Values that a database or pydantic quotes in an error may be names.
VALUES = re.compile(r"(DETAIL: +|input_value=).*")
BITS = {4: 24, 6: 48}  # of an address, by IP version, that are logged
MINUTE = 60.0
WAITS = "scorekeeper.waits"  # in ``request.META``
FIELDS = ("method", "view", "status", "ms", "network")

# The id of the request that the current thread is answering.
request_id: ContextVar[str] = ContextVar("request_id", default="")


def masked(text: str) -> str:
    """Return ``text`` without tokens, quoted values and full addresses."""
    text = VALUES.sub(r"\1[values]", LINK.sub(r"\1[token]", text))
    return ADDRESS.sub(lambda found: network_of(found[0]) or found[0], text)


def network_of(address: str) -> str:
    """Return the network of an IP address, or an empty string if it isn’t an address.

    Addresses of this machine are returned unchanged.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    if parsed.is_loopback or parsed.is_unspecified:
        return address
    return str(ip_network((parsed, BITS[parsed.version]), strict=False))


class OnceAMinute(logging.Filter):
    """A filter that lets each message of a logger pass once a minute, with the number left out."""

    def __init__(self) -> None:
        super().__init__()
        self._passed: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether ``record`` passes. Messages that differ only in a value are the same."""
        message = str(record.msg)
        if monotonic() - self._passed.get(message, -MINUTE) < MINUTE:
            self._left_out[message] += 1
            return False
        self._passed[message] = monotonic()
        if times := self._left_out.pop(message, 0):
            record.msg = f"{message} (And {times} times more since the last line.)"
        return True


class Faults(logging.Filter):
    """A filter for ``django.request`` that leaves out pages that ask people to wait."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether ``record`` is about a fault of the site."""
        request = getattr(record, "request", None)
        return request is None or WAITS not in request.META


class LineFormatter(logging.Formatter):
    """A formatter that masks what is private and omits tracebacks of rejected requests.

    Anyone who read a token in a log would have access. Django logs a traceback when a request is
    too large or is for another host, although nothing is wrong with the site.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for ``record``, without changing the record for other handlers."""
        if record.name.startswith("django.security."):
            record = copy(record)
            record.exc_info = record.exc_text = None
        return masked(super().format(record))


class JSONFormatter(logging.Formatter):
    """A formatter for programs that collect logs: each record is a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for ``record``."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if request_id.get():
            line["request"] = request_id.get()
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and not record.name.startswith("django.security."):
            line["traceback"] = masked(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)
