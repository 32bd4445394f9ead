"""The CPU time and the memory of processes, from ``/proc``."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
GONE = (FileNotFoundError, ProcessLookupError)


def family(process: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield process
    with suppress(*GONE):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from family(int(child))


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process and its descendants, including those that have ended."""
    return sum(_ticks(each) for each in family(process)) / TICKS


def _ticks(process: int) -> int:
    with suppress(*GONE):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15]))
    return 0


def memory(process: int) -> tuple[float, float]:
    """Return the memory of a process and its descendants in MB, in total and of the largest one.

    The total counts what several of them share only once.
    """
    total, largest = 0, 0
    for each in family(process):
        with suppress(*GONE):
            lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
            values = {line.split(":")[0]: int(line.split()[1]) for line in lines[1:]}
            total += values["Pss"]
            largest = max(largest, values["Rss"])
    return total / 1024, largest / 1024
