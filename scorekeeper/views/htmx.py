"""Caching for views that return a page or, for htmx, a fragment of it."""

from django.views.decorators.vary import vary_on_headers

# Browsers cache the page and the fragment separately, so that going back shows the page.
vary_on_htmx = vary_on_headers("HX-Request")
