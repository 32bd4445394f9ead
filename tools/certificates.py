"""The certificates of ``./dev run --https``: those of our own authority and of the server."""

import inspect
import ipaddress
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tools.console import say
from tools.https import Files

AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # phones reject certificates that are valid for longer
RENEW_DAYS = 30
# The addresses of home networks, and the names that their devices have there.
PRIVATE = (
    *("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    *("192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10"),
)
LOCAL = ("local", "localhost")
RENEWED = "There is a new certificate authority, which each phone must trust: the old one "


def prepare(folder: Path, hosts: Iterable[str]) -> Files:
    """Return the files in ``folder``, with a certificate for ``hosts``.

    The authority is created only once, because phones have been set up to trust it, unless its key
    is lost or it may not sign for ``hosts``. The certificate is created again if the hosts have
    changed, or if it will expire soon.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    own_key, authority = folder / "authority.key", folder / "authority.crt"
    files = Files(authority, folder / "server.crt", folder / "server.key")
    names = sorted(set(hosts))
    if not authority.exists():
        _make_authority(own_key, authority, names)
    elif not _is_its_key(own_key, authority):
        say(f"{RENEWED}has no key any more.")
        _make_authority(own_key, authority, names)
    elif not _permits(authority, names):
        say(f"{RENEWED}may not sign for {', '.join(names)}.")
        _make_authority(own_key, authority, names)
    if not _is_current(files, names):
        _make_certificate(files, own_key, names)
    return files


def _make_authority(own_key: Path, authority: Path, names: Sequence[str]) -> None:
    """Create an authority that can sign only for ``names`` and for home networks.

    If somebody steals its key, they can’t imitate other sites.
    """
    key = _new_key(own_key)
    name = _name("Scorekeeper at home")
    usage = _usage("key_cert_sign", "crl_sign")
    permitted = dict.fromkeys((*map(x509.DNSName, LOCAL), *map(_network, PRIVATE)))
    permitted |= dict.fromkeys(map(_constraint, names))
    certificate = (
        _builder(name, name, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(list(permitted), None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    authority.write_bytes(_signed(certificate, key))


def _is_its_key(own_key: Path, authority: Path) -> bool:
    if not own_key.exists():
        return False
    key: Any = load_pem_private_key(own_key.read_bytes(), None)
    found: Any = x509.load_pem_x509_certificate(authority.read_bytes()).public_key()
    return bool(key.public_key() == found)


def _permits(authority: Path, names: Sequence[str]) -> bool:
    """Return whether an authority can sign for ``names``; one of an earlier version always can."""
    certificate = x509.load_pem_x509_certificate(authority.read_bytes())
    try:
        limits = certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    except x509.ExtensionNotFound:
        return True
    permitted = [subtree.value for subtree in limits.permitted_subtrees or ()]
    return all(
        any(_contains(each, _constraint(name).value) for each in permitted) for name in names
    )


def _contains(permitted: Any, name: Any) -> bool:
    """Return whether a domain or network contains another one."""
    if isinstance(permitted, str) or isinstance(name, str):
        return f".{name}".endswith(f".{permitted}")
    return bool(name.version == permitted.version and name.subnet_of(permitted))


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
    try:
        found.verify_directly_issued_by(
            x509.load_pem_x509_certificate(files.authority.read_bytes())
        )
    except (ValueError, InvalidSignature):
        return False
    own = sorted(str(name.value) for name in listed)
    return own == list(names) and expires.days > RENEW_DAYS


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


def _network(text: str) -> x509.IPAddress:
    return x509.IPAddress(ipaddress.ip_network(text))


def _constraint(host: str) -> x509.GeneralName:
    """Return the names that an authority for ``host`` can sign for."""
    try:
        return _network(host.strip("[]"))
    except ValueError:
        return x509.DNSName(host.removeprefix("."))


def _usage(*names: str) -> x509.KeyUsage:
    uses = inspect.signature(x509.KeyUsage).parameters
    return x509.KeyUsage(**{name: name in names for name in uses})
