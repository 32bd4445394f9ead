"""Where Chromium is, how it starts, and what it pretends to be."""

import os
import shutil

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def chromium() -> str | None:
    """The browser that the machine has; the variable CHROMIUM names another one."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


def flags() -> list[str]:
    """It asks nobody for updates; root has no sandbox."""
    quiet = ["background-networking", "component-update", "sync"]
    found = ["--disable-gpu", "--no-first-run", *(f"--disable-{what}" for what in quiet)]
    return [*found, "--no-sandbox"] if os.geteuid() == 0 else found
