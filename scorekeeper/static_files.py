"""The static files storage for production, used by ``collectstatic``."""

from collections.abc import Callable
from re import Match
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


# WhiteNoise has no type hints.
class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A storage that adds hashes to file names and to the imports of our JavaScript modules."""

    support_js_module_import_aggregation = True

    def url_converter(self, name: str, *args: Any, **kwargs: Any) -> Callable[[Match[str]], str]:
        """Return a function that adds hashes to references, except in third-party scripts.

        Comments in htmx extensions mention files that don’t exist.
        """
        if name.endswith(".js") and not name.startswith("js/"):
            return lambda match: match[0]
        convert: Callable[[Match[str]], str] = super().url_converter(name, *args, **kwargs)
        return convert
