"""The mark on a response that is the same for everyone with a link."""

from django.http import HttpResponse

from scorekeeper.live.passes import Pass, dump

HEADER = "Scorekeeper-Shared"  # never leaves the server process


def share(response: HttpResponse, own: Pass, state: str) -> HttpResponse:
    """Let the server give the same response to everyone else until ``state`` changes."""
    response.headers[HEADER] = f"{dump(own)} {state}"
    return response
