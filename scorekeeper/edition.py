"""The edition of the site: a hash of the files that its pages are rendered from."""

from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from pathlib import Path


@lru_cache(maxsize=1)
def edition(base: Path, games: tuple[Path, ...]) -> str:
    """Return a hash of the code, the templates, the translations, and the files in ``games``."""
    code = ((base / name).rglob("*.py") for name in ("rules", "scorekeeper"))
    data = (folder.rglob(files) for folder in games for files in ("*.toml", "*.md"))
    pages = (base / "templates").rglob("*.html")
    translations = (base / "locale").rglob("*.mo")
    digest = blake2b(digest_size=8)
    for path in sorted(chain(*code, *data, pages, translations)):
        digest.update(path.read_bytes())
    return digest.hexdigest()
