"""The certificates of ``./dev run --https``: those of our own authority and of the server."""

import inspect
import ipaddress
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tools.https import Files

AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # phones reject certificates that are valid for longer
RENEW_DAYS = 30


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
    key = _new_key(own_key)
    name = _name("Scorekeeper at home")
    usage = _usage("key_cert_sign", "crl_sign")
    certificate = (
        _builder(name, name, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    authority.write_bytes(_signed(certificate, key))


def _make_certificate(files: Files, own_key: Path, names: Sequence[str]) -> None:
    signer: Any = load_pem_private_key(own_key.read_bytes(), None)
    issuer = x509.load_pem_x509_certificate(files.authority.read_bytes())
    key = _new_key(files.key)
    identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    certificate = (
        _builder(_name("Scorekeeper"), issuer.subject, key, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(map(_general_name, names)), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_usage("digital_signature"), critical=True)
        .add_extension(identifier, critical=False)
    )
    files.certificate.write_bytes(_signed(certificate, signer) + files.authority.read_bytes())


def _is_current(files: Files, names: Sequence[str]) -> bool:
    if not (files.certificate.exists() and files.key.exists()):
        return False
    found = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    listed = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    expires = found.not_valid_after_utc - datetime.now(UTC)
    is_signed = found.issuer == x509.load_pem_x509_certificate(files.authority.read_bytes()).subject
    own = sorted(str(name.value) for name in listed)
    return own == list(names) and is_signed and expires.days > RENEW_DAYS


def _new_key(path: Path) -> ec.EllipticCurvePrivateKey:
    key = ec.generate_private_key(ec.SECP256R1())
    path.touch(mode=0o600)
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return key


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, days: int
) -> x509.CertificateBuilder:
    start = datetime.now(UTC) - timedelta(days=1)  # a phone’s clock may be slow
    return x509.CertificateBuilder(
        issuer_name=issuer,
        subject_name=subject,
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=start,
        not_valid_after=start + timedelta(days=days),
    )


def _signed(builder: x509.CertificateBuilder, key: ec.EllipticCurvePrivateKey) -> bytes:
    return builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return x509.DNSName(host)


def _usage(*names: str) -> x509.KeyUsage:
    uses = inspect.signature(x509.KeyUsage).parameters
    return x509.KeyUsage(**{name: name in names for name in uses})
