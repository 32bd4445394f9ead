"""The process that answers requests; it ends with the process that started it."""

import os
import signal
import threading
import time
from multiprocessing import parent_process
from typing import Any

from tools.announce import Announcement

GRACE = 5  # seconds for requests that are being answered


def load(announcement: Announcement) -> Any:
    """Prepare this process and return the site as a WSGI application."""
    # A worker that is asked to stop twice, by the terminal and by its parent, may miss both, so
    # Ctrl-C reaches the parent alone.
    os.setpgid(0, 0)
    # Until the server has its own, the parent's handler would be inherited and do nothing here.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()

    from scorekeeper.wsgi import application  # noqa: PLC0415 -- takes the set-up above first

    threading.Thread(target=announcement.when_ready, daemon=True).start()
    return application


def end_with_parent() -> None:
    """Free the port when the parent has ended in a way that let it stop nobody."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)
