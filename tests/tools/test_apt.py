import os
import pty
import subprocess
import sys

import pytest

from tools import apt
from tools.apt import Library, missing
from tools.environment import ROOT

ASK = """
from tools import apt
print("allowed" if apt.may_install(["qpdf", "chromium"], "./dev test") else "refused")
"""


@pytest.fixture
def path(tmp_path):
    """A folder of programs, without sudo and with an apt-get that must not be called."""
    program = tmp_path / "apt-get"
    program.write_text("#!/bin/sh\ntouch called\n")
    program.chmod(0o755)
    return tmp_path


def ask(path, answer=None, **variables):
    """Return the output after ``answer`` has been typed at a terminal."""
    env = {"PATH": str(path), "PYTHONPATH": str(ROOT), **variables}
    command = [sys.executable, "-c", ASK]
    if answer is None:
        done = subprocess.run(
            command, env=env, cwd=path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True
        )
        return done.stdout.decode()
    ours, theirs = pty.openpty()
    os.write(ours, answer.encode())
    done = subprocess.run(
        command, env=env, cwd=path, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, check=True
    )
    os.close(ours)
    os.close(theirs)
    return done.stdout.decode()


SUDO = "" if os.geteuid() == 0 else "sudo "
LINE = f"    {SUDO}apt-get install --no-install-recommends qpdf chromium\n"
# A user who is not root and has no sudo can agree, but the command still can’t run.
OBEYED = "allowed" if os.geteuid() == 0 else "refused"


def test_on_a_terminal_a_no_leaves_the_line_to_paste(path):
    shown = ask(path, "n\n")

    assert LINE in shown
    assert shown.endswith("To install the packages later, paste the command above.\nrefused\n")
    assert not (path / "called").exists()


@pytest.mark.parametrize("answer", ["\n", "y\n", "Y\n"])
def test_on_a_terminal_a_yes_allows_it(path, answer):
    shown = ask(path, answer)

    assert LINE in shown
    assert shown.endswith(f"{OBEYED}\n")


@pytest.mark.parametrize("answer", ["no\n", "what?\n", "\x04"])
def test_only_a_yes_is_a_yes(path, answer):
    assert ask(path, answer).endswith("refused\n")


def test_without_a_terminal_the_command_is_shown(path):
    shown = ask(path)

    assert LINE.strip() in shown
    assert shown.endswith(f"{OBEYED}\n")


def test_ci_is_asked_nothing_even_on_a_terminal(path):
    shown = ask(path, "n\n", CI="true")

    assert shown.endswith(f"{OBEYED}\n")


def test_without_apt_the_packages_are_named(tmp_path):
    shown = ask(tmp_path)

    assert shown == (
        "./dev test needs these Debian packages or their equivalents: qpdf chromium.\n"
        "This system has no apt. Install them with the system's package manager.\n"
        "refused\n"
    )


def test_a_library_that_cannot_be_loaded_is_missing():
    absent = Library("libnone0", ("libnone.so.0", "libnone.0.dylib"))
    present = Library("libc6", ("libnone.so.0", "libc.so.6", "libSystem.dylib"))

    assert missing([absent, present]) == ["libnone0"]


@pytest.mark.parametrize("is_there", [False, True])
def test_packages_of_servers_start_none(tmp_path, monkeypatch, is_there):
    policy, disabled = tmp_path / "sbin/policy-rc.d", tmp_path / "disabled"
    policy.parent.mkdir()
    if is_there:
        policy.write_text("#!/bin/sh\nexit 0\n")
    for name, lines in {"sudo": 'shift\nexec "$@"', "systemctl": f'echo "$@" >{disabled}'}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{lines}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(apt, "POLICY", str(policy))

    with apt.no_services(["qpdf", "nginx", "caddy"]):
        if not is_there:
            assert subprocess.run([policy, "nginx", "start"], check=False).returncode == 101

    assert policy.exists() == is_there
    assert disabled.read_text() == "disable --quiet nginx caddy\n"
