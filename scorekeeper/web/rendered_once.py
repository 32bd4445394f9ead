"""Pages that are the same for many phones but for a few values, rendered once for all of them."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from http import HTTPStatus
from threading import Lock
from uuid import uuid4

from django.contrib.messages import get_messages
from django.core.cache import cache, caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scorekeeper.live.sharing import current_edition
from scorekeeper.sessions import has_unreadable_session
from scorekeeper.web.changed_parts import changed_parts, fingerprints

LONGEST = 600  # seconds for which a page is kept
AN_EVENING = 6 * 3600  # seconds for which the site knows what the pads of phones may show
# Phones that ask for the same page at the same time wait for the first of them.
_LOCKS = [Lock() for _ in range(64)]


def rendered_once(
    request: HttpRequest,
    template: str,
    shown: Iterable[object],
    context: Callable[[], Mapping[str, object]],
    own: Mapping[str, str],
    *,
    since: Iterable[object] | None = None,
) -> SafeString:
    """Return a template with the values of one phone in it.

    ``shown`` is everything else that the page depends on. ``own`` are the values of this phone by
    their name in the template, which can only print them. The CSRF token and the key of the page’s
    forms are added to them. ``context`` is called only if the page hasn’t been rendered yet.
    ``since`` is what the phone shows now: the parts of a pad that it has already are left out.
    """
    values = {**own, "csrf_token": get_token(request), "key": uuid4().hex}
    digest = _digest(template, shown)
    key, pads = f"rendered-{digest.hex()}", caches["rows"]
    markup: str | None = pads.get(key)
    if markup is None:
        with _LOCKS[digest[0] % len(_LOCKS)]:
            markup = pads.get(key)
            if markup is None:
                places = {name: _place(name) for name in values}
                markup = render_to_string(template, {**context(), **places}, request)
                pads.set(key, markup, LONGEST)
                if parts := fingerprints(markup):
                    cache.set(f"parts-{digest.hex()}", parts, AN_EVENING)
    if since and (parts := cache.get(f"parts-{_digest(template, since).hex()}")):
        markup = changed_parts(markup, parts)
    for name, value in values.items():
        markup = markup.replace(_place(name), conditional_escape(value))
    return mark_safe(markup)  # noqa: S308 -- the values are escaped, and the rest is a template


def page_once(
    request: HttpRequest, shown: Iterable[object], make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return a page without values of one phone, rendered once for each URL and language.

    ``shown`` is everything else that the page depends on besides the games. ``make`` renders it,
    and is called again as long as it returns an error. A page that shows messages isn’t kept.
    """
    if get_messages(request) or has_unreadable_session(request):
        return make()
    url, language = request.build_absolute_uri(), get_language()
    key = f"page-{_digest(url, [language, current_edition(), *shown]).hex()}"
    content: bytes | None = cache.get(key)
    if content is not None:
        return HttpResponse(content)
    response = make()
    if response.status_code == HTTPStatus.OK:
        cache.set(key, response.content, LONGEST)
    return response


def _digest(template: str, shown: Iterable[object]) -> bytes:
    return blake2b("\0".join(map(str, [template, *shown])).encode(), digest_size=16).digest()


@lru_cache
def _place(name: str) -> str:
    """Return the text that stands for a value until it is known. Nobody can guess and type it."""
    return salted_hmac(__name__, name).hexdigest()[:32]
