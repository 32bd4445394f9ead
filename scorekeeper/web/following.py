"""Parts of pages that are kept up to date, with a stream or by polling."""

from dataclasses import dataclass
from hashlib import blake2b

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from scorekeeper.live.passes import Pass, dump_pass
from scorekeeper.live.paths import HAS_SHELL, STREAMS
from scorekeeper.live.sharing import share


@dataclass(frozen=True, slots=True)
class Following:
    """The data that the script ``live.js`` needs for the part of a page that it keeps up to date.

    The part is at ``url``. ``state`` is the state that it shows, or empty if the stream’s state
    isn’t known, and ``stream`` is the URL of the stream, or empty if the server has none.
    """

    url: str
    state: str
    etag: str
    stream: str


def following(
    request: HttpRequest, own: Pass, *, state: str = "", shown: str = "", url: str = ""
) -> Following:
    """Return the data that keeps a page up to date; ``own`` is the pass for its stream.

    ``shown`` is everything else that the part depends on.
    """
    key = f"{state}\0{shown}\0{get_language()}"
    return Following(
        url=url or request.get_full_path(),
        state=state,
        etag=f'"{blake2b(key.encode(), digest_size=8).hexdigest()}"',
        stream=f"{STREAMS}{dump_pass(own)}/" if request.META.get(HAS_SHELL) else "",
    )


def unchanged(request: HttpRequest, live: Following) -> HttpResponse | None:
    """Return a 304 response if the page already has the part in this state, otherwise None."""
    return get_conditional_response(request, etag=live.etag)


def known_state(request: HttpRequest) -> str:
    """Return the ETag of the part that the page shows now, if it needs only what has changed."""
    return request.headers.get("If-None-Match", "") if "X-Parts" in request.headers else ""


def part(
    request: HttpRequest, template: str, context: dict[str, object], live: Following
) -> HttpResponse:
    """Return the part of a page that is kept up to date."""
    return part_with(render_to_string(template, context | {"live": live}, request), live)


def part_with(markup: str, live: Following) -> HttpResponse:
    """Return the part of a page that is kept up to date, which has been rendered already."""
    response = HttpResponse(markup)
    response.headers["ETag"] = live.etag
    response.headers["Cache-Control"] = "no-cache, private"
    return response


def shared_part(
    request: HttpRequest,
    template: str,
    context: dict[str, object],
    live: Following,
    own: Pass,
) -> HttpResponse:
    """Return a part that is the same for everyone who has the link."""
    return share(part(request, template, context, live), own, live.state)


def shared_page(
    request: HttpRequest,
    template: str,
    context: dict[str, object],
    live: Following,
    own: Pass,
) -> HttpResponse:
    """Return a page that is the same for everyone who has the link. It shows no messages."""
    vars(request)["is_for_everybody"] = True
    return share(render(request, template, context | {"live": live}), own, live.state)
