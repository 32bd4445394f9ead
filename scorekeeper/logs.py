"""Log lines that open nothing and fit the screen."""

import logging
import re
from copy import copy

LINK = re.compile(r"(/join/|/(?:watch|score)/[^/\s]+/)[\w-]+")


class LineFormatter(logging.Formatter):
    """Replaces the tokens of links, and leaves out tracebacks of requests that were refused.

    A token in a log would let its readers in. Django logs requests that are too large, or for
    another host, with a traceback, though nothing is wrong with the site.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of ``record``, which other handlers get as it was."""
        if record.name.startswith("django.security."):
            record = copy(record)
            record.exc_info = record.exc_text = None
        return LINK.sub(r"\1[token]", super().format(record))
