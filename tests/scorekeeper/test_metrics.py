"""Metrics and logs of requests: what is counted, and that nothing private is in them."""

import json
import logging
import re
from io import StringIO

import pytest
from prometheus_client import REGISTRY

from scorekeeper.logs import JSONFormatter
from tests.conftest import ROOT
from tests.factories import ten_each
from tests.scorekeeper.pages import get
from tools.network import free_port


def value(name, **labels):
    return REGISTRY.get_sample_value(f"scorekeeper_{name}", labels) or 0


@pytest.fixture
def lines():
    """Return the lines that requests have logged as JSON."""
    logger, written = logging.getLogger("scorekeeper.requests"), StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JSONFormatter())
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    logger.removeHandler(handler)
    logger.setLevel(logging.WARNING)


def test_saves_and_conflicts_are_counted_by_view(
    phone, game, lines, django_capture_on_commit_callbacks
):
    url = f"/games/{game.code}/rounds/3/"
    form = get(phone, url).form(url) | ten_each(game)
    saved = {"view": "deal", "method": "POST", "status": "302"}
    counted = value("requests_total", **saved), value("changes_total", kind="record")
    conflicts, statements = value("conflicts_total"), value("queries_total", view="deal")

    with django_capture_on_commit_callbacks(execute=True):
        phone.post(url, form)
    phone.post(url, form | {"key": "other", "left-points-2": "20"})

    assert (value("requests_total", **saved), value("changes_total", kind="record")) == (
        counted[0] + 1,
        counted[1] + 1,
    )
    assert value("conflicts_total") == conflicts + 1
    assert value("queries_total", view="deal") >= statements + 11
    assert game.code not in json.dumps(lines())
    assert [line["message"] for line in lines()] == [
        "GET deal 200",
        "POST deal 302",
        "POST deal 409",
    ]


@pytest.mark.parametrize(("proxies", "is_taken"), [(0, False), (1, True)])
def test_a_request_has_an_id_in_its_response_and_its_log(
    client, settings, lines, proxies, is_taken
):
    settings.PROXIES = proxies
    sent = {"HTTP_X_REQUEST_ID": "from-the-proxy", "HTTP_X_FORWARDED_FOR": "203.0.113.77"}

    own = client.get("/nowhere/Ann/", **sent).headers["X-Request-ID"]

    [line] = lines()
    assert (own == "from-the-proxy") == is_taken
    assert re.fullmatch("from-the-proxy|[0-9a-f]{16}", own)
    assert line.pop("time").endswith("+00:00")
    assert line.pop("ms") >= 0
    assert line == {
        "level": "INFO",
        "logger": "scorekeeper.requests",
        "message": "GET none 404",
        "request": own,
        "method": "GET",
        "view": "none",
        "status": 404,
        "network": "203.0.113.0/24" if is_taken else "127.0.0.1",
    }


def test_an_id_that_could_forge_a_line_is_replaced(client, settings):
    settings.PROXIES = 1

    answer = client.get("/nowhere/", HTTP_X_REQUEST_ID='x"}{' * 5)

    assert re.fullmatch("[0-9a-f]{16}", answer.headers["X-Request-ID"])


# Another program may have taken the second port.
SERVE = """
import logging, sys, urllib.request
from contextlib import suppress
from http.client import HTTPException
from scorekeeper.metrics import serve_metrics
logging.basicConfig()
port = int(sys.argv[1])
serve_metrics("127.0.0.1", port)
serve_metrics("127.0.0.1", port)
serve_metrics("999.0.0.1", port)
for served in range(port, port + 16):
    with suppress(OSError, HTTPException):
        page = urllib.request.urlopen(f"http://127.0.0.1:{served}/metrics", timeout=10)
        print(page.read().decode())
"""


def test_metrics_of_each_process_are_served_at_the_next_port_and_a_mistake_is_logged(python):
    result = python("-c", SERVE, str(free_port()))

    assert result.stdout.count("scorekeeper_streams 0.0\n") == 2, result.stderr
    assert "Metrics aren’t available on port" in result.stderr
    # Every metric that the board shows exists.
    shown = (ROOT / "deploy/grafana.json").read_text("utf-8")
    names = set(re.findall(r"(?:scorekeeper|process)_\w+", shown))
    assert len(names) >= 9
    for name in names:
        assert f"# TYPE {name.removesuffix('_bucket')} " in result.stdout
