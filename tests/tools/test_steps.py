import fcntl
import re
import signal
import sys
import threading
import time
from contextlib import suppress

import pytest

from tools.steps import Report, Step, StepRow, Steps, counts, durations

PYTEST = """\
....F
============================= slowest 10 durations =============================
4.20s call     tests/rules/test_a.py::test_long[x y]
1.05s setup    tests/rules/test_a.py::test_long[x y]
0.30s call     tests/rules/test_b.py::test_short
========================= short test summary info ==========================
FAILED tests/rules/test_b.py::test_other
1 failed, 4 passed, 2 skipped, 1 error in 62.31s (0:01:02)
"""


def program(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def test_tests_are_counted_from_the_closing_line():
    assert counts(PYTEST) == {"passed": 4, "failed": 1, "skipped": 2, "error": 1}


@pytest.mark.parametrize("output", ["", "Killed", "12 passed and no more"])
def test_without_a_closing_line_no_test_is_counted(output):
    assert counts(output) == {}


def test_only_the_tests_own_time_is_among_the_slowest():
    assert durations(PYTEST) == [
        (4.2, "tests/rules/test_a.py::test_long[x y]"),
        (0.3, "tests/rules/test_b.py::test_short"),
    ]


def test_a_report_ends_with_slowest_tests_table_and_counts():
    report = Report()
    report.rows = [StepRow("mypy", 12.4, "ok"), StepRow("pytest with qpdf", None, "left out")]
    report.tests = counts(PYTEST)
    report.durations = [(0.3, "short"), (4.2, "long"), *((0.1, f"{n}") for n in range(20))]

    lines = list(report.lines())

    assert lines[1:4] == [
        "The 10 slowest tests, in seconds:",
        "    4.20   long",
        "    0.30   short",
    ]
    assert lines[12:] == [
        "",
        "step                   seconds   result",
        "mypy                        12   ok",
        "pytest with qpdf             -   left out",
        "",
        "4 passed, 2 failed, 2 skipped",
    ]


def test_a_step_left_out_fails_in_ci_alone(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    at_home = Report()
    at_home.leave_out("pytest in a browser", "Chromium is not installed.")
    monkeypatch.setenv("CI", "true")
    in_ci = Report()
    in_ci.leave_out("pytest in a browser", "Chromium is not installed.")

    assert (at_home.rows[0].result, at_home.has_failed) == ("left out", False)
    assert (in_ci.rows[0].result, in_ci.has_failed) == ("FAILED", True)


def test_steps_that_fail_are_shown_with_their_output(capsys):
    report = Report()

    Steps(report, cores=1).run(
        [
            Step("good", program("print('fine')")),
            Step("bad", program("import sys; sys.exit('broken')")),
        ]
    )

    assert [(row.name, row.result) for row in report.rows] == [("good", "ok"), ("bad", "FAILED")]
    assert report.has_failed
    shown = re.sub(r"\d+ s", "0 s", capsys.readouterr().out)
    assert shown == "== good: ok (0 s)\nfine\n== bad: FAILED (0 s)\nbroken\n"


def test_steps_run_side_by_side_when_there_are_cores(tmp_path):
    meet = (
        "import pathlib, sys, time\nmine, other = map(pathlib.Path, sys.argv[1:])\nmine.touch()\n"
    )
    meet += "while not other.exists(): time.sleep(0.01)"
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    report = Report()

    # Each step waits for the other, so running them in sequence would never end.
    Steps(report, cores=2).run(
        [Step("one", [*program(meet), one, two]), Step("two", [*program(meet), two, one])]
    )

    assert not report.has_failed


def test_a_step_waits_until_its_cores_are_free(tmp_path):
    note = "import pathlib, sys; log = pathlib.Path(sys.argv[1]).open('a'); log.write(sys.argv[2])"
    log = tmp_path / "log"

    def noting(name, cores):
        return Step(name, [*program(note), str(log), name], cores)

    # A step that needs more cores than there are gets all of them.
    Steps(Report(), cores=2).run([noting("one ", 1), noting("two ", 2), noting("three", 3)])

    assert log.read_text() == "one two three"


def test_a_step_has_variables_of_its_own(capsys):
    show = program("import os; print(os.environ['SHOWN'])")

    Steps(Report()).run([Step("one", show, env={"SHOWN": "yes"})])

    assert "\nyes\n" in capsys.readouterr().out


def is_released(lock):
    """Return whether the lock has been released within a minute."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with lock.open() as mine, suppress(BlockingIOError):
            fcntl.flock(mine, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        time.sleep(0.05)
    return False


def test_what_still_runs_is_ended_with_all_its_processes(tmp_path):
    # A step with a child process that holds a lock on a file until it ends.
    child = (
        "import fcntl, sys, time; lock = open(sys.argv[1], 'w'); fcntl.flock(lock, fcntl.LOCK_EX)"
    )
    child += "; print('locked', file=lock, flush=True); time.sleep(600)"
    parent = "import subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]])"
    lock = tmp_path / "lock"
    steps = Steps(Report())

    def interrupt_when_locked():
        while not (lock.exists() and lock.read_text()):
            time.sleep(0.01)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    # Programs started in the background may ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=interrupt_when_locked).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            steps.run([Step("endless", [*program(parent), "-c", child, str(lock)])])
    finally:
        signal.signal(signal.SIGINT, before)

    assert is_released(lock)
