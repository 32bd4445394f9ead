"""The colours of the site, for everything that its stylesheet doesn’t reach."""

import re
from functools import cache
from typing import Literal

from django.conf import settings


@cache
def palette(mode: Literal["light", "dark"]) -> dict[str, str]:
    """Return the colours of a mode in ``app.css``, by the names of variables and classes."""
    css = (settings.BASE_DIR / "static/css/app.css").read_text("utf-8")
    at = ("light", "dark").index(mode)
    root = re.findall(r":root \{(.*?)\}", css, re.DOTALL)[at]
    named = dict(re.findall(r"--([\w-]+): (#\w{6});", root))
    people = re.findall(r"\.(colour-\d+) \{ --person: light-dark\((#\w{6}), (#\w{6})\)", css)
    return named | {name: colours[at] for name, *colours in people}
