"""A log formatter that hides access tokens and needless tracebacks."""

import logging
import re
from copy import copy

LINK = re.compile(r"(/join/|/(?:watch|score)/[^/\s]+/)[\w-]+")


class LineFormatter(logging.Formatter):
    """A formatter that masks the tokens of links and omits tracebacks of rejected requests.

    A token in a log would give its readers access. Django logs requests that are too large, or for
    another host, with a traceback, although nothing is wrong with the site.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of ``record``, which is not changed for other handlers."""
        if record.name.startswith("django.security."):
            record = copy(record)
            record.exc_info = record.exc_text = None
        return LINK.sub(r"\1[token]", super().format(record))
