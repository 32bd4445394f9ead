"""Requests from htmx, and caching for views that return a page or, for htmx, a fragment of it."""

from django.http import HttpRequest
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

# Browsers cache the page and the fragment separately, so that going back shows the page.
vary_on_htmx = vary_on_headers("HX-Request")


class HtmxRequest(HttpRequest):
    """A request that went through HtmxMiddleware; ``htmx`` is true if htmx sent it."""

    htmx: HtmxDetails
