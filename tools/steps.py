"""Run programs in parallel, print the output of each in one piece, and print a table at the end."""

import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tools.console import is_ci, say

CORES = os.cpu_count() or 1
SLOWEST = 10


@dataclass(frozen=True)
class Step:
    """A program to run. ``cores`` is the number of processor cores it uses."""

    name: str
    command: Sequence[str]
    cores: int = 1
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class StepRow:
    """A row of the table: the step, its duration and its result."""

    name: str
    seconds: float | None
    result: str

    def __str__(self) -> str:
        seconds = "-" if self.seconds is None else f"{self.seconds:.0f}"
        return f"{self.name:<22} {seconds:>7}   {self.result}"


@dataclass(frozen=True)
class Ended:
    """A step that has ended, with its exit status and everything it printed."""

    step: Step
    seconds: float
    status: int
    output: str


class Report:
    """The results of the steps."""

    def __init__(self) -> None:
        self.rows: list[StepRow] = []
        self.tests: Counter[str] = Counter()
        self.durations: list[tuple[float, str]] = []

    @property
    def has_failed(self) -> bool:
        """Whether any step has failed."""
        return any(row.result == "FAILED" for row in self.rows)

    def add(self, ended: Ended) -> None:
        """Print the output of a step and record its result."""
        result = "FAILED" if ended.status else "ok"
        say(f"== {ended.step.name}: {result} ({ended.seconds:.0f} s)")
        if ended.output:
            say(ended.output.rstrip("\n"))
        self.rows.append(StepRow(ended.step.name, ended.seconds, result))
        if ended.step.name.startswith("pytest"):
            self.tests += counts(ended.output)
            self.durations += durations(ended.output)

    def leave_out(self, name: str, reason: str) -> None:
        """Record that a step can't run, which counts as a failure in CI."""
        say(f"== {name}: left out. {reason}")
        self.rows.append(StepRow(name, None, "FAILED" if is_ci() else "left out"))

    def lines(self) -> Iterator[str]:
        """Yield the slowest tests, the table, and the line with the test counts."""
        if self.durations:
            yield ""
            yield f"The {SLOWEST} slowest tests, in seconds:"
            for seconds, test in sorted(self.durations, reverse=True)[:SLOWEST]:
                yield f"{seconds:8.2f}   {test}"
        yield ""
        yield f"{'step':<22} {'seconds':>7}   result"
        yield from map(str, self.rows)
        if self.tests:
            # The counts are in the format of pytest’s last line.
            failed = sum(self.tests[word] for word in ("failed", "error", "errors"))
            passed, skipped = self.tests["passed"], self.tests["skipped"]
            yield ""
            yield f"{passed} passed, {failed} failed, {skipped} skipped"


def counts(output: str) -> Counter[str]:
    """Return the counts in pytest's last line.

    >>> counts("3 failed, 12 passed, 1 warning in 4.20s")["passed"]
    12
    """
    lines = output.rstrip().splitlines()
    if not lines or not re.search(r" in [0-9.]+s", lines[-1]):
        return Counter()
    found = re.findall(r"(\d+) (passed|failed|errors?|skipped)\b", lines[-1])
    return Counter({word: int(number) for number, word in found})


def durations(output: str) -> list[tuple[float, str]]:
    """Return the slowest tests in pytest’s output, each after the duration of its call."""
    found = re.findall(r"^([0-9.]+)s call +(\S.*)$", output, re.MULTILINE)
    return [(float(seconds), test) for seconds, test in found]


class Steps:
    """Parallel steps, limited by the number of processor cores."""

    def __init__(self, report: Report, cores: int | None = None) -> None:
        self.report = report
        self.cores = cores or CORES
        self._running: dict[str, subprocess.Popen[str]] = {}
        self._ended: queue.SimpleQueue[Ended] = queue.SimpleQueue()

    def run(self, steps: Sequence[Step]) -> None:
        """Start each step as soon as enough cores are free, earlier ones first if possible.

        Return when all have ended.
        """
        waiting = list(steps)
        busy = 0
        try:
            while waiting or self._running:
                for step in list(waiting):
                    if busy == 0 or busy + step.cores <= self.cores:
                        waiting.remove(step)
                        busy += step.cores
                        self._start(step)
                ended = self._ended.get()
                del self._running[ended.step.name]
                busy -= ended.step.cores
                self.report.add(ended)
        finally:
            with uninterrupted():
                self._stop()

    def _start(self, step: Step) -> None:
        # Use a separate process group, so that Ctrl-C reaches the step only through _stop().
        process = subprocess.Popen(
            step.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=os.environ | step.env,
            process_group=0,
        )
        self._running[step.name] = process
        began = time.monotonic()

        def wait() -> None:
            output, _ = process.communicate()
            self._ended.put(Ended(step, time.monotonic() - began, process.returncode, output))

        threading.Thread(target=wait, daemon=True).start()

    def _stop(self) -> None:
        """End the running steps. Wait for apt, which must not be interrupted."""
        for process in self._running.values():
            # Signal the group, because pytest's workers would otherwise finish their tests first.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        for process in self._running.values():
            process.wait()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ignore signals during cleanup."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, signal.SIG_IGN) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


@contextmanager
def table() -> Iterator[Report]:
    """Yield a report to add steps to, then print its table. Exit with status 1 if a step failed.

    The steps write their temporary files to one folder, which is removed at the end.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(143))
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-"))
    # PostgreSQL's user needs access to the subfolder with its cluster.
    folder.chmod(0o711)
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    report = Report()
    began = time.monotonic()
    try:
        yield report
        report.rows.append(
            StepRow("all", time.monotonic() - began, "FAILED" if report.has_failed else "ok")
        )
        say(*report.lines())
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        tempfile.tempdir = None
        shutil.rmtree(folder, ignore_errors=True)
    if report.has_failed:
        sys.exit(1)
