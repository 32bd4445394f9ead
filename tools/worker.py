"""The worker process, which handles requests and ends with its parent process."""

import os
import signal
import threading
import time
from multiprocessing import parent_process
from typing import Any

from tools.announce import Announcement

GRACE = 5  # seconds to finish the requests in progress


def load(announcement: Announcement) -> Any:
    """Set up this process and return the site's ASGI application."""
    # If the terminal and the parent both send a signal, the worker may miss both. In its own
    # process group, it doesn't receive the terminal's Ctrl-C.
    os.setpgid(0, 0)
    # The signal handler inherited from the parent does nothing here. Granian sets another one
    # later.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()

    from scorekeeper.asgi import application  # noqa: PLC0415 -- after the setup above

    threading.Thread(target=announcement.when_ready, daemon=True).start()
    return application


def end_with_parent() -> None:
    """Stop this process and free the port if the parent has ended without stopping it."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)
