"""A log formatter that hides access tokens and needless tracebacks."""

import logging
import re
from copy import copy

LINK = re.compile(
    r"(/(?:join|live|games/own/shared)/|/(?:watch|score|evening|table)/[^/\s]+/)[\w:-]+"
)


class LineFormatter(logging.Formatter):
    """A formatter that masks tokens in links and omits tracebacks of rejected requests.

    Anyone who read a token in a log would have access. Django logs a traceback when a request is
    too large or is for another host, although nothing is wrong with the site.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for ``record``, without changing the record for other handlers."""
        if record.name.startswith("django.security."):
            record = copy(record)
            record.exc_info = record.exc_text = None
        return LINK.sub(r"\1[token]", super().format(record))
