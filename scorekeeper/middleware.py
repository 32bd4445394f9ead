"""What happens around every answer."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse


def keep_phones_known(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give a phone that writes its cookie anew, so that the years it is known begin again."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "POST" and SESSION_KEY in request.session:
            request.session.modified = True
        return response

    return answer
