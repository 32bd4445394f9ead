"""Chromium’s path, its flags, and the devices that it emulates."""

import os
import shutil

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def chromium() -> str | None:
    """Return the path of the installed browser, or of the one set in the variable CHROMIUM."""
    names = ("chromium-headless-shell", "chromium")
    paths = (shutil.which(name) for name in names)
    return os.environ.get("CHROMIUM") or next(filter(None, paths), None)


# A page keeps its frame and its compiled scripts when the next one is opened, and no process is
# started in advance: without these, each page takes a quarter more time. Chromium obeys only the
# last list of features, so the others are those that Playwright turns off for pages like ours.
FEATURES = ("RenderDocument", "SpareRendererForSitePerProcess")
FEATURES += ("AvoidUnnecessaryBeforeUnloadCheckSync", "HttpsUpgrades", "MediaRouter")
FEATURES += ("OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning")
QUICK = (f"--disable-features={','.join(FEATURES)}", "--js-flags=--no-flush-bytecode")


def flags() -> list[str]:
    """Return Chromium’s flags.

    Letters are as wide as on a phone. There is no GPU process, no update check, no other site, and
    no sandbox for root.
    """
    alone = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.*"
    quiet = ["background-networking", "component-update", "sync"]
    drawing = ["--disable-gpu", "--in-process-gpu", "--font-render-hinting=none"]
    found = [*drawing, *QUICK, alone, "--no-first-run", *(f"--disable-{what}" for what in quiet)]
    return [*found, "--no-sandbox"] if os.geteuid() == 0 else found
