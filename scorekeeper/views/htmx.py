"""Views that return a page, or for htmx a fragment of it."""

from django.views.decorators.vary import vary_on_headers

# Browsers cache the two separately: going back must not show the fragment without its page.
vary_on_htmx = vary_on_headers("HX-Request")
