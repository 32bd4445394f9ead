"""``./dev run --https``: our own certificate authority, and the page that helps phones trust it.

Service workers, sharing and keeping the screen on need a secure connection.
"""

import ipaddress
import os
import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing import Process
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from tools.parent import end_with_parent

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # phones reject certificates that are valid for longer
RENEW_DAYS = 30
OPEN = ("/trust/", "/static/")  # the paths that the unencrypted server serves


@dataclass(frozen=True)
class Files:
    """The certificates of the authority and the server, and the server’s key.

    The server’s file also contains the authority’s certificate.
    """

    authority: Path
    certificate: Path
    key: Path


def prepare(folder: Path, hosts: Iterable[str]) -> Files:
    """Return the files in ``folder``, with a certificate for ``hosts``.

    The authority is created only once, because phones have been set up to trust it. The
    certificate is created again if the hosts have changed, or if it will expire soon.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    own_key, authority = folder / "authority.key", folder / "authority.crt"
    files = Files(authority, folder / "server.crt", folder / "server.key")
    if not (own_key.exists() and authority.exists()):
        _make_authority(own_key, authority)
    names = sorted(set(hosts))
    if not _is_current(files, names):
        _make_certificate(files, own_key, names)
    return files


def _make_authority(own_key: Path, authority: Path) -> None:
    from cryptography import x509  # noqa: PLC0415 -- takes a while, and is rarely needed

    key = _new_key(own_key)
    name = _name("Scorekeeper at home")
    usage = _usage(key_cert_sign=True, crl_sign=True)
    certificate = (
        _builder(name, name, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    authority.write_bytes(_signed(certificate, key))


def _make_certificate(files: Files, own_key: Path, names: Sequence[str]) -> None:
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415
    from cryptography.x509.oid import ExtendedKeyUsageOID  # noqa: PLC0415

    signer: Any = load_pem_private_key(own_key.read_bytes(), None)
    issuer = x509.load_pem_x509_certificate(files.authority.read_bytes())
    key = _new_key(files.key)
    identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    certificate = (
        _builder(_name("Scorekeeper"), issuer.subject, key, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(map(_general_name, names)), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_usage(digital_signature=True), critical=True)
        .add_extension(identifier, critical=False)
    )
    files.certificate.write_bytes(_signed(certificate, signer) + files.authority.read_bytes())


def _is_current(files: Files, names: Sequence[str]) -> bool:
    from cryptography import x509  # noqa: PLC0415

    if not (files.certificate.exists() and files.key.exists()):
        return False
    found = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    listed = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    expires = found.not_valid_after_utc - _now()
    is_signed = found.issuer == x509.load_pem_x509_certificate(files.authority.read_bytes()).subject
    own = sorted(str(name.value) for name in listed)
    return own == list(names) and is_signed and expires.days > RENEW_DAYS


def _new_key(path: Path) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    text = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path.touch(mode=0o600)
    path.write_bytes(text)
    return key


def _builder(
    subject: "x509.Name", issuer: "x509.Name", key: "EllipticCurvePrivateKey", days: int
) -> "x509.CertificateBuilder":
    from cryptography import x509  # noqa: PLC0415

    start = _now() - timedelta(days=1)  # a phone’s clock may be slow
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=days))
    )


def _signed(builder: "x509.CertificateBuilder", key: "EllipticCurvePrivateKey") -> bytes:
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415

    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def _name(text: str) -> "x509.Name":
    from cryptography import x509  # noqa: PLC0415
    from cryptography.x509.oid import NameOID  # noqa: PLC0415

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _general_name(host: str) -> "x509.GeneralName":
    from cryptography import x509  # noqa: PLC0415

    try:
        return x509.IPAddress(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return x509.DNSName(host)


def _usage(**given: bool) -> "x509.KeyUsage":
    from cryptography import x509  # noqa: PLC0415

    uses = (
        "digital_signature",
        "content_commitment",
        "key_encipherment",
        "data_encipherment",
        "key_agreement",
        "key_cert_sign",
        "crl_sign",
        "encipher_only",
        "decipher_only",
    )
    return x509.KeyUsage(**(dict.fromkeys(uses, False) | given))


def _now() -> datetime:
    return datetime.now(UTC)


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
