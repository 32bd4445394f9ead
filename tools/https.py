"""``./dev run --https``: the page that helps phones trust our own certificate authority.

Service workers, sharing and keeping the screen on need a secure connection.
"""

import os
import socket
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing import Process
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from tools.parent import end_with_parent

OPEN = ("/trust/", "/static/")  # the paths that the unencrypted server serves


@dataclass(frozen=True)
class Files:
    """The certificates of the authority and the server, and the server’s key.

    The server’s file also contains the authority’s certificate.
    """

    authority: Path
    certificate: Path
    key: Path


def show_trust_page(ip: str, port: int, url: str, authority: Path) -> None:
    """Serve the page that helps phones trust the authority, unencrypted, until this process ends.

    A phone can't open the page at ``url`` without a warning, because the phone doesn't trust the
    authority yet.
    """
    os.environ["SCOREKEEPER_AUTHORITY"] = str(authority)
    os.environ["SCOREKEEPER_HTTPS_URL"] = url
    Process(target=_serve, args=(ip, port), daemon=True).start()


def _serve(ip: str, port: int) -> None:
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415 -- after the settings above

    threading.Thread(target=end_with_parent, daemon=True).start()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    site = only_trust(get_wsgi_application())
    with trust_server(ip, port, site) as server:
        server.serve_forever()


def trust_server(ip: str, port: int, site: Callable[..., Any]) -> WSGIServer:
    """Return the unencrypted server of ``site``."""
    return make_server(ip, port, site, server_class=PlainServer, handler_class=_Quiet)


def only_trust(application: Callable[..., Any]) -> Callable[..., Any]:
    """Return the site with only the page about trust. All other pages redirect to it."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"].startswith(OPEN):
            return application(environ, start_response)  # type: ignore[no-any-return]
        start_response("302 Found", [("Location", "/trust/"), ("Content-Length", "0")])
        return []

    return answer


class PlainServer(ThreadingMixIn, WSGIServer):
    """A server for IPv4 or IPv6, with a thread for each connection.

    Browsers open connections that they don’t use yet, and one of these must not block all others.
    """

    daemon_threads = True

    def __init__(self, address: tuple[str, int], *more: Any) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, *more)


class _Quiet(WSGIRequestHandler):
    """A handler that doesn't log requests."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the base class’s name
        pass
