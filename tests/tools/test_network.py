import socket

import pytest

from tools.network import Place, accepted_host, allowed_hosts, check, place_of


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("", "127.0.0.1", "8000"),
        ("8080", "127.0.0.1", "8080"),
        (":8080", "127.0.0.1", "8080"),
        ("0.0.0.0", "0.0.0.0", "8000"),
        ("0.0.0.0:80", "0.0.0.0", "80"),
        ("cards.example:9000", "cards.example", "9000"),
        ("[::1]:8000", "::1", "8000"),
        ("127.0.0.1:http", "127.0.0.1", "http"),
    ],
)
def test_a_place_is_read_with_its_defaults(text, host, port):
    assert place_of(text) == Place(host, port)


@pytest.mark.parametrize(
    ("place", "shown", "near"),
    [
        (Place(), "127.0.0.1:8000", "127.0.0.1:8000"),
        (Place("0.0.0.0", "80"), "0.0.0.0:80", "127.0.0.1:80"),
        (Place("::", "80"), "[::]:80", "127.0.0.1:80"),
        (Place("::1", "80"), "[::1]:80", "[::1]:80"),
    ],
)
def test_a_place_has_an_address_for_a_browser_on_this_machine(place, shown, near):
    assert (str(place), place.near) == (shown, near)


@pytest.mark.parametrize(
    ("place", "lan", "hosts"),
    [
        (Place(), "", "127.0.0.1,localhost,pc"),
        (Place("0.0.0.0"), "192.0.2.7", "127.0.0.1,localhost,192.0.2.7,pc"),
        (Place("cards.example"), "192.0.2.7", "127.0.0.1,localhost,192.0.2.7,pc,cards.example"),
        (Place("::1"), "", "127.0.0.1,localhost,pc,[::1]"),
    ],
)
def test_the_site_answers_to_the_names_of_this_machine(place, lan, hosts):
    assert allowed_hosts(place, lan, "pc") == hosts


def test_a_port_that_is_free_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    assert check(Place("127.0.0.1", str(port))) == "127.0.0.1"


def test_a_port_in_use_is_refused_with_the_next_one():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SystemExit) as refused:
            check(Place("127.0.0.1", str(port)))

    assert refused.value.code == (
        f"Another program is already using 127.0.0.1:{port}."
        f" Stop it, or use another port: ./dev run 127.0.0.1:{port % 65535 + 1}"
    )


@pytest.mark.parametrize("port", ["", "http", "0", "65536", "-1"])
def test_what_is_no_port_is_refused(port):
    with pytest.raises(SystemExit) as refused:
        check(Place("127.0.0.1", port))

    assert refused.value.code == (
        f"“{port}” is not a port number. For example: ./dev run 127.0.0.1:8000"
    )


@pytest.mark.parametrize(
    ("allowed", "accepted"),
    [
        ("127.0.0.1,localhost", "127.0.0.1"),
        (" scores.example.org", "scores.example.org"),
        (".example.org,localhost", "example.org"),
        ("*", "localhost"),
    ],
)
def test_the_first_request_is_for_a_host_that_the_site_accepts(allowed, accepted):
    assert accepted_host(allowed) == accepted
