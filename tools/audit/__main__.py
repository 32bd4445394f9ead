"""Measure the main pages with Lighthouse on an emulated phone: ``python -m tools.audit``.

axe checks every page in ``tests/browser/test_accessible.py``.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from tests.browser.program import PHONE, chromium, flags
from tests.browser.steps import SEVEN_DEALS, enter_deal, start_game
from tools.javascript import MODULES, node
from tools.screenshots.site import free_place, wait_for

ROOT = Path(__file__).resolve().parents[2]
LIGHTHOUSE = MODULES / "lighthouse" / "cli" / "index.js"
# The lowest acceptable score of each category. Noise can only lower the performance score, so a
# page whose score is too low is measured up to ATTEMPTS times.
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
ATTEMPTS = 3


def main() -> None:
    program = chromium()
    if program is None:
        sys.exit("Chromium is not installed. Install it, or set CHROMIUM to its path.")
    missed = False
    with served() as address, tempfile.TemporaryDirectory() as profile:
        pages = game_pages(program, address, profile)
        print(f"{'page':<15}" + "".join(f"{name:>16}" for name in LEAST))
        for name, path in pages.items():
            scores, failed = best(program, f"{address}{path}", profile)
            print(f"{name:<15}" + "".join(f"{scores[each]:>16}" for each in LEAST), flush=True)
            for audit in failed:
                print(f"    {audit}")
            missed = missed or any(scores[each] < least for each, least in LEAST.items())
    sys.exit(missed)


@contextmanager
def served() -> Iterator[str]:
    """Serve the site as in production, with an empty database, and yield its URL."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"SCOREKEEPER_VAR": folder}
        for command in (["migrate"], ["collectstatic", "--noinput"]):
            subprocess.run(
                [sys.executable, str(ROOT / "manage.py"), *command, "-v", "0"], env=env, check=True
            )
        place = free_place()
        host, _, port = place.partition(":")
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host),
                *("--port", port, "--blocking-threads", "4", "--log-level", "warning"),
                "scorekeeper.wsgi:application",
            ],
            env=env,
            cwd=ROOT,
        )
        try:
            wait_for(f"http://{place}", server)
            yield f"http://{place}"
        finally:
            server.terminate()
            server.wait()


def game_pages(program: str, address: str, profile: str) -> Mapping[str, str]:
    """Play three deals, and return the paths of the pages by name.

    The browser’s ``profile`` then has the phone’s cookies. Setting a header would not be enough,
    because the service worker’s own requests would lack it.
    """
    with sync_playwright() as playwright:
        phone = playwright.chromium.launch_persistent_context(
            profile, executable_path=program, args=flags(), base_url=address, **PHONE
        )
        page = phone.new_page()
        start_game(page)
        for number, played in enumerate(SEVEN_DEALS[:3], 1):
            enter_deal(page, number, played)
        game = urlsplit(page.url).path
        phone.close()
    return {
        "home": "/",
        "new game": "/games/new/contract-rummy/",
        "pad": game,
        "entry": f"{game}rounds/4/",
        "rules": "/rules/contract-rummy/",
        "sheet builder": "/sheets/contract-rummy/",
    }


def best(program: str, url: str, profile: str) -> tuple[dict[str, int], list[str]]:
    """Return a page’s best scores by category, and its failed audits."""
    scores: dict[str, int] = {}
    for _ in range(ATTEMPTS):
        report = measured(program, url, profile)
        found = {name: round(report["categories"][name]["score"] * 100) for name in LEAST}
        scores = {name: max(found[name], scores.get(name, 0)) for name in LEAST}
        if scores["performance"] >= LEAST["performance"]:
            break
    weighted = {
        part["id"]
        for name, category in report["categories"].items()
        for part in category["auditRefs"]
        if part["weight"] and scores[name] < LEAST[name]
    }
    failed = [report["audits"][name] for name in sorted(weighted)]
    return scores, [
        f"{audit['title']} ({audit.get('displayValue', 'failed')})"
        for audit in failed
        if audit["score"] is not None and audit["score"] < 1
    ]


def measured(program: str, url: str, profile: str) -> Any:
    """Return Lighthouse’s report on a page."""
    command = [
        *(str(node()), str(LIGHTHOUSE), url, "--quiet", "--output=json"),
        f"--only-categories={','.join(LEAST)}",
        "--skip-audits=is-crawlable",  # robots.txt hides the pages of games
        f"--chrome-flags={' '.join(['--headless', f'--user-data-dir={profile}', *flags()])}",
    ]
    env = os.environ | {"CHROME_PATH": program}
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
