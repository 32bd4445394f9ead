"""The files that pages need without a connection, and the site’s edition, which depends on them."""

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b

from django.conf import settings
from django.templatetags.static import static

from scorekeeper.edition import edition

FONTS = (
    "alegreya-sans-regular-latin",
    "alegreya-sans-bold-latin",
    "alegreya-semibold-latin",
    "signs",
    "suits",
)
WORKER = "js/worker.js"


def site_files() -> Iterator[str]:
    """Yield the URLs of the files that pages need without a connection."""
    folder = settings.BASE_DIR / "static"
    for pattern in ("js/*.js", "css/*.css"):
        names = sorted(path.relative_to(folder).as_posix() for path in folder.glob(pattern))
        yield from (static(name) for name in names if name != WORKER)
    yield from (static(f"fonts/{name}.woff2") for name in FONTS)
    yield static("img/icon.svg")
    yield static("django_htmx/htmx-2.min.js")


@cache
def site_edition() -> str:
    """Return the edition of the site, which changes whenever one of its pages or files does."""
    code = edition(settings.BASE_DIR, tuple(settings.GAMES))
    made_of = "\n".join((code, *site_files(), static(WORKER)))
    return blake2b(made_of.encode(), digest_size=8).hexdigest()
