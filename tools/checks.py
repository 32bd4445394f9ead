"""Static checks: ``./dev lint`` runs all of them, and pre-commit runs them one by one."""

import os
import secrets
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools import javascript
from tools.console import fail
from tools.steps import Report, Step, Steps, table

DJADE = ("djade", "--target-version", "5.2")
DJHTML = ("djhtml", "--tabwidth", "2")
TYPES_OF_SCRIPTS = "tsc"

# Settings without the SCOREKEEPER_ prefix, and variables with the prefix that are not settings.
SETTINGS = ("DATABASE_URL", "DATABASE_DIRECT_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
FOR_TESTS = ("SCOREKEEPER_ALL_SHEETS", "SCOREKEEPER_LONG")


def templates() -> list[str]:
    """Return the paths of all templates."""
    return sorted(str(path) for path in Path("templates").rglob("*.html"))


def production() -> Mapping[str, str]:
    """Return the settings for a public site, used by ``check --deploy``."""
    return {
        "SCOREKEEPER_SECRET_KEY": secrets.token_urlsafe(45),
        "SCOREKEEPER_HOSTS": "example.org",
        "SCOREKEEPER_HTTPS": "1",
    }


def checks() -> list[Step]:
    """Return the checks, slowest first."""
    deploy = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    pending = [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]
    return [
        Step("mypy", ["mypy"]),
        Step("djlint", ["djlint", "--lint", "--quiet", "templates"]),
        Step("import-linter", ["lint-imports", "--no-logo"]),
        Step("deptry", ["deptry", "--no-ansi", "."]),
        Step("check --deploy", deploy, env=production()),
        Step("makemigrations", pending),
        Step("translations", [sys.executable, "-m", "tools.language", "check"]),
        Step(TYPES_OF_SCRIPTS, javascript.check_types()),
        Step("ruff check", ["ruff", "check"]),
        Step("ruff format", ["ruff", "format", "--check"]),
        Step("djade", [*DJADE, "--check", *templates()]),
        Step("djhtml", [*DJHTML, "--check", "templates"]),
        Step("line lengths", [sys.executable, "-m", "tools.line_lengths"]),
    ]


def lint(names: Sequence[str]) -> None:
    """Run the checks with these names, or all checks if no name is given."""
    every = checks()
    unknown = set(names) - {check.name for check in every}
    if unknown:
        known = ", ".join(check.name for check in every)
        fail(f"Unknown check: {', '.join(sorted(unknown))}. Choose from {known}.")
    with table() as report:
        chosen = [check for check in every if not names or check.name in names]
        Steps(report).run(ready(chosen, report))


def ready(steps: Sequence[Step], report: Report) -> list[Step]:
    """Return the steps that can run, after installing TypeScript if one of them needs it."""
    names = [step.name for step in steps]
    if TYPES_OF_SCRIPTS not in names or javascript.install():
        return list(steps)
    report.leave_out(TYPES_OF_SCRIPTS, "TypeScript could not be installed.")
    return [step for step in steps if step.name != TYPES_OF_SCRIPTS]


def fix() -> None:
    """Format code and templates."""
    for command in (["ruff", "check", "--fix", "--exit-zero"], ["ruff", "format"]):
        if status := subprocess.run(command, check=False).returncode:
            sys.exit(status)
    # Both formatters exit with status 1 if they change a file.
    subprocess.run([*DJADE, *templates()], check=False)
    subprocess.run([*DJHTML, "templates"], check=False)


def isolate() -> None:
    """Give checks and tests their own data folder, and remove the caller's settings."""
    for name in list(os.environ):
        if name in SETTINGS or (name.startswith("SCOREKEEPER_") and name not in FOR_TESTS):
            del os.environ[name]
    os.environ["SCOREKEEPER_VAR"] = str(Path("var/test").resolve())
    os.environ["PATH"] = f"{Path(sys.prefix) / 'bin'}{os.pathsep}{os.environ['PATH']}"
