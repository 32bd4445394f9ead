"""End a process along with its parent process."""

import os
import signal
import time
from multiprocessing import parent_process

GRACE = 5  # seconds to finish the requests in progress


def end_with_parent() -> None:
    """Wait for the parent to end, then stop this process so that the port is free."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)
