"""Play a game on a site, and print its sheet: ``python3 play.py URL``.

This needs only Python itself, so that it can run on a server without the project. It accepts any
certificate.
"""

import json
import socket
import ssl
import sys
import time
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPSHandler, build_opener

PATIENCE = 240  # seconds for the site to start


def getaddrinfo(host, *arguments, resolve=socket.getaddrinfo, **options):
    """Resolve names that end with ``.localhost``, as browsers do, and any other name."""
    return resolve("127.0.0.1" if host.endswith(".localhost") else host, *arguments, **options)


socket.getaddrinfo = getaddrinfo


class Form(HTMLParser):
    """The hidden inputs of a page."""

    def __init__(self, page):
        super().__init__()
        self.inputs = {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag == "input" and found.get("type") == "hidden" and found.get("name"):
            self.inputs[found["name"]] = found.get("value") or ""


class Phone:
    def __init__(self, site):
        self.site = site
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()), HTTPSHandler(context=context))

    def open(self, path, form=None):
        """Return the response: its final URL and its content."""
        request = self.opener
        request.addheaders = [("Referer", self.site + path)]
        body = urlencode(form).encode() if form else None
        with request.open(self.site + path, body, timeout=60) as response:
            return response.url.removeprefix(self.site), response.read()

    def send(self, path, **typed):
        """Fill in the form of a page, and return the URL that it leads to."""
        page = self.open(path)[1].decode()
        return self.open(path, Form(page).inputs | typed)[0]


def wait(phone):
    """Return the state of the site as soon as it is ready."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return json.loads(phone.open("/readyz")[1])
        except URLError as error:
            if time.monotonic() > deadline:
                sys.exit(f"{phone.site} isn’t ready: {error}")
            time.sleep(1)


def main(site):
    phone = Phone(site.rstrip("/"))
    print("Ready:", json.dumps(wait(phone)))
    game = phone.send("/games/new/any-game/", **{"name-1": "Ann", "name-2": "Bob"})
    for deal in (1, 2):
        phone.send(f"{game}rounds/{deal}/", **{"points-1": "10", "points-2": "25", "dealer": "1"})
    played = json.loads(phone.open(f"{game.rstrip('/')}.json")[1])
    totals = [side["total"] for side in played["players"]]
    assert totals == [20, 50], played
    for path in (f"{game}sheet.pdf", "/sheets/hearts.pdf"):
        assert phone.open(path)[1].startswith(b"%PDF-")
    print("Played and printed:", game, totals)


main(sys.argv[1])
