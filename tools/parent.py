"""End a process along with its parent process."""

import os
import signal
import time
from multiprocessing import parent_process

GRACE = 5  # seconds to finish the requests in progress


def end_with_parent() -> None:
    """Stop this process and free the port if the parent has ended without stopping it."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)
