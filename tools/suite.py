"""``./dev test``: all checks and tests, in parallel."""

import os
import random
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import apt, environment, javascript, programs
from tools.checks import checks, isolate, ready
from tools.console import fail, say
from tools.serve import collect_static
from tools.steps import CORES, SLOWEST, Step, Steps, table

PYTEST = (sys.executable, "-m", "pytest", "-q", f"--durations={SLOWEST}")
# Only the first pytest step may write the cache of failed tests, because the steps run in parallel.
BESIDE = (*PYTEST, "-p", "no:cacheprovider")
SEED = "--randomly-seed="
SEEDS = "--seeds="
# Tests vary widely in duration, so a process that has finished takes over tests from another.
EACH_CORE = ("-n", str(CORES), "--dist", "worksteal")

# On PostgreSQL, only those tests run that together send every statement that the tests on SQLite
# have sent, and those with the marker “database”. The rules don’t use a database.
ON_POSTGRES = ("tests/live", "tests/scorekeeper", "tests/sheets")
SENT = Path("var/test/statements")

# The slowest modules, which ./dev test --fast leaves out: those that render complete PDFs, start
# processes, request every page, or save hundreds of times.
NOT_FAST = (
    *("game/test_commands.py", "live/test_torture.py", "rules/test_index_file.py"),
    *("rules/test_known_questions.py", "rules/test_questions.py", "rules/test_search.py"),
    *("scorekeeper/test_access.py", "scorekeeper/test_access_matrix.py"),
    "scorekeeper/test_backup.py",
    *("scorekeeper/test_changed_players.py", "scorekeeper/test_changing_house_rules.py"),
    *("scorekeeper/test_coming_back.py", "scorekeeper/test_concurrency.py"),
    *("scorekeeper/test_endings.py", "scorekeeper/test_erasing.py", "scorekeeper/test_exports.py"),
    *("scorekeeper/test_house_rules.py", "scorekeeper/test_joining.py"),
    *("scorekeeper/test_made_games.py", "scorekeeper/test_migrations.py"),
    *("scorekeeper/test_odd_input.py", "scorekeeper/test_offline.py"),
    *("scorekeeper/test_own_games.py", "scorekeeper/test_player_changes.py"),
    *("scorekeeper/test_reloading.py", "scorekeeper/test_restore.py"),
    *("scorekeeper/test_rules_pages.py", "scorekeeper/test_search.py"),
    *("scorekeeper/test_security.py", "scorekeeper/test_settings.py"),
    *("scorekeeper/test_sheet_photos.py", "scorekeeper/test_static_files.py"),
    *("scorekeeper/test_statistics.py", "scorekeeper/test_year.py"),
    *("sheets/test_booklet.py", "sheets/test_geometry.py", "sheets/test_glyphs.py"),
    *("sheets/test_pdf.py", "sheets/test_share_card.py", "sheets/test_views.py"),
    *("tools/test_serve.py", "tools/test_statements.py"),
)

# Playwright’s plugin takes half a second to load, and has a fixture that runs for every test.
NO_BROWSER = ("-p", "no:playwright")
# For each marker, the program that its tests run as a server. These tests run only on PostgreSQL,
# because the database makes no difference to them.
SERVERS = {name: name for name in ("nginx", "caddy", "pgbouncer")} | {"redis": "redis-server"}
NO_PROGRAMS = (
    *NO_BROWSER,
    "-m",
    " and ".join(f"not {name}" for name in ("browser", "qpdf", "postgresql", *SERVERS)),
    "--ignore=tests/browser",
)


def set_up() -> None:
    """Set up the tests, which have their own data and static files."""
    environment.set_up("dev", apt.PANGO, wanted=[apt.HARFBUZZ])
    isolate()
    collect_static()


def run(arguments: Sequence[str]) -> None:
    """Run everything, the quick selection, many orders, or pytest with these arguments."""
    if "--long" in arguments:
        os.environ["SCOREKEEPER_LONG"] = "1"
    # Tests run in a random order, which the seed repeats.
    given = [each for each in arguments if each.startswith(SEED)]
    seed = given[0] if given else f"{SEED}{random.randrange(10**6)}"
    os.environ["PYTEST_ADDOPTS"] = seed
    arguments = [each for each in arguments if each not in ("--long", *given)]
    set_up()
    say(f"The order of the tests: {seed}")
    if not arguments:
        with table() as report:
            # One more than there are, because tests wait now and then.
            everything(Steps(report, cores=CORES + 1))
        return
    if arguments == ["--fast"]:
        with table() as report:
            Steps(report).run(ready(quick_steps(), report))
        return
    if arguments[0].startswith(SEEDS):
        with table() as report:
            for step in in_orders(int(arguments[0].removeprefix(SEEDS))):
                Steps(report).run([step])
        return
    if browser := programs.chromium():
        os.environ["CHROMIUM"] = browser
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *arguments])


def everything(steps: Steps) -> None:
    """Run all checks and tests."""
    needed = ("postgresql", programs.CHROMIUM, "qpdf", *SERVERS.values())
    lacking = [package for package in needed if not programs.find(package)]
    lacking += apt.missing([apt.LIBATOMIC])
    install = []
    if lacking and apt.may_install(lacking, "./dev test"):
        # This step needs no core, because it mostly waits for the network.
        install = [Step("apt install", [sys.executable, "-m", "tools.apt", *lacking], cores=0)]
    steps.run([*install, *ready(checks(), steps.report), in_node()])

    rest = {programs.CHROMIUM: in_browser(), "postgresql": on_postgres(), "qpdf": with_qpdf()}
    names = {package: step.name for package, step in rest.items()}
    names |= {package: f"pytest with {package}" for package in SERVERS.values()}
    for package, name in names.items():
        if not programs.find(package):
            steps.report.leave_out(name, f"{package} is not installed.")
            rest.pop(package, None)
    # PostgreSQL has to wait for the statements that the tests on SQLite record.
    on_postgresql = rest.pop("postgresql", None)
    steps.run([on_sqlite(), *rest.values()])
    steps.run([on_postgresql] if on_postgresql else [])


def quick_steps() -> list[Step]:
    """Return the steps of the quick run: types, style, imports and a sample of the tests."""
    quick = ("mypy", "tsc", "ruff check", "ruff format", "import-linter")
    sample = ["-p", "tests.sampling", "--cases", "1", "--tests", "4"]
    sample += [f"--ignore=tests/{path}" for path in NOT_FAST]
    # The tests run beside mypy, which uses one core and is slow without a cache.
    tests = Step("pytest, a sample", [*BESIDE, *EACH_CORE, *NO_PROGRAMS, *sample])
    return [tests, *(check for check in checks() if check.name in quick), in_node()]


def in_orders(count: int) -> list[Step]:
    """Return steps that run the tests on SQLite in ``count`` random orders."""
    tests = [*BESIDE, *EACH_CORE, *NO_PROGRAMS]
    seeds = random.sample(range(10**6), count)
    return [Step(f"pytest, {seed}", [*tests, f"{SEED}{seed}"], cores=CORES) for seed in seeds]


def in_node() -> Step:
    """Return the step with the JavaScript tests."""
    return Step("node --test", javascript.run_tests())


def on_sqlite() -> Step:
    """Return the step with the tests that need no other program."""
    shutil.rmtree(SENT, ignore_errors=True)
    recorded = ("-p", "tests.statements", "--record", str(SENT))
    return Step("pytest on SQLite", [*PYTEST, *EACH_CORE, *NO_PROGRAMS, *recorded], cores=CORES)


def on_postgres() -> Step:
    """Return the step with the tests that could behave differently on PostgreSQL."""
    missing = [f"not {marker}" for marker, name in SERVERS.items() if not programs.find(name)]
    chosen = ["-m", " and ".join(missing)] if missing else []
    sent = ("-p", "tests.statements", "--statements", str(SENT))
    tests = [*BESIDE, *EACH_CORE, *NO_BROWSER, *chosen, *sent, *ON_POSTGRES]
    command = [sys.executable, "-m", "tools.postgres", *tests]
    return Step("pytest on PostgreSQL", command, cores=CORES)


def in_browser() -> Step:
    """Return the step with the browser tests, which wait half of the time.

    They run beside the tests on SQLite, in as many processes.
    """
    chosen = [] if "SCOREKEEPER_LONG" in os.environ else ["-m", "not long"]
    command = [*BESIDE, *EACH_CORE, *chosen, "tests/browser"]
    env = {"CHROMIUM": programs.chromium() or ""}
    return Step("pytest in a browser", command, env=env)


def with_qpdf() -> Step:
    """Return the step that checks the structure of PDFs."""
    return Step("pytest with qpdf", [*BESIDE, *NO_BROWSER, "-m", "qpdf", "tests/sheets"])


def check_sheets(arguments: Sequence[str]) -> None:
    """Print every game's sheets on every paper size, and check that everything fits."""
    environment.set_up("dev", apt.PANGO, wanted=[apt.HARFBUZZ])
    isolate()
    os.environ["SCOREKEEPER_ALL_SHEETS"] = "1"
    os.execv(sys.executable, [*BESIDE, "-n", "auto", "tests/sheets/test_geometry.py", *arguments])


def run_module(name: str, arguments: Sequence[str]) -> None:
    """Run a program, such as ``bench``, ``game`` or ``search_report``."""
    own = os.environ.get("SCOREKEEPER_GAMES")
    set_up()
    if own and name == "game":
        # The tools for authors also work on games outside the project.
        os.environ["SCOREKEEPER_GAMES"] = own
    browser = programs.chromium()
    if name in ("audit", "screenshots") and not browser:
        apt.ask_and_install([programs.CHROMIUM, apt.LIBATOMIC.package], f"./dev {name}")
        browser = programs.chromium() or fail(f"./dev {name} needs Chromium. Install it first.")
    if name == "audit" and not javascript.install(with_lighthouse=True):
        fail("Lighthouse could not be installed. See the output above.")
    if browser:
        os.environ["CHROMIUM"] = browser
    os.execv(sys.executable, [sys.executable, "-m", f"tools.{name}", *arguments])
