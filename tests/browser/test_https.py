"""A phone in the home network: it trusts the site’s own authority, and keeps pages."""

import base64
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from ssl import PEM_cert_to_DER_cert
from urllib.request import urlopen

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import BrowserType, expect

from tests.browser.program import PHONE, chromium, flags
from tests.browser.test_offline import KEPT
from tools.environment import ROOT
from tools.network import free_port

HOST = "127.0.0.2"  # a secure connection is needed here, unlike on localhost


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """The port of ``./dev run --https``, and the folder with its certificates."""
    port = free_port()
    own = {"SCOREKEEPER_VAR": str(tmp_path), "SCOREKEEPER_DEBUG": "1", "SCOREKEEPER_HOSTS": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "tools", "run", "--https", f"{HOST}:{port}"],
        cwd=ROOT,
        env=os.environ | own,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        with process.stdout as printed:
            line = printed.readline()
        assert line == f"Scorekeeper is running at https://{HOST}:{port}/\n"
        yield port, tmp_path / "https"
    finally:
        process.terminate()
        process.wait()


def test_a_phone_that_trusts_the_authority_keeps_pages(
    served: tuple[int, Path], browser_type: BrowserType
) -> None:
    port, folder = served
    authority = (folder / "authority.crt").read_bytes()
    with urlopen(f"http://{HOST}:{port + 1}/trust/authority.crt") as answer:
        assert answer.read() == authority
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
    with urlopen(f"http://{HOST}:{port + 1}/") as answer:
        page = answer.read().decode()
    digest = sha256(PEM_cert_to_DER_cert(authority.decode())).hexdigest().upper()
    assert digest[:4] + " " + digest[4:8] in page
    assert f"https://{HOST}:{port}/" in page

    trusting = browser_type.launch(
        executable_path=chromium(),
        args=[*flags(), f"--ignore-certificate-errors-spki-list={public_key(authority)}"],
    )
    phone = trusting.new_context(**PHONE, base_url=f"https://{HOST}:{port}").new_page()
    phone.goto("/offline/")
    assert phone.evaluate("isSecureContext")
    phone.evaluate(KEPT, "/games/new/")
    phone.context.set_offline(True)
    phone.goto("/games/new/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which game?")
    trusting.close()


def public_key(certificate: bytes) -> str:
    """Return the hash of a certificate’s public key, as Chromium’s flag takes it."""
    key = x509.load_pem_x509_certificate(certificate).public_key()
    text = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(sha256(text).digest()).decode()
