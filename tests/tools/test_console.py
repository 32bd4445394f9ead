"""Messages on the terminal."""

import signal
import subprocess
import sys

ENDLESS = """
from tools.console import end_with_reader
end_with_reader()
while True:
    print("Hearts")
"""


def test_a_program_ends_without_a_traceback_when_its_reader_stops():
    command = [sys.executable, "-c", ENDLESS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == -signal.SIGPIPE
