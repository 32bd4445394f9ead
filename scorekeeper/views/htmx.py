"""URLs that return a page, or to htmx a fragment of it."""

from django.views.decorators.vary import vary_on_headers

# Browsers cache the two apart: going back must not show the fragment without its page.
vary_on_htmx = vary_on_headers("HX-Request")
