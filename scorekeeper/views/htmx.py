"""Addresses with two answers: a page, and to htmx a part of it."""

from django.views.decorators.vary import vary_on_headers

# Browsers keep the two apart: going back must not show the part without its page.
vary_on_htmx = vary_on_headers("HX-Request")
