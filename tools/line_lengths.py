"""Report lines of templates and stylesheets that are too long to read or to compare in a diff."""

import sys
from collections.abc import Iterator
from pathlib import Path

from tools.console import say

# The most characters in a line, by the files that match a pattern.
LIMITS = {"templates/**/*.html": 140, "static/css/*.css": 110}


def long_lines(root: Path) -> Iterator[str]:
    """Yield a sentence for each line below ``root`` that is longer than its limit."""
    for pattern, limit in LIMITS.items():
        for path in sorted(root.glob(pattern)):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if len(line) > limit:
                    place = f"{path.relative_to(root)}:{number}"
                    yield f"{place}: {len(line)} characters, at most {limit} fit. Break the line."


if __name__ == "__main__":
    found = list(long_lines(Path()))
    say(*found)
    sys.exit(bool(found))
