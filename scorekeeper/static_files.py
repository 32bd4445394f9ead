"""The static files storage for production, used by ``collectstatic``."""

from collections.abc import Callable
from re import Match
from typing import Any

from django.core.files.base import ContentFile, File
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage


def is_ours(name: str) -> bool:
    """Return whether a static file is one of our scripts."""
    return name.startswith("js/") and name.endswith(".js")


def minified(script: bytes) -> bytes:
    """Return a script without comments and needless white space, as UTF-8."""
    small: bytes = jsmin(script)
    return small


# WhiteNoise has no type hints.
class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A storage that minifies our JavaScript, and adds hashes to file names and imports."""

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: "File[bytes]") -> str:
        if is_ours(name):
            content = ContentFile(minified(b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved

    def url_converter(self, name: str, *args: Any, **kwargs: Any) -> Callable[[Match[str]], str]:
        """Return a function that adds hashes to references, except in third-party scripts.

        Comments in htmx extensions mention files that don’t exist.
        """
        if name.endswith(".js") and not is_ours(name):
            return lambda match: match[0]
        convert: Callable[[Match[str]], str] = super().url_converter(name, *args, **kwargs)
        return convert
