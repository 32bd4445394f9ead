"""The certificate authority of ``./dev run --https``."""

import socket
import ssl
import threading
from wsgiref.simple_server import WSGIRequestHandler

from tools import certificates, https

HOSTS = ("127.0.0.1", "127.0.0.2", "localhost")


def test_the_authority_is_made_once_and_the_certificate_for_the_hosts(tmp_path):
    first = certificates.prepare(tmp_path, HOSTS)
    texts = [path.read_text() for path in (first.authority, first.certificate, first.key)]

    again = certificates.prepare(tmp_path, HOSTS)
    assert [path.read_text() for path in (again.authority, again.certificate, again.key)] == texts

    moved = certificates.prepare(tmp_path, (*HOSTS, "192.168.1.7", "pi.local"))
    assert moved.authority.read_text() == texts[0]
    assert moved.certificate.read_text() != texts[1]


def test_another_name_needs_a_new_authority(tmp_path, capsys):
    before = certificates.prepare(tmp_path, HOSTS).authority.read_text()

    files = certificates.prepare(tmp_path, (*HOSTS, "192.0.2.7"))

    assert files.authority.read_text() != before
    assert "may not sign for 127.0.0.1, 127.0.0.2, 192.0.2.7, localhost" in capsys.readouterr().out


def test_the_authority_can_imitate_no_other_site(tmp_path):
    files = certificates.prepare(tmp_path, HOSTS)
    certificates._make_certificate(files, tmp_path / "authority.key", ["example.org"])
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(files.certificate, files.key)
    client = ssl.create_default_context(cafile=files.authority)

    assert "permitted subtree violation" in shake_hands(client, server, "example.org")


def test_a_lost_key_is_noticed(tmp_path, capsys):
    before = certificates.prepare(tmp_path, HOSTS)
    old = before.authority.read_text()
    (tmp_path / "authority.key").unlink()

    files = certificates.prepare(tmp_path, HOSTS)

    assert "has no key any more" in capsys.readouterr().out
    assert files.authority.read_text() != old
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(files.certificate, files.key)
    client = ssl.create_default_context(cafile=files.authority)
    assert shake_hands(client, server, "localhost") is None


def test_only_the_owner_reads_the_keys(tmp_path):
    certificates.prepare(tmp_path / "https", HOSTS)

    modes = {path.name: path.stat().st_mode & 0o77 for path in (tmp_path / "https").glob("*.key")}
    assert modes == {"authority.key": 0, "server.key": 0}


def test_the_certificate_is_accepted_with_the_authority(tmp_path):
    files = certificates.prepare(tmp_path, HOSTS)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(files.certificate, files.key)
    client = ssl.create_default_context(cafile=files.authority)

    for host in HOSTS:
        assert shake_hands(client, server, host) is None
    assert "certificate is not valid for '192.0.2.9'" in shake_hands(client, server, "192.0.2.9")


def shake_hands(client, server, host):
    """Return the error of a TLS handshake between client and server in memory, or None."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = client.wrap_bio(down, up, server_hostname=host)
    there = server.wrap_bio(up, down, server_side=True)
    for _ in range(4):
        for side in (here, there):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError as error:
                return str(error)
    return None


def test_the_plain_server_has_only_the_page_about_trust():
    started = []
    answer = https.only_trust(lambda environ, _start: [environ["PATH_INFO"].encode()])

    assert answer({"PATH_INFO": "/trust/"}, None) == [b"/trust/"]
    assert answer({"PATH_INFO": "/static/css/app.css"}, None) == [b"/static/css/app.css"]
    assert answer({"PATH_INFO": "/"}, lambda *given: started.append(given)) == []
    assert started == [("302 Found", [("Location", "/trust/"), ("Content-Length", "0")])]


def test_an_idle_connection_does_not_block_the_plain_server():
    def site(_environ, start):
        start("200 OK", [])
        return [b"steps"]

    with https.trust_server("127.0.0.1", 0, site) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        address = server.server_address[:2]
        with socket.create_connection(address), socket.create_connection(address, 5) as phone:
            phone.sendall(b"GET /trust/ HTTP/1.0\r\n\r\n")
            assert phone.makefile("rb").read().endswith(b"steps")
        server.shutdown()


def test_the_plain_server_can_have_an_address_in_ipv6():
    with https.PlainServer(("::1", 0), WSGIRequestHandler, False) as server:
        assert server.socket.family == socket.AF_INET6
