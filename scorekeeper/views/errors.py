"""Pages for what went wrong, each with a sentence that says what to do."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404 with the reason where a view gave one."""
    reason = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    return render(request, "404.html", {"reason": reason}, status=404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form came without its cookie: what was typed is still in the page before."""
    return render(request, "403_csrf.html", status=403)
