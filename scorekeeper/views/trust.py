"""Pages for trusting this site’s own certificate authority on a phone (``./dev run --https``)."""

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from ssl import PEM_cert_to_DER_cert

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe


def _certificate() -> str:
    """Return the certificate of the authority. Raises Http404 if the site has none."""
    if not settings.AUTHORITY:
        raise Http404(_("This site has no certificate authority of its own."))
    return Path(settings.AUTHORITY).read_text("ascii")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the steps for trusting the authority on a phone."""
    digest = sha256(PEM_cert_to_DER_cert(_certificate())).hexdigest().upper()
    fingerprint = " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))
    context = {"url": settings.HTTPS_URL, "fingerprint": fingerprint}
    return render(request, "trust.html", context)


@require_safe
def authority(_request: HttpRequest) -> HttpResponse:
    """Return the authority’s certificate, which phones offer to install."""
    response = HttpResponse(_certificate(), content_type="application/x-x509-ca-cert")
    response.headers["Content-Disposition"] = 'attachment; filename="scorekeeper.crt"'
    return response


@require_safe
def code(request: HttpRequest) -> HttpResponse:
    """Return a QR code for the URL of the page with the steps, for use on the next phone."""
    _certificate()
    picture = BytesIO()
    link = request.build_absolute_uri("/trust/")
    segno.make(link, micro=False).save(
        picture, kind="svg", scale=6, border=2, light="#fff", xmldecl=False
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
