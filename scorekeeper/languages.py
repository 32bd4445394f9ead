"""The language of a response.

A public page has a URL for each language, such as ``/es/rules/spades/``, which search engines know.
Its plain URL, like every other page, is in the language that was chosen at the foot of a page, or
else in the one that the browser prefers.
"""

import re

from django.conf import settings

# Pages that are the same for everybody, and the manifest, which browsers request without cookies.
_IN_URL = re.compile(r"/([a-z-]+)(/(?:(?:rules|sheets|privacy|manifest\.webmanifest)\b.*)?|)")


def split_language(path: str) -> tuple[str, str]:
    """Return the language that a path names, and the path without it.

    The language is ``""`` for the plain URL of a page, and for pages that have no other URL.
    """
    match = _IN_URL.fullmatch(path)
    if match and match[1] in dict(settings.LANGUAGES):
        return match[1], match[2]
    return "", path
